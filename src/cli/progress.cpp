// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/count.h"
#include "cli/steady_seconds.h"

namespace heddle::cli {
namespace {

constexpr double kFirstDraw = 0.5;  // short work stays quiet
constexpr double kBetweenDraws = 0.2;

std::atomic<bool> g_interrupted = false;
std::atomic<std::int64_t> g_first = 0;  // when, in milliseconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

// A second one means it. `timeout` and those who stop the jobs of CI send one to the process and one to its group, which
// are the same.
void on_interrupt(int signal) {
  constexpr std::int64_t kSame = 500;
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
  if (!g_interrupted.exchange(true)) {
    g_first = now;
  } else if (now - g_first > kSame) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

}  // namespace

bool interrupted() {
  static const bool installed = [] {
    struct sigaction action = {};  // without SA_RESTART: a wait for input ends
    action.sa_handler = on_interrupt;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction old = {};
      sigaction(signal, nullptr, &old);
      if (signal != SIGHUP || old.sa_handler != SIG_IGN)
        sigaction(signal, &action, nullptr);  // nohup wants it so
    }
    return true;
  }();
  return installed && g_interrupted.load(std::memory_order_relaxed);
}

Progress::Progress(std::string unit)
    : unit_(std::move(unit)),
      visible_(isatty(STDERR_FILENO) == 1),
      start_(now()),
      next_(start_ + kFirstDraw) {
  interrupted();
}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

bool Progress::due() const { return visible_ && now() >= next_; }

void Progress::show(std::uint64_t count, double done_share, const std::string& detail) {
  if (!visible_) return;
  const double time = now();
  if (time < next_) return;
  next_ = time + kBetweenDraws;
  draw(count, done_share, detail, time - start_);
}

void Progress::draw(std::uint64_t count, double done_share, const std::string& detail, double elapsed) {
  const auto counted = static_cast<double>(count);
  std::string line = fmt::format("\r\033[K{} {} · {}/s", base::rounded(counted, 3), unit_,
                                 base::rounded(counted / elapsed, 3));
  if (!detail.empty()) line += " · " + detail;
  if (done_share >= 0) line += fmt::format(" · {:.0f} %", 100 * done_share);
  if (done_share > 0.02) line += fmt::format(" · {:.0f} s left", elapsed / done_share - elapsed);
  std::fputs(line.c_str(), stderr);
  drawn_ = true;
}

double share_read(const trace::TraceReader& reader) {
  const trace::Progress bytes = reader.progress();
  return bytes.total > 0 ? static_cast<double>(bytes.done) / static_cast<double>(bytes.total) : -1;
}

}  // namespace heddle::cli
