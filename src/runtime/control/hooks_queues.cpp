// SPDX-License-Identifier: Apache-2.0
// Locks of files, and the queues and semaphores of the system, in System V's form and in POSIX's. They order threads as
// pipes do (hooks_outside.cpp): what they are given back for, whoever has them next knows.
#include <cstdarg>
#include <cstddef>

#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/control/locks.h"
#include "runtime/control/outside.h"
#include "runtime/shared/abi.h"

using namespace heddle::control;

namespace {
void filled(const void* to, ssize_t bytes, const void* pc) {
  if (bytes > 0 && controlled()) touched(to, static_cast<std::size_t>(bytes), true, pc);
}
}  // namespace

HEDDLE_INTERPOSE int flock(int file, int operation) noexcept {
  if (!controlled()) return HEDDLE_LIBC(flock)(file, operation);
  const auto now = [=](int what) { return HEDDLE_LIBC(flock)(file, what); };
  if ((operation & (LOCK_NB | LOCK_UN)) != 0)
    return static_cast<int>(at_once("flock", HEDDLE_PC, [=] { return now(operation); }));
  return static_cast<int>(until_done("flock", HEDDLE_PC, is_again, [=] { return now(operation | LOCK_NB); }));
}
HEDDLE_INTERPOSE int lockf(int file, int command, off_t size) {
  if (!controlled()) return HEDDLE_LIBC(lockf)(file, command, size);
  const auto now = [=](int what) { return HEDDLE_LIBC(lockf)(file, what, size); };
  if (command != F_LOCK) return static_cast<int>(at_once("lockf", HEDDLE_PC, [=] { return now(command); }));
  return static_cast<int>(until_done("lockf", HEDDLE_PC, is_again, [=] { return now(F_TLOCK); }));
}
namespace {
// Flags of a descriptor and of what it stands for: who looks sees what was set last.
void step_on_flags(int file, bool sets, const void* pc) {
  if (controlled() && file >= 0) step_on(flags_of(file), sets, pc);
}

int file_control(int file, int command, long argument, const void* pc) {
  if (command == F_GETFL || command == F_GETFD) step_on_flags(file, false, pc);
  if (command == F_SETFL || command == F_SETFD) step_on_flags(file, true, pc);
  const auto real = [=](int what) { return HEDDLE_LIBC(fcntl)(file, what, argument); };
  const bool asks = command == F_GETLK || command == F_OFD_GETLK;
  const bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
  const bool tries = command == F_SETLK || command == F_OFD_SETLK;
  if (asks || waits || tries) touch(reinterpret_cast<const void*>(argument), sizeof(struct flock), asks, pc);
  if (!controlled() || !(waits || tries)) return real(command);
  if (tries) return static_cast<int>(at_once("fcntl", pc, [=] { return real(command); }));
  return static_cast<int>(
      until_done("fcntl", pc, is_again, [=] { return real(command == F_SETLKW ? F_SETLK : F_OFD_SETLK); }));
}
}  // namespace
#define HEDDLE_FCNTL(name)                                   \
  HEDDLE_INTERPOSE int name(int file, int command, ...) {    \
    va_list arguments;                                       \
    va_start(arguments, command);                            \
    const long argument = va_arg(arguments, long);           \
    va_end(arguments);                                       \
    return file_control(file, command, argument, HEDDLE_PC); \
  }
