// SPDX-License-Identifier: Apache-2.0
// Calls that wait for something outside of the program, or are answered by it: pipes, sockets, file locks,
// other processes, signals. What comes from outside is not explored, so each is a doubt in the verdict,
// named. But no thread may keep its turn while it waits: it gives it up until the call would return at once.
// If nobody can go on, real time passes for a while; then the execution is cut.
//
// What passes through a pipe orders threads. Which ones is unknown, so all such calls touch one object, and
// what one thread publishes there the next takes up: no race is reported that is none.
#include <cerrno>
#include <cstdarg>
#include <cstddef>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/control/core.h"
#include "runtime/control/hooks.h"
#include "runtime/control/loops.h"
#include "runtime/control/outside.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

// Files and devices never wait. Standard output and error are nobody's input.
bool may_wait(int file, bool write) {
  if (!controlled() || (write && (file == 1 || file == 2))) return false;
  struct stat status;
  if (HEDDLE_LIBC(fstat)(file, &status) != 0) return false;
  const auto kind = status.st_mode & S_IFMT;
  return kind == S_IFIFO || kind == S_IFSOCK || kind == 0 || (kind == S_IFCHR && isatty(file) != 0);
}
void until_ready(const char* name, int file, short events, const void* pc) {
  if (!may_wait(file, events == POLLOUT)) return;
  const bool waits = (HEDDLE_LIBC(fcntl)(file, F_GETFL, 0) & O_NONBLOCK) == 0;
  wait_outside(name, false, pc, [=] {
    pollfd one = {file, events, 0};
    return !waits || HEDDLE_LIBC(poll)(&one, 1, 0) != 0;
  });
}

}  // namespace

// The other end of a pipe or socket sees its end.
void gives_up_outside(int file, const void* pc) {
  if (may_wait(file, false)) at_once(nullptr, pc, [] { return 0L; });
}

const char* system_call_name(long number) {
  switch (number) {
#define HEDDLE_CALL(name) \
  case SYS_##name:        \
    return #name;
    HEDDLE_CALL(read)
    HEDDLE_CALL(write)
    HEDDLE_CALL(open)
    HEDDLE_CALL(openat)
    HEDDLE_CALL(poll)
    HEDDLE_CALL(select)
    HEDDLE_CALL(pselect6)
    HEDDLE_CALL(ppoll)
    HEDDLE_CALL(epoll_wait)
    HEDDLE_CALL(accept)
    HEDDLE_CALL(accept4)
    HEDDLE_CALL(connect)
    HEDDLE_CALL(recvfrom)
    HEDDLE_CALL(recvmsg)
    HEDDLE_CALL(sendto)
    HEDDLE_CALL(wait4)
    HEDDLE_CALL(waitid)
    HEDDLE_CALL(flock)
    HEDDLE_CALL(fcntl)
    HEDDLE_CALL(futex)
    HEDDLE_CALL(pause)
    HEDDLE_CALL(nanosleep)
    HEDDLE_CALL(clock_nanosleep)
    HEDDLE_CALL(rt_sigtimedwait)
    HEDDLE_CALL(rt_sigsuspend)
#undef HEDDLE_CALL
    default:
      return number < 0 ? "a computation" : "a system call";
  }
}

}  // namespace heddle::control

using namespace heddle::control;

