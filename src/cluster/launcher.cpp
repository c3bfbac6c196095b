// SPDX-License-Identifier: Apache-2.0
#include "cluster/launcher.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/read_file.h"

namespace heddle::cluster {
namespace {

constexpr useconds_t kGlance = 20'000;

// Of Open MPI, of PRRTE, of Slurm, of MPICH.
constexpr std::array<std::string_view, 10> kLaunchers = {"mpirun",     "mpiexec",        "orterun", "orted",
                                                         "prterun",    "prted",          "prte",    "srun",
                                                         "slurmstepd", "hydra_pmi_proxy"};

struct Process {
  pid_t parent = 0;
  std::string name;
};
// "12 (a name) S 11 …": the name may have brackets of its own.
Process process(pid_t number) {
  const auto text = base::read_file("/proc/" + std::to_string(number) + "/stat");
  if (!text) return {};
  const std::size_t open = text->find('('), close = text->rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 4 > text->size()) return {};
  return {static_cast<pid_t>(std::strtol(text->c_str() + close + 4, nullptr, 10)),
          text->substr(open + 1, close - open - 1)};
}

// Up to the launcher; empty: none is known. It outlives what ends with the process: the thread that looks at it does not end.
std::vector<pid_t>& ancestors = *new std::vector<pid_t>;

void find_launcher() {
  std::vector<pid_t> all;
  for (pid_t each = getppid(); each > 1;) {
    const Process found = process(each);
    if (found.name.empty()) return;
    all.push_back(each);
    if (std::find(kLaunchers.begin(), kLaunchers.end(), found.name) != kLaunchers.end()) {
      ancestors = std::move(all);
      return;
    }
    each = found.parent;
  }
}

}  // namespace

// Who loses its parent gets another one.
bool is_launcher_gone() {
  pid_t parent = getppid();
  for (const pid_t each : ancestors) {
    if (parent != each) return true;
    if (each == ancestors.back()) break;
    const Process found = process(each);
    if (found.name.empty()) break;  // it cannot be read just now; if it is gone, its child has another parent
    parent = found.parent;
  }
  return false;
}

void end_with_launcher() {
  find_launcher();
  if (ancestors.empty()) return;
  std::thread([] {
    while (!is_launcher_gone()) usleep(kGlance);
    kill(getpid(), SIGKILL);  // what it has started ends with it
  }).detach();
}

bool remove_checkpoint(const std::string& path) {
  if (is_launcher_gone()) return false;
  std::error_code none;
  return std::filesystem::remove(path, none);
}

}  // namespace heddle::cluster
