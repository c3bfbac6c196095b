// SPDX-License-Identifier: Apache-2.0
// What passes through the kernel other than by reading and writing (shared/interpose_files.cpp): being told
// that there is something to read, connections, timers, locks of files, queues, children.
#include <mqueue.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/watch/descriptors.h"

using namespace heddle::runtime;

// ---- there is something to read ----

namespace {

int told(pollfd* files, nfds_t count, int result, const void* pc) {
  if (result < 0 || !watched()) return result;
  reads(files, count * sizeof *files, pc);
  for (nfds_t i = 0; i < count && result > 0; ++i)
    if ((files[i].revents & (POLLIN | POLLHUP | POLLRDHUP | POLLPRI)) != 0) received(files[i].fd, pc);
  return result;
}
int told(int count, const fd_set* readable, int result, const void* pc) {
  for (int i = 0; readable != nullptr && result > 0 && i < count; ++i)
    if (FD_ISSET(i, readable)) received(i, pc);
  return result;
}
// What was asked of epolls. An event is known by what it was to carry; of several that carry the same, each may be meant.
class Asked {
 public:
  void change(int epoll, int operation, int descriptor, const epoll_event* event) {
    const SpinGuard guard(lock_);
    Each* free = nullptr;
    for (Each& each : all_) {
      const bool is_it = each.epoll == epoll + 1 && each.descriptor == descriptor;
      if (is_it || (free == nullptr && each.epoll == 0)) free = &each;
      if (is_it) break;
    }
    if (free == nullptr) return;
    if (operation == EPOLL_CTL_DEL || event == nullptr)
      *free = {};
    else
      *free = {epoll + 1, descriptor, event->data.u64};
  }
  void received_by(int epoll, const epoll_event& event, const void* pc) {
    if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLRDHUP | EPOLLPRI)) == 0) return;
    for (const Each& each : all_) {
      lock_.lock();
      const Each asked = each;
      lock_.unlock();
      if (asked.epoll == epoll + 1 && asked.data == event.data.u64) received(asked.descriptor, pc);
    }
  }

 private:
  struct Each {
    int epoll = 0;  // its number and 1
    int descriptor = 0;
    std::uint64_t data = 0;
  };
  SpinLock lock_;
  Each all_[1024];
};
Asked asked;

int told(int epoll, epoll_event* events, int result, const void* pc) {
  if (result <= 0) return result;
  received(epoll, pc);
  for (int i = 0; i < result; ++i) asked.received_by(epoll, events[i], pc);
  writes(events, static_cast<std::size_t>(result) * sizeof *events, pc);
  return result;
}

}  // namespace

extern "C" {
int __poll_chk(pollfd*, nfds_t, int, std::size_t);
int __ppoll_chk(pollfd*, nfds_t, const timespec*, const sigset_t*, std::size_t);
}
HEDDLE_TRANSFER(int, poll, (pollfd * files, nfds_t count, int limit), (files, count, limit),
                told(files, count, result, pc))
HEDDLE_TRANSFER(int, __poll_chk, (pollfd * files, nfds_t count, int limit, std::size_t size),
                (files, count, limit, size), told(files, count, result, pc))
HEDDLE_TRANSFER(int, ppoll, (pollfd * files, nfds_t count, const timespec* limit, const sigset_t* mask),
                (files, count, limit, mask), told(files, count, result, pc))
HEDDLE_TRANSFER(int, __ppoll_chk,
                (pollfd * files, nfds_t count, const timespec* limit, const sigset_t* mask, std::size_t size),
                (files, count, limit, mask, size), told(files, count, result, pc))
HEDDLE_TRANSFER(int, select, (int count, fd_set* in, fd_set* out, fd_set* other, timeval* limit),
                (count, in, out, other, limit), told(count, in, result, pc))
HEDDLE_TRANSFER(int, pselect,
                (int count, fd_set* in, fd_set* out, fd_set* other, const timespec* limit,
                 const sigset_t* mask),
                (count, in, out, other, limit, mask), told(count, in, result, pc))
HEDDLE_TRANSFER(int, epoll_wait, (int epoll, epoll_event* events, int most, int limit),
                (uses(epoll, pc), events, most, limit), told(epoll, events, result, pc))
HEDDLE_TRANSFER(int, epoll_pwait, (int epoll, epoll_event* events, int most, int limit, const sigset_t* mask),
                (uses(epoll, pc), events, most, limit, mask), told(epoll, events, result, pc))
HEDDLE_INTERPOSE int epoll_pwait2(int epoll, epoll_event* events, int most, const timespec* limit,
                                  const sigset_t* mask) {
  const void* pc = HEDDLE_PC;
  return told(epoll, events, HEDDLE_REAL(epoll_pwait2)(uses(epoll, pc), events, most, limit, mask), pc);
}
HEDDLE_EARLY(epoll_ctl)
HEDDLE_INTERPOSE int epoll_ctl(int epoll, int operation, int descriptor, epoll_event* event) noexcept {
  const void* pc = HEDDLE_PC;
  uses(descriptor, pc);
  if (operation != EPOLL_CTL_DEL && event != nullptr) reads(event, sizeof *event, pc);
  asked.change(epoll, operation, descriptor, event);
  return real_epoll_ctl()(sends(epoll, pc), operation, descriptor, event);
}