namespace {
// What was transferred.
void filled(const void* to, ssize_t bytes, std::size_t most, const void* pc) {
  if (bytes > 0 && controlled())
    touched(to, static_cast<std::size_t>(bytes) < most ? static_cast<std::size_t>(bytes) : most, true, pc);
}
void emptied(const void* from, ssize_t bytes, const void* pc) {
  if (bytes > 0 && controlled()) touched(from, static_cast<std::size_t>(bytes), false, pc);
}
void transferred(const iovec* pieces, std::size_t count, ssize_t bytes, bool write, const void* pc) {
  if (!controlled() || bytes < 0) return;
  touched(pieces, count * sizeof *pieces, false, pc);
  for (std::size_t i = 0; i < count && bytes > 0; ++i) {
    const std::size_t part = pieces[i].iov_len < static_cast<std::size_t>(bytes)
                                 ? pieces[i].iov_len
                                 : static_cast<std::size_t>(bytes);
    if (part != 0) touched(pieces[i].iov_base, part, write, pc);
    bytes -= static_cast<ssize_t>(part);
  }
}
void transferred(const msghdr* message, ssize_t bytes, bool write, const void* pc) {
  if (bytes < 0 || !controlled()) return;
  touched(&message->msg_name, sizeof message->msg_name, false, pc);
  touched(&message->msg_iov, offsetof(msghdr, msg_flags) - offsetof(msghdr, msg_iov), false, pc);
  touched(&message->msg_namelen, sizeof message->msg_namelen, write, pc);
  if (write) {
    touched(&message->msg_controllen, sizeof message->msg_controllen, true, pc);
    touched(&message->msg_flags, sizeof message->msg_flags, true, pc);
  }
  transferred(message->msg_iov, message->msg_iovlen, bytes, write, pc);
}
}  // namespace

