// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/session.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/host/hang.h"
#include "sync/ruling.h"

namespace heddle::runtime::host {

using base::ErrorCode;
using base::failure;

base::Result<std::unique_ptr<ChannelFile>> ChannelFile::create() {
  const int descriptor = memfd_create("heddle", 0);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(Channel)) != 0)
    return failure(ErrorCode::io, fmt::format("cannot make shared memory: {}", std::strerror(errno)));
  void* memory =
      mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory == MAP_FAILED)
    return failure(ErrorCode::io, fmt::format("cannot map shared memory: {}", std::strerror(errno)));
  auto* channel = static_cast<Channel*>(memory);
  begin(*channel, getpid());
  channel->contexts = 0;
  return std::unique_ptr<ChannelFile>(new ChannelFile(descriptor, channel));
}

base::Result<std::unique_ptr<ChannelFile>> ChannelFile::adopt(int descriptor) {
  const bool fits = lseek(descriptor, 0, SEEK_END) == static_cast<off_t>(sizeof(Channel));
  void* memory =
      fits ? mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
           : MAP_FAILED;
  if (memory == MAP_FAILED || static_cast<Channel*>(memory)->magic != kChannelMagic)
    return failure(ErrorCode::malformed,
                   fmt::format("descriptor {} is no channel of this heddle's runtime", descriptor));
  return std::unique_ptr<ChannelFile>(new ChannelFile(descriptor, static_cast<Channel*>(memory)));
}

ChannelFile::~ChannelFile() {
  munmap(channel_, sizeof(Channel));
  close(descriptor_);
}

int Ending::exit_status() const {
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

namespace {

volatile sig_atomic_t stop_requests;
volatile sig_atomic_t running_child;
// The terminal sends Ctrl-C to both; `kill` sends it only here.
void pass_on(int number) {
  stop_requests = stop_requests + 1;
  if (running_child > 0) kill(running_child, number);
}

// The most memory that a process had so far.
std::uint64_t peak_bytes(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  return 0;
}

// A thread waits for what will never come; for the end of an initialisation that it runs itself, too.
bool has_deadlock(const Channel& channel) {
  const auto is_one = [](const RawFinding& finding) {
    return finding.kind == RawFinding::Kind::deadlock ||
           (finding.kind == RawFinding::Kind::lock_misuse &&
            finding.reason == static_cast<std::uint32_t>(sync::Misuse::once_within_once));
  };
  const std::uint32_t count = std::min(channel.findings, kMaxFindings);
  return std::any_of(channel.finding, channel.finding + count,
                     [&](const RawFinding& finding) { return finding.ready != 0 && is_one(finding); });
}

// A program may want to clean up: it is asked first.
void end_in_time(pid_t child, double limit, double seconds, Ending& ending) {
  constexpr double kGrace = 1;
  if (limit <= 0 || seconds < limit) return;
  if (!ending.out_of_time) kill(child, SIGTERM);
  if (seconds > limit + kGrace) kill(child, SIGKILL);
  ending.out_of_time = true;
}

[[noreturn]] void become(const Launch& launch, int descriptor) {
  const char* old = std::getenv("LD_LIBRARY_PATH");
  std::string path = launch.library_directory + "/tsan:" + launch.library_directory;
  if (old != nullptr && *old != 0) path += ":" + std::string(old);
  setenv("LD_LIBRARY_PATH", path.c_str(), 1);
  setenv(kChannelVariable, std::to_string(descriptor).c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : launch.command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  if (launch.output_aside) dup2(STDERR_FILENO, STDOUT_FILENO);
  execvp(arguments[0], arguments.data());
  fmt::print(stderr, "heddle: cannot start {}: {}\n", launch.command[0], std::strerror(errno));
  _exit(127);
}

}  // namespace

base::Result<Ending> run(ChannelFile& file, const Launch& launch) {
  Channel& channel = file.channel();
  std::fflush(nullptr);
  struct sigaction ours = {}, old_interrupt = {}, old_terminate = {}, old_hangup = {};
  ours.sa_handler = pass_on;
  running_child = 0;
  sigaction(SIGINT, &ours, &old_interrupt);
  sigaction(SIGTERM, &ours, &old_terminate);
  sigaction(SIGHUP, nullptr, &old_hangup);
  if (old_hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &ours, nullptr);  // nohup wants it ignored
  const pid_t child = fork();  // the program goes on alone if heddle is killed: it is the user's
  if (child < 0)
    return failure(ErrorCode::io, fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) become(launch, file.descriptor());
  running_child = child;
  Ending ending;
  rusage usage{};
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Clock::time_point stuck_since{};
  useconds_t pause = 200;
  Hang hang(channel);
  for (;;) {
    const pid_t ended = wait4(child, &ending.status, WNOHANG, &usage);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) break;
    ending.peak_bytes = std::max(ending.peak_bytes, peak_bytes(child));
    const bool worked = launch.drain && launch.drain(false);
    pause = worked ? 100 : std::min<useconds_t>(pause * 2, launch.drain ? 2000 : 10000);
    if (has_deadlock(channel)) {
      if (stuck_since == Clock::time_point{}) stuck_since = Clock::now();
      if (Clock::now() - stuck_since > std::chrono::milliseconds(500)) {
        ending.stuck = true;
        kill(child, SIGKILL);
      }
    }
    if (stuck_since == Clock::time_point{} && !ending.out_of_time && hang.is_seen(child)) {
      ending.stuck = ending.hung = true;
      kill(child, SIGKILL);
    }
    end_in_time(child, launch.limit_seconds, std::chrono::duration<double>(Clock::now() - start).count(),
                ending);
    usleep(pause);
  }
  if (launch.drain)
    while (launch.drain(true)) {
    }
  running_child = 0;
  sigaction(SIGINT, &old_interrupt, nullptr);
  sigaction(SIGTERM, &old_terminate, nullptr);
  sigaction(SIGHUP, &old_hangup, nullptr);
  ending.interrupted = stop_requests > 0;
  ending.cpu_seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  // What the kernel counts for a child includes what heddle had when it made it.
  ending.peak_bytes = std::max(ending.peak_bytes, channel.peak_bytes);
  return ending;
}

}  // namespace heddle::runtime::host
