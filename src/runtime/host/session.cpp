// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/session.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::runtime::host {

using base::ErrorCode;
using base::failure;

base::Result<std::string> runtime_directory() {
  std::vector<std::string> tried;
  if (const char* given = std::getenv("HEDDLE_RUNTIME_DIRECTORY")) tried.emplace_back(given);
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    tried.push_back((self.parent_path() / "lib/heddle").string());
    tried.push_back((self.parent_path().parent_path() / "lib/heddle").string());
  }
  for (const std::string& directory : tried)
    if (std::filesystem::exists(directory + "/libheddle_runtime.so")) return directory;
  return failure(ErrorCode::not_found,
                 "libheddle_runtime.so is not where heddle is; set HEDDLE_RUNTIME_DIRECTORY");
}

base::Result<void> check_instrumented(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  if (!file)
    return failure(ErrorCode::not_found, fmt::format("cannot open it: {}", std::strerror(errno)), program);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.starts_with("#!")) return {};  // a script may start an instrumented program
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return failure(ErrorCode::malformed, "expected a program, or a C or C++ source file", program);
  Elf64_Ehdr header{};
  if (bytes.size() < sizeof header) return failure(ErrorCode::malformed, "the program is cut short", program);
  std::memcpy(&header, bytes.data(), sizeof header);
  bool calls = false, defines = false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section{};
    const std::uint64_t at = header.e_shoff + std::uint64_t{i} * header.e_shentsize;
    if (at + sizeof section > bytes.size()) break;
    std::memcpy(&section, bytes.data() + at, sizeof section);
    if (section.sh_type != SHT_DYNSYM) continue;
    Elf64_Shdr strings{};
    const std::uint64_t strings_at = header.e_shoff + std::uint64_t{section.sh_link} * header.e_shentsize;
    if (strings_at + sizeof strings > bytes.size()) break;
    std::memcpy(&strings, bytes.data() + strings_at, sizeof strings);
    for (std::uint64_t symbol_at = section.sh_offset;
         symbol_at + sizeof(Elf64_Sym) <=
         std::min<std::uint64_t>(section.sh_offset + section.sh_size, bytes.size());
         symbol_at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol{};
      std::memcpy(&symbol, bytes.data() + symbol_at, sizeof symbol);
      const std::uint64_t name_at = strings.sh_offset + symbol.st_name;
      if (name_at >= bytes.size() || std::string_view(bytes.data() + name_at) != "__tsan_init") continue;
      (symbol.st_shndx == SHN_UNDEF ? calls : defines) = true;
    }
  }
  if (defines)
    return failure(
        ErrorCode::unsupported,
        "it carries clang's own sanitizer runtime; build it with `heddle cc` or `heddle c++` instead",
        program);
  if (!calls)
    return failure(
        ErrorCode::unsupported,
        "it is not instrumented; build it with `heddle cc` or `heddle c++` (or gcc -fsanitize=thread)",
        program);
  return {};
}

base::Result<std::unique_ptr<ChannelFile>> ChannelFile::create() {
  const int descriptor = memfd_create("heddle", 0);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(Channel)) != 0)
    return failure(ErrorCode::io, fmt::format("cannot make shared memory: {}", std::strerror(errno)));
  void* memory =
      mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory == MAP_FAILED)
    return failure(ErrorCode::io, fmt::format("cannot map shared memory: {}", std::strerror(errno)));
  auto* channel = static_cast<Channel*>(memory);
  channel->magic = kChannelMagic;
  channel->bytes = sizeof(Channel);
  channel->detect = 1;
  channel->host = static_cast<std::uint32_t>(getpid());
  channel->quarantine = std::uint64_t{1} << 18;
  channel->contexts = 0;
  return std::unique_ptr<ChannelFile>(new ChannelFile(descriptor, channel));
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

bool has_deadlock(const Channel& channel) {
  const std::uint32_t count = std::min(channel.findings, kMaxFindings);
  for (std::uint32_t i = 0; i < count; ++i)
    if (channel.finding[i].ready != 0 && channel.finding[i].kind == RawFinding::Kind::deadlock) return true;
  return false;
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
  execvp(arguments[0], arguments.data());
  fmt::print(stderr, "heddle: cannot start {}: {}\n", launch.command[0], std::strerror(errno));
  _exit(127);
}

}  // namespace

base::Result<Ending> run(ChannelFile& file, const Launch& launch) {
  Channel& channel = file.channel();
  std::fflush(nullptr);
  struct sigaction ours = {}, old_interrupt = {}, old_terminate = {};
  ours.sa_handler = pass_on;
  running_child = 0;
  sigaction(SIGINT, &ours, &old_interrupt);
  sigaction(SIGTERM, &ours, &old_terminate);
  const pid_t child = fork();
  if (child < 0)
    return failure(ErrorCode::io, fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) become(launch, file.descriptor());
  running_child = child;
  Ending ending;
  rusage usage{};
  using Clock = std::chrono::steady_clock;
  Clock::time_point stuck_since{};
  useconds_t pause = 200;
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
    usleep(pause);
  }
  if (launch.drain)
    while (launch.drain(true)) {
    }
  running_child = 0;
  sigaction(SIGINT, &old_interrupt, nullptr);
  sigaction(SIGTERM, &old_terminate, nullptr);
  ending.interrupted = stop_requests > 0;
  ending.cpu_seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  // What the kernel counts for a child includes what heddle had when it made it.
  ending.peak_bytes = std::max(ending.peak_bytes, channel.peak_bytes);
  return ending;
}

}  // namespace heddle::runtime::host
