// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/hang.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

namespace heddle::runtime::host {
namespace {

namespace files = std::filesystem;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The kernel's words for each thread: that it sleeps, and how often it has slept; empty: one does not sleep, or has a
// child process, or there is another number of them. A main thread that left is over when the kernel has only its number.
std::string sleepers(int process, std::uint32_t expected, bool main_left) {
  std::string all;
  std::uint32_t count = 0;
  std::error_code error;
  for (const auto& task : files::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
    const std::string status = contents(task.path() / "status");
    const std::size_t state = status.find("\nState:\t"), slept = status.find("\nvoluntary_ctxt_switches:");
    if (main_left && state != std::string::npos && status[state + 8] == 'Z' &&
        task.path().filename() == std::to_string(process))
      continue;
    if (state == std::string::npos || status[state + 8] != 'S' || slept == std::string::npos) return "";
    if (!contents(task.path() / "children").empty()) return "";
    all += status.substr(slept);
    ++count;
  }
  return !error && count == expected ? all : "";
}

// Signals whose handler may do something about it. Those of faults come from the program itself.
bool handles_signals(int process) {
  const std::string status = contents(fmt::format("/proc/{}/status", process));
  const std::size_t at = status.find("\nSigCgt:\t");
  if (at == std::string::npos) return true;
  std::uint64_t caught = std::stoull(status.substr(at + 9, 16), nullptr, 16);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
    caught &= ~(std::uint64_t{1} << (number - 1));
  constexpr std::uint64_t kOfLibc = std::uint64_t{3} << 31;  // 32 and 33: cancellation, setuid
  return (caught & ~kOfLibc) != 0;
}

// A main thread that left has no memory any more, so any thread that has some is asked.
std::string maps_of(int process) {
  std::error_code error;
  for (const auto& task : files::directory_iterator(fmt::format("/proc/{}/task", process), error))
    if (std::string maps = contents(task.path() / "maps"); !maps.empty()) return maps;
  return "";
}

bool is_shared(int process, std::uint64_t address) {
  std::istringstream maps(maps_of(process));
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t low = 0, high = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &low, &high, rights) == 3 && address >= low &&
        address < high)
      return rights[3] == 's';
  }
  return true;
}

}  // namespace

std::string Hang::waits() const {
  std::string all;
  const std::uint32_t threads = std::min(channel_.threads, kMaxThreads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (record.finished != 0 || record.left != 0) continue;
    if (record.waits == Waits::nothing || record.in_time != 0) return "";
    all += fmt::format("{} {} {};", i, static_cast<std::uint32_t>(record.waits), record.waits_for);
  }
  return all;
}

bool Hang::is_seen(int process) {
  const Clock::time_point now = Clock::now();
  if (now - looked_ < std::chrono::milliseconds(50)) return false;
  looked_ = now;
  std::string all = channel_.process == static_cast<std::uint32_t>(process) ? waits() : "";
  if (!all.empty()) {
    const auto count = static_cast<std::uint32_t>(std::count(all.begin(), all.end(), ';'));
    const std::string kernels = sleepers(process, count, channel_.thread[0].left != 0);
    all = kernels.empty() ? "" : all + kernels;
  }
  if (all.empty() || all != seen_) {
    seen_ = std::move(all);
    since_ = now;
    return false;
  }
  if (now - since_ < std::chrono::milliseconds(500)) return false;
  since_ = now;  // what comes now is dear
  if (handles_signals(process)) return false;
  const std::uint32_t threads = std::min(channel_.threads, kMaxThreads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (record.finished == 0 && record.left == 0 && record.waits != Waits::join &&
        record.waits_for < kMaxObjects && is_shared(process, channel_.object[record.waits_for].address))
      return false;
  }
  return true;
}

}  // namespace heddle::runtime::host
