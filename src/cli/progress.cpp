// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr double kFirstDraw = 0.5;  // short work stays quiet
constexpr double kBetweenDraws = 0.2;

std::atomic<bool> g_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int signal) {
  g_interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);  // a second one means it
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string scaled(double number) {
  if (number >= 1e9) return fmt::format("{:.1f} G", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.1f} M", number / 1e6);
  if (number >= 1e3) return fmt::format("{:.1f} k", number / 1e3);
  return fmt::format("{:.0f} ", number);
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
  std::string line =
      fmt::format("\r\033[K{}{} · {}{}/s", scaled(counted), unit_, scaled(counted / elapsed), unit_);
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