HEDDLE_EARLY(eventfd_read)
HEDDLE_INTERPOSE int eventfd_read(int descriptor, eventfd_t* value) {
  const void* pc = HEDDLE_PC;
  const int result = receives(descriptor, real_eventfd_read()(uses(descriptor, pc), value), pc);
  if (result == 0) writes(value, sizeof *value, pc);
  return result;
}
HEDDLE_EARLY(eventfd_write)
HEDDLE_INTERPOSE int eventfd_write(int descriptor, eventfd_t value) {
  return real_eventfd_write()(sends(descriptor, HEDDLE_PC), value);
}
HEDDLE_EARLY(timerfd_settime)
HEDDLE_INTERPOSE int timerfd_settime(int descriptor, int flags, const itimerspec* value,
                                     itimerspec* old) noexcept {
  return real_timerfd_settime()(sends(descriptor, HEDDLE_PC), flags, value, old);
}
HEDDLE_EARLY(inotify_add_watch)
HEDDLE_INTERPOSE int inotify_add_watch(int descriptor, const char* path, std::uint32_t mask) noexcept {
  return real_inotify_add_watch()(sends(descriptor, HEDDLE_PC), path, mask);
}

// ---- sockets ----

HEDDLE_EARLY(listen)
HEDDLE_INTERPOSE int listen(int socket, int most) noexcept {
  listens(socket, HEDDLE_PC);
  return real_listen()(socket, most);
}
HEDDLE_EARLY(connect)
HEDDLE_INTERPOSE int connect(int socket, const sockaddr* address, socklen_t size) {
  const void* pc = HEDDLE_PC;
  connects(socket, address, size, pc);
  const int result = real_connect()(socket, address, size);
  if (result == 0) connected(socket, pc);
  return result;
}
HEDDLE_TRANSFER(int, accept, (int socket, sockaddr* address, socklen_t* size),
                (uses(socket, pc), address, size), accepted(result, socket, pc))
HEDDLE_TRANSFER(int, accept4, (int socket, sockaddr* address, socklen_t* size, int flags),
                (uses(socket, pc), address, size, flags), accepted(result, socket, pc))
HEDDLE_EARLY(shutdown)
HEDDLE_INTERPOSE int shutdown(int socket, int how) noexcept {
  return real_shutdown()(sends(socket, HEDDLE_PC), how);
}

// ---- streams: what is in their buffers goes on its way ----

HEDDLE_EARLY(fflush)
HEDDLE_INTERPOSE int fflush(FILE* file) {
  if (file != nullptr) sends(number_of(file), HEDDLE_PC);
  return real_fflush()(file);
}

// ---- from one descriptor to another: what was read before is in what is written ----

namespace {
int passes_on(int from, int to, const void* pc) {
  uses(from, pc);
  received(from, pc);
  return sends(to, pc);
}
}  // namespace
#define HEDDLE_PASSES_ON(name, parameters, given, from, to) \
  HEDDLE_EARLY(name)                                        \
  HEDDLE_INTERPOSE ssize_t name parameters {                \
    passes_on(from, to, HEDDLE_PC);                         \
    return real_##name() given;                             \
  }
HEDDLE_PASSES_ON(splice, (int from, off64_t* at, int to, off64_t* to_at, std::size_t bytes, unsigned flags),
                 (from, at, to, to_at, bytes, flags), from, to)
HEDDLE_PASSES_ON(tee, (int from, int to, std::size_t bytes, unsigned flags), (from, to, bytes, flags), from,
                 to)
HEDDLE_PASSES_ON(sendfile, (int to, int from, off_t* at, std::size_t bytes) noexcept, (to, from, at, bytes),
                 from, to)
HEDDLE_PASSES_ON(sendfile64, (int to, int from, off64_t* at, std::size_t bytes) noexcept,
                 (to, from, at, bytes), from, to)
HEDDLE_PASSES_ON(copy_file_range,
                 (int from, off64_t* at, int to, off64_t* to_at, std::size_t bytes, unsigned flags),
                 (from, at, to, to_at, bytes, flags), from, to)

// ---- locks of files and streams ----

HEDDLE_EARLY(flock)
HEDDLE_INTERPOSE int flock(int descriptor, int operation) noexcept {
  const void* pc = HEDDLE_PC;
  const bool gives_up = (operation & LOCK_UN) != 0;
  uses(descriptor, pc);
  if (gives_up) file_unlocks(descriptor, pc);
  const int result = real_flock()(descriptor, operation);
  if (!gives_up && result == 0) file_locked(descriptor, pc);
  return result;
}

// ---- queues and semaphores by name or number ----