#define HEDDLE_WAITS(type, name, events, parameters, arguments, told)            \
  HEDDLE_INTERPOSE type name parameters {                                        \
    const void* pc = HEDDLE_PC;                                                  \
    if (controlled()) until_ready(#name, file, events, pc);                      \
    step_on_file(file, events == POLLIN ? FileUse::reads : FileUse::writes, pc); \
    const auto result = HEDDLE_LIBC(name) arguments;                             \
    told;                                                                        \
    return result;                                                               \
  }
HEDDLE_WAITS(ssize_t, read, POLLIN, (int file, void* to, size_t size), (file, to, size),
             filled(to, result, size, pc))
HEDDLE_WAITS(ssize_t, readv, POLLIN, (int file, const iovec* to, int count), (file, to, count),
             transferred(to, static_cast<std::size_t>(count), result, true, pc))
HEDDLE_WAITS(ssize_t, recv, POLLIN, (int file, void* to, size_t size, int flags), (file, to, size, flags),
             filled(to, result, size, pc))
HEDDLE_WAITS(ssize_t, recvfrom, POLLIN,
             (int file, void* to, size_t size, int flags, sockaddr* address, socklen_t* length),
             (file, to, size, flags, address, length), filled(to, result, size, pc))
HEDDLE_WAITS(ssize_t, recvmsg, POLLIN, (int file, msghdr* message, int flags), (file, message, flags),
             transferred(message, result, true, pc))
HEDDLE_WAITS(int, accept, POLLIN, (int file, sockaddr* address, socklen_t* length), (file, address, length),
             static_cast<void>(pc))
HEDDLE_WAITS(int, accept4, POLLIN, (int file, sockaddr* address, socklen_t* length, int flags),
             (file, address, length, flags), static_cast<void>(pc))
HEDDLE_WAITS(ssize_t, write, POLLOUT, (int file, const void* from, size_t size), (file, from, size),
             emptied(from, result, pc))
HEDDLE_WAITS(ssize_t, writev, POLLOUT, (int file, const iovec* from, int count), (file, from, count),
             transferred(from, static_cast<std::size_t>(count), result, false, pc))
HEDDLE_WAITS(ssize_t, send, POLLOUT, (int file, const void* from, size_t size, int flags),
             (file, from, size, flags), emptied(from, result, pc))
HEDDLE_WAITS(ssize_t, sendto, POLLOUT,
             (int file, const void* from, size_t size, int flags, const sockaddr* address, socklen_t length),
             (file, from, size, flags, address, length), emptied(from, result, pc))
HEDDLE_WAITS(ssize_t, sendmsg, POLLOUT, (int file, const msghdr* message, int flags), (file, message, flags),
             transferred(message, result, false, pc))
HEDDLE_WAITS(int, eventfd_read, POLLIN, (int file, eventfd_t* value), (file, value), static_cast<void>(pc))
HEDDLE_WAITS(int, eventfd_write, POLLOUT, (int file, eventfd_t value), (file, value), static_cast<void>(pc))

HEDDLE_INTERPOSE int connect(int file, const sockaddr* address, socklen_t length) {
  if (controlled()) doubt(Doubt::blocking_call, "connect");
  return HEDDLE_LIBC(connect)(file, address, length);
}

// ---- several descriptors at once; with none of them it is a sleep ----

namespace {
timespec of_milliseconds(int time) { return {time / 1000, time % 1000 * 1'000'000L}; }
int poll_until(pollfd* files, nfds_t count, const timespec* timeout, const void* pc) {
  int result = 0;
  if (count != 0 || timeout == nullptr)
    wait_outside("poll", timeout != nullptr, pc,
                 [&] { return (result = HEDDLE_LIBC(poll)(files, count, 0)) != 0; });
  if (result == 0 && timeout != nullptr) note_time(*timeout);
  return result;
}
int select_until(int count, fd_set* in, fd_set* out, fd_set* exceptional, const timespec* timeout,
                 const void* pc) {
  fd_set wanted[3];
  fd_set* sets[3] = {in, out, exceptional};
  for (int i = 0; i < 3; ++i)
    if (sets[i] != nullptr) wanted[i] = *sets[i];
  int result = 0;
  if (count != 0 || timeout == nullptr)
    wait_outside("select", timeout != nullptr, pc, [&] {
      for (int i = 0; i < 3; ++i)
        if (sets[i] != nullptr) *sets[i] = wanted[i];
      timeval now = {0, 0};
      return (result = HEDDLE_LIBC(select)(count, in, out, exceptional, &now)) != 0;
    });
  if (result == 0 && timeout != nullptr) note_time(*timeout);
  return result;
}
}  // namespace

HEDDLE_INTERPOSE int poll(pollfd* files, nfds_t count, int timeout) {
  if (!controlled()) return HEDDLE_LIBC(poll)(files, count, timeout);
  const timespec time = of_milliseconds(timeout);
  return poll_until(files, count, timeout >= 0 ? &time : nullptr, HEDDLE_PC);
}
HEDDLE_INTERPOSE int ppoll(pollfd* files, nfds_t count, const timespec* timeout, const sigset_t* mask) {
  if (!controlled()) return HEDDLE_LIBC(ppoll)(files, count, timeout, mask);
  return poll_until(files, count, timeout, HEDDLE_PC);
}
HEDDLE_INTERPOSE int select(int count, fd_set* in, fd_set* out, fd_set* exceptional, timeval* timeout) {
  if (!controlled()) return HEDDLE_LIBC(select)(count, in, out, exceptional, timeout);
  if (timeout == nullptr) return select_until(count, in, out, exceptional, nullptr, HEDDLE_PC);
  const timespec time = {timeout->tv_sec, timeout->tv_usec * 1000};
  const int result = select_until(count, in, out, exceptional, &time, HEDDLE_PC);
  if (result == 0) *timeout = {0, 0};  // as Linux tells what was left
  return result;
}
HEDDLE_INTERPOSE int pselect(int count, fd_set* in, fd_set* out, fd_set* exceptional, const timespec* timeout,
                             const sigset_t* mask) {
  if (!controlled()) return HEDDLE_LIBC(pselect)(count, in, out, exceptional, timeout, mask);
  return select_until(count, in, out, exceptional, timeout, HEDDLE_PC);
}
HEDDLE_INTERPOSE int epoll_wait(int file, epoll_event* events, int count, int timeout) {
  if (!controlled()) return HEDDLE_LIBC(epoll_wait)(file, events, count, timeout);
  int result = 0;
  wait_outside("epoll_wait", timeout >= 0, HEDDLE_PC,
               [&] { return (result = HEDDLE_LIBC(epoll_wait)(file, events, count, 0)) != 0; });
  if (result == 0 && timeout >= 0) note_time(of_milliseconds(timeout));
  return result;
}
HEDDLE_INTERPOSE int epoll_pwait(int file, epoll_event* events, int count, int timeout,
                                 const sigset_t* mask) {
  if (!controlled()) return HEDDLE_LIBC(epoll_pwait)(file, events, count, timeout, mask);
  return epoll_wait(file, events, count, timeout);
}

// ---- other processes, and signals ----

HEDDLE_INTERPOSE pid_t waitpid(pid_t process, int* status, int options) {
  if (!controlled() || (options & WNOHANG) != 0) return HEDDLE_LIBC(waitpid)(process, status, options);
  return static_cast<pid_t>(until_done("waitpid", HEDDLE_PC, is_nobody, [=] {
    return HEDDLE_LIBC(waitpid)(process, status, options | WNOHANG);
  }));
}
HEDDLE_INTERPOSE pid_t wait(int* status) {
  return controlled() ? waitpid(-1, status, 0) : HEDDLE_LIBC(wait)(status);
}
HEDDLE_INTERPOSE pid_t wait4(pid_t process, int* status, int options, rusage* usage) noexcept {
  if (!controlled() || (options & WNOHANG) != 0) return HEDDLE_LIBC(wait4)(process, status, options, usage);
  return static_cast<pid_t>(until_done("wait4", HEDDLE_PC, is_nobody, [=] {
    return HEDDLE_LIBC(wait4)(process, status, options | WNOHANG, usage);
  }));
}
HEDDLE_INTERPOSE int waitid(idtype_t type, id_t id, siginfo_t* information, int options) {
  if (!controlled() || information == nullptr || (options & WNOHANG) != 0)
    return HEDDLE_LIBC(waitid)(type, id, information, options);
  return static_cast<int>(until_done(
      "waitid", HEDDLE_PC, [](long result) { return result == 1; },
      [=] {
        information->si_pid = 0;
        const int result = HEDDLE_LIBC(waitid)(type, id, information, options | WNOHANG);
        return result == 0 && information->si_pid == 0 ? 1 : result;
      }));
}
HEDDLE_INTERPOSE int pause() {
  if (!controlled()) return HEDDLE_LIBC(pause)();
  wait_outside("pause", false, HEDDLE_PC, [] { return false; });
  return -1;
}
HEDDLE_INTERPOSE int sigsuspend(const sigset_t* mask) {
  if (!controlled()) return HEDDLE_LIBC(sigsuspend)(mask);
  wait_outside("sigsuspend", false, HEDDLE_PC, [] { return false; });
  return -1;
}
HEDDLE_INTERPOSE int sigtimedwait(const sigset_t* signals, siginfo_t* information, const timespec* timeout) {
  if (!controlled()) return HEDDLE_LIBC(sigtimedwait)(signals, information, timeout);
  const timespec none = {0, 0};
  int result = -1;
  wait_outside("sigwait", timeout != nullptr, HEDDLE_PC,
               [&] { return (result = HEDDLE_LIBC(sigtimedwait)(signals, information, &none)) >= 0; });
  return result;
}
HEDDLE_INTERPOSE int sigwaitinfo(const sigset_t* signals, siginfo_t* information) {
  if (!controlled()) return HEDDLE_LIBC(sigwaitinfo)(signals, information);
  return sigtimedwait(signals, information, nullptr);
}
HEDDLE_INTERPOSE int sigwait(const sigset_t* signals, int* number) {
  if (!controlled()) return HEDDLE_LIBC(sigwait)(signals, number);
  *number = sigtimedwait(signals, nullptr, nullptr);
  return *number > 0 ? 0 : errno;
}

// Every execution is the same process to itself, and every thread in it has a number of its own.
HEDDLE_INTERPOSE pid_t getpid() noexcept {
  return controlled_kept() ? world.shared->process : HEDDLE_LIBC(getpid)();
}
HEDDLE_INTERPOSE pid_t gettid() noexcept {
  return controlled_kept() ? world.shared->process + static_cast<pid_t>(world.current->number)
                           : HEDDLE_LIBC(gettid)();
}
HEDDLE_INTERPOSE pid_t fork() noexcept {
  if (!controlled()) return HEDDLE_LIBC(fork)();
  doubt(Doubt::other_process, "fork");
  const pid_t child = HEDDLE_LIBC(fork)();
  if (child == 0) {  // it is nobody's to explore: from here on its calls are the real ones
    world.active = false;
    world.is_other_process = true;
  }
  return child;
}
HEDDLE_INTERPOSE pid_t vfork() noexcept { return fork(); }
HEDDLE_INTERPOSE int system(const char* command) {
  if (controlled()) doubt(Doubt::other_process, "system");
  return HEDDLE_LIBC(system)(command);
}
HEDDLE_INTERPOSE FILE* popen(const char* command, const char* mode) {
  if (controlled()) doubt(Doubt::other_process, "popen");
  return HEDDLE_LIBC(popen)(command, mode);
}
HEDDLE_INTERPOSE int posix_spawn(pid_t* process, const char* path, const posix_spawn_file_actions_t* actions,
                                 const posix_spawnattr_t* attributes, char* const* arguments,
                                 char* const* environment) {
  if (controlled()) doubt(Doubt::other_process, "posix_spawn");
  return HEDDLE_LIBC(posix_spawn)(process, path, actions, attributes, arguments, environment);
}
HEDDLE_INTERPOSE int posix_spawnp(pid_t* process, const char* file, const posix_spawn_file_actions_t* actions,
                                  const posix_spawnattr_t* attributes, char* const* arguments,
                                  char* const* environment) {
  if (controlled()) doubt(Doubt::other_process, "posix_spawnp");
  return HEDDLE_LIBC(posix_spawnp)(process, file, actions, attributes, arguments, environment);
}
// Another program in the place of this one.
#define HEDDLE_EXEC(name, parameters, given)           \
  HEDDLE_INTERPOSE int name parameters noexcept {      \
    if (!controlled()) return HEDDLE_LIBC(name) given; \
    cut(Doubt::other_process, #name);                  \
  }
HEDDLE_EXEC(execve, (const char* path, char* const* arguments, char* const* environment),
            (path, arguments, environment))
HEDDLE_EXEC(execv, (const char* path, char* const* arguments), (path, arguments))
HEDDLE_EXEC(execvp, (const char* file, char* const* arguments), (file, arguments))
HEDDLE_EXEC(execvpe, (const char* file, char* const* arguments, char* const* environment),
            (file, arguments, environment))
HEDDLE_EXEC(fexecve, (int file, char* const* arguments, char* const* environment),
            (file, arguments, environment))
// The forms that take the arguments themselves.
#define HEDDLE_EXEC_LIST(name, vector_name)                                         \
  HEDDLE_INTERPOSE int name(const char* file, const char* first, ...) noexcept {    \
    std::size_t count = 0;                                                          \
    va_list list;                                                                   \
    va_start(list, first);                                                          \
    while (va_arg(list, char*) != nullptr) ++count;                                 \
    va_end(list);                                                                   \
    char* arguments[count + 2];                                                     \
    arguments[0] = const_cast<char*>(first);                                        \
    va_start(list, first);                                                          \
    for (std::size_t i = 1; i < count + 2; ++i) arguments[i] = va_arg(list, char*); \
    va_end(list);                                                                   \
    return vector_name(file, arguments);                                            \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wvla"
HEDDLE_EXEC_LIST(execl, execv)
HEDDLE_EXEC_LIST(execlp, execvp)
#pragma GCC diagnostic pop