HEDDLE_FCNTL(fcntl)
HEDDLE_FCNTL(fcntl64)
HEDDLE_INTERPOSE int setsockopt(int file, int level, int option, const void* value, socklen_t size) noexcept {
  step_on_flags(file, true, HEDDLE_PC);
  return HEDDLE_LIBC(setsockopt)(file, level, option, value, size);
}
HEDDLE_INTERPOSE int getsockopt(int file, int level, int option, void* value, socklen_t* size) noexcept {
  step_on_flags(file, false, HEDDLE_PC);
  return HEDDLE_LIBC(getsockopt)(file, level, option, value, size);
}
HEDDLE_INTERPOSE int semctl(int semaphores, int number, int command, ...) noexcept {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  const auto now = [=] { return HEDDLE_LIBC(semctl)(semaphores, number, command, argument); };
  return controlled() ? static_cast<int>(at_once("semctl", HEDDLE_PC, now)) : now();
}
// Where it may not wait it is tried once.
#define HEDDLE_OF_QUEUE(type, name, parameters, given)                                          \
  HEDDLE_INTERPOSE type name parameters {                                                       \
    const auto now = [=](int flags) { return HEDDLE_LIBC(name) given; };                        \
    if (!controlled()) return now(asked);                                                       \
    return static_cast<type>(                                                                   \
        (asked & IPC_NOWAIT) != 0                                                               \
            ? at_once(#name, HEDDLE_PC, [=] { return now(asked); })                             \
            : until_done(#name, HEDDLE_PC, is_again, [=] { return now(asked | IPC_NOWAIT); })); \
  }
HEDDLE_OF_QUEUE(ssize_t, msgrcv, (int queue, void* to, size_t size, long type, int asked),
                (queue, to, size, type, flags))
HEDDLE_OF_QUEUE(int, msgsnd, (int queue, const void* from, size_t size, int asked),
                (queue, from, size, flags))

namespace {
// System V: some numbers are changed together, or the caller waits until they can be.
int change_semaphores(int set, sembuf* changes, std::size_t count, bool timed, const char* name,
                      const void* pc) {
  constexpr std::size_t kMost = 500;  // Linux allows so many
  if (count > kMost) return HEDDLE_LIBC(semop)(set, changes, count);
  touch(changes, count * sizeof *changes, false, pc);
  sembuf tried[kMost];
  bool waits = true, gives = false;
  for (std::size_t i = 0; i < count; ++i) {
    waits &= (changes[i].sem_flg & IPC_NOWAIT) == 0;
    gives |= changes[i].sem_op > 0;
    tried[i] = changes[i];
    tried[i].sem_flg = static_cast<short>(tried[i].sem_flg | IPC_NOWAIT);
  }
  if (gives) at_once(nullptr, pc, [] { return 0L; });  // published before anybody can have it
  int result = -1;
  wait_outside(name, timed, pc, [&] {
    result = HEDDLE_LIBC(semop)(set, tried, count);
    return !waits || !is_again(result);
  });
  return result;
}
}  // namespace
HEDDLE_INTERPOSE int semop(int set, sembuf* changes, size_t count) noexcept {
  if (!controlled()) return HEDDLE_LIBC(semop)(set, changes, count);
  return change_semaphores(set, changes, count, false, "semop", HEDDLE_PC);
}
HEDDLE_INTERPOSE int semtimedop(int set, sembuf* changes, size_t count, const timespec* time) noexcept {
  if (!controlled()) return HEDDLE_LIBC(semtimedop)(set, changes, count, time);
  return change_semaphores(set, changes, count, time != nullptr, "semtimedop", HEDDLE_PC);
}
HEDDLE_INTERPOSE int shutdown(int file, int how) noexcept {
  if (!controlled()) return HEDDLE_LIBC(shutdown)(file, how);
  return static_cast<int>(at_once("shutdown", HEDDLE_PC, [=] { return HEDDLE_LIBC(shutdown)(file, how); }));
}

// ---- message queues of POSIX: descriptors that can be asked whether a call would wait ----

namespace {
void until_queue_ready(const char* name, int queue, short events, bool timed, const void* pc) {
  const int flags = HEDDLE_LIBC(fcntl)(queue, F_GETFL, 0);
  if (flags < 0) return;
  wait_outside(name, timed, pc, [=] {
    pollfd one = {queue, events, 0};
    return (flags & O_NONBLOCK) != 0 || HEDDLE_LIBC(poll)(&one, 1, 0) != 0;
  });
}
constexpr timespec kPast = {0, 0};  // who waited in vain is told so
}  // namespace
HEDDLE_INTERPOSE int mq_send(mqd_t queue, const char* from, size_t size, unsigned priority) {
  if (controlled()) {
    touch(from, size, false, HEDDLE_PC);
    until_queue_ready("mq_send", queue, POLLOUT, false, HEDDLE_PC);
  }
  return HEDDLE_LIBC(mq_send)(queue, from, size, priority);
}
HEDDLE_INTERPOSE int mq_timedsend(mqd_t queue, const char* from, size_t size, unsigned priority,
                                  const timespec* time) {
  if (!controlled()) return HEDDLE_LIBC(mq_timedsend)(queue, from, size, priority, time);
  touch(from, size, false, HEDDLE_PC);
  touch(time, sizeof *time, false, HEDDLE_PC);
  until_queue_ready("mq_timedsend", queue, POLLOUT, true, HEDDLE_PC);
  return HEDDLE_LIBC(mq_timedsend)(queue, from, size, priority, &kPast);
}
HEDDLE_INTERPOSE ssize_t mq_receive(mqd_t queue, char* to, size_t size, unsigned* priority) {
  const void* pc = HEDDLE_PC;
  if (controlled()) until_queue_ready("mq_receive", queue, POLLIN, false, pc);
  const ssize_t result = HEDDLE_LIBC(mq_receive)(queue, to, size, priority);
  filled(to, result, pc);
  if (priority != nullptr && result >= 0) filled(priority, sizeof *priority, pc);
  return result;
}
HEDDLE_INTERPOSE ssize_t mq_timedreceive(mqd_t queue, char* to, size_t size, unsigned* priority,
                                         const timespec* time) {
  const void* pc = HEDDLE_PC;
  if (!controlled()) return HEDDLE_LIBC(mq_timedreceive)(queue, to, size, priority, time);
  touch(time, sizeof *time, false, pc);
  until_queue_ready("mq_timedreceive", queue, POLLIN, true, pc);
  const ssize_t result = HEDDLE_LIBC(mq_timedreceive)(queue, to, size, priority, &kPast);
  filled(to, result, pc);
  if (priority != nullptr && result >= 0) filled(priority, sizeof *priority, pc);
  return result;
}