HEDDLE_EARLY(mq_send)
HEDDLE_INTERPOSE int mq_send(mqd_t queue, const char* from, std::size_t bytes, unsigned priority) {
  const void* pc = HEDDLE_PC;
  reads(from, bytes, pc);
  return real_mq_send()(sends(queue, pc), from, bytes, priority);
}
HEDDLE_EARLY(mq_timedsend)
HEDDLE_INTERPOSE int mq_timedsend(mqd_t queue, const char* from, std::size_t bytes, unsigned priority,
                                  const timespec* until) {
  const void* pc = HEDDLE_PC;
  reads(from, bytes, pc);
  return real_mq_timedsend()(sends(queue, pc), from, bytes, priority, until);
}
namespace {
ssize_t message_came(mqd_t queue, void* to, ssize_t result, const void* pc) {
  receives(queue, result, pc);
  if (result > 0) writes(to, static_cast<std::size_t>(result), pc);
  return result;
}
}  // namespace
HEDDLE_TRANSFER(ssize_t, mq_receive, (mqd_t queue, char* to, std::size_t room, unsigned* priority),
                (uses(queue, pc), to, room, priority), message_came(queue, to, result, pc))
HEDDLE_TRANSFER(ssize_t, mq_timedreceive,
                (mqd_t queue, char* to, std::size_t room, unsigned* priority, const timespec* until),
                (uses(queue, pc), to, room, priority, until), message_came(queue, to, result, pc))

HEDDLE_EARLY(msgsnd)
HEDDLE_INTERPOSE int msgsnd(int queue, const void* from, std::size_t bytes, int flags) {
  const void* pc = HEDDLE_PC;
  reads(from, bytes + sizeof(long), pc);
  sends(Numbered::queue, static_cast<std::uint64_t>(queue), pc);
  return real_msgsnd()(queue, from, bytes, flags);
}
HEDDLE_EARLY(msgrcv)
HEDDLE_INTERPOSE ssize_t msgrcv(int queue, void* to, std::size_t room, long type, int flags) {
  const void* pc = HEDDLE_PC;
  const ssize_t result = real_msgrcv()(queue, to, room, type, flags);
  if (result < 0) return result;
  received(Numbered::queue, static_cast<std::uint64_t>(queue), pc);
  writes(to, static_cast<std::size_t>(result) + sizeof(long), pc);
  return result;
}
namespace {
void gives(int set, const sembuf* steps, std::size_t count, const void* pc) {
  for (std::size_t i = 0; i < count && watched(); ++i)
    if (steps[i].sem_op > 0) return sends(Numbered::semaphores, static_cast<std::uint64_t>(set), pc);
}
int taken(int set, const sembuf* steps, std::size_t count, int result, const void* pc) {
  for (std::size_t i = 0; i < count && result == 0 && watched(); ++i)
    if (steps[i].sem_op <= 0) {
      received(Numbered::semaphores, static_cast<std::uint64_t>(set), pc);
      break;
    }
  return result;
}
}  // namespace
HEDDLE_EARLY(semop)
HEDDLE_INTERPOSE int semop(int set, sembuf* steps, std::size_t count) noexcept {
  const void* pc = HEDDLE_PC;
  gives(set, steps, count, pc);
  return taken(set, steps, count, real_semop()(set, steps, count), pc);
}
HEDDLE_EARLY(semtimedop)
HEDDLE_INTERPOSE int semtimedop(int set, sembuf* steps, std::size_t count, const timespec* limit) noexcept {
  const void* pc = HEDDLE_PC;
  gives(set, steps, count, pc);
  return taken(set, steps, count, real_semtimedop()(set, steps, count, limit), pc);
}

// ---- children: whoever made one did so before anyone has waited for it ----

namespace {
template <class Result>
Result child_ended(Result result, int* status, const void* pc) {
  if (result > 0) {
    received(Numbered::children, 0, pc);
    if (status != nullptr) writes(status, sizeof *status, pc);
  }
  return result;
}
}  // namespace
HEDDLE_TRANSFER(pid_t, wait, (int* status), (status), child_ended(result, status, pc))
HEDDLE_TRANSFER(pid_t, waitpid, (pid_t child, int* status, int flags), (child, status, flags),
                child_ended(result, status, pc))
HEDDLE_TRANSFER(pid_t, wait3, (int* status, int flags, rusage* usage) noexcept, (status, flags, usage),
                child_ended(result, status, pc))
HEDDLE_TRANSFER(pid_t, wait4, (pid_t child, int* status, int flags, rusage* usage) noexcept,
                (child, status, flags, usage), child_ended(result, status, pc))
HEDDLE_EARLY(waitid)
HEDDLE_INTERPOSE int waitid(idtype_t type, id_t child, siginfo_t* info, int flags) {
  const int result = real_waitid()(type, child, info, flags);
  if (result == 0) received(Numbered::children, 0, HEDDLE_PC);
  return result;
}
#define HEDDLE_SPAWNS(name)                                                                            \
  HEDDLE_EARLY(name)                                                                                   \
  HEDDLE_INTERPOSE int name(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions, \
                            const posix_spawnattr_t* attributes, char* const* arguments,               \
                            char* const* environment) {                                                \
    sends(Numbered::children, 0, HEDDLE_PC);                                                           \
    return real_##name()(child, path, actions, attributes, arguments, environment);                    \
  }
HEDDLE_SPAWNS(posix_spawn)
HEDDLE_SPAWNS(posix_spawnp)
