// SPDX-License-Identifier: Apache-2.0
#include "cli/ranks.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cli/output.h"
#include "report/reporter.h"
#include "runtime/host/executable.h"

namespace heddle::cli {
namespace {

std::unique_ptr<cluster::Job> joined;
std::chrono::steady_clock::time_point joined_at;

}  // namespace

bool is_rank() {
  static const bool is = cluster::is_rank_of_job();
  return is;
}
bool is_other_rank() { return is_rank() && cluster::rank_in_job() != 0; }

base::Result<cluster::Job*> job() {
  if (joined) return joined.get();
  const auto directory = runtime::host::runtime_directory();
  if (!directory) return base::failure(directory.error());
  auto found = cluster::Job::join(*directory, std::string(report::version()));
  if (!found) return base::failure(found.error());
  joined = std::move(*found);
  joined_at = std::chrono::steady_clock::now();
  return joined.get();
}

bool is_done_here(std::string_view what) {
  if (is_other_rank()) return false;
  if (is_rank())
    fmt::print(stderr, "heddle: {} is not shared out between ranks: rank 0 does it alone\n", what);
  return true;
}

double seconds_together() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - joined_at).count();
}

unsigned workers_of_rank(unsigned asked) {
  if (asked > 0) return asked;
  return std::max(1U, std::thread::hardware_concurrency() / cluster::ranks_on_machine());
}

void tell_error(std::string_view who, std::string_view error) {
  if (!is_other_rank()) {
    tell(fmt::format("{}: {}", who, error));
    return;
  }
  if (joined) return;  // rank 0 was told
  // If rank 0 has the same to say, mpirun ends this one as soon as it did; the first to end would silence it.
  std::this_thread::sleep_for(std::chrono::seconds(10));
  fmt::print(stderr, "{}: rank {}: {}\n", who, cluster::rank_in_job(), error);
}

int leave_job(int status, const std::string& error) {
  if (joined && !error.empty()) joined->give_up(error);
  if (!error.empty()) tell_error("heddle", error);
  if (joined) joined->leave();
  return status;
}

}  // namespace heddle::cli
