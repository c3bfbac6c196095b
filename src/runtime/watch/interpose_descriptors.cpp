// SPDX-License-Identifier: Apache-2.0
// Descriptors made, copied and closed, streams of stdio included.
#include <cstdarg>

#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/watch/descriptors.h"

using namespace heddle::runtime;

// A call that returns a descriptor whose streams show when it is used.
#define HEDDLE_MAKES(name, parameters, given)               \
  HEDDLE_EARLY(name)                                        \
  HEDDLE_INTERPOSE int name parameters {                    \
    const void* pc = HEDDLE_PC;                             \
    return made(real_##name() given, nullptr, nullptr, pc); \
  }
// One with a stream of its own in both directions.
#define HEDDLE_MAKES_STREAM(name, parameters, given)           \
  HEDDLE_EARLY(name)                                           \
  HEDDLE_INTERPOSE int name parameters noexcept {              \
    const void* pc = HEDDLE_PC;                                \
    const int descriptor = real_##name() given;                \
    Stream* stream = descriptor >= 0 ? new_stream() : nullptr; \
    return made(descriptor, stream, stream, pc);               \
  }
// open and its like have a mode only if they make a file.
#define HEDDLE_OPENS(name, parameters, last, given)         \
  HEDDLE_EARLY(name)                                        \
  HEDDLE_INTERPOSE int name parameters {                    \
    const void* pc = HEDDLE_PC;                             \
    va_list rest;                                           \
    va_start(rest, last);                                   \
    const auto mode = va_arg(rest, mode_t);                 \
    va_end(rest);                                           \
    return made(real_##name() given, nullptr, nullptr, pc); \
  }
extern "C" {
int __open_2(const char*, int);
int __open64_2(const char*, int);
int __openat_2(int, const char*, int);
int __openat64_2(int, const char*, int);
}
HEDDLE_OPENS(open, (const char* path, int flags, ...), flags, (path, flags, mode))
HEDDLE_OPENS(open64, (const char* path, int flags, ...), flags, (path, flags, mode))
HEDDLE_OPENS(openat, (int directory, const char* path, int flags, ...), flags, (directory, path, flags, mode))
HEDDLE_OPENS(openat64, (int directory, const char* path, int flags, ...), flags,
             (directory, path, flags, mode))
HEDDLE_MAKES(__open_2, (const char* path, int flags), (path, flags))
HEDDLE_MAKES(__open64_2, (const char* path, int flags), (path, flags))
HEDDLE_MAKES(__openat_2, (int directory, const char* path, int flags), (directory, path, flags))
HEDDLE_MAKES(__openat64_2, (int directory, const char* path, int flags), (directory, path, flags))
HEDDLE_MAKES(creat, (const char* path, mode_t mode), (path, mode))
HEDDLE_MAKES(creat64, (const char* path, mode_t mode), (path, mode))
HEDDLE_MAKES(mkstemp, (char* path), (path))
HEDDLE_MAKES(mkstemp64, (char* path), (path))
HEDDLE_MAKES(mkostemp, (char* path, int flags), (path, flags))
HEDDLE_MAKES(memfd_create, (const char* label, unsigned flags) noexcept, (label, flags))
HEDDLE_MAKES(socket, (int domain, int type, int protocol) noexcept, (domain, type, protocol))
HEDDLE_MAKES_STREAM(eventfd, (unsigned value, int flags), (value, flags))
HEDDLE_MAKES_STREAM(epoll_create, (int size), (size))
HEDDLE_MAKES_STREAM(epoll_create1, (int flags), (flags))
HEDDLE_MAKES_STREAM(timerfd_create, (clockid_t clock, int flags), (clock, flags))
HEDDLE_MAKES_STREAM(inotify_init, (), ())
HEDDLE_MAKES_STREAM(inotify_init1, (int flags), (flags))

HEDDLE_EARLY(mq_open)
HEDDLE_INTERPOSE mqd_t mq_open(const char* path, int flags, ...) noexcept {
  const void* pc = HEDDLE_PC;
  va_list rest;
  va_start(rest, flags);
  const auto mode = va_arg(rest, mode_t);
  auto* attributes = va_arg(rest, mq_attr*);
  va_end(rest);
  return made(real_mq_open()(path, flags, mode, attributes), nullptr, nullptr, pc);
}

HEDDLE_EARLY(signalfd)
HEDDLE_INTERPOSE int signalfd(int descriptor, const sigset_t* set, int flags) noexcept {
  const void* pc = HEDDLE_PC;
  const int result = real_signalfd()(descriptor, set, flags);
  return descriptor >= 0 ? result : made_signals(result, pc);
}

HEDDLE_EARLY(pipe2)
namespace {
int make_pipe(int* ends, int flags, const void* pc) {
  const int result = real_pipe2()(ends, flags);
  if (result != 0) return result;
  Stream* stream = new_stream();
  made(ends[0], stream, stream, pc);
  made(ends[1], stream, stream, pc);
  writes(ends, 2 * sizeof *ends, pc);
  return result;
}
}  // namespace
HEDDLE_INTERPOSE int pipe2(int* ends, int flags) noexcept { return make_pipe(ends, flags, HEDDLE_PC); }
HEDDLE_INTERPOSE int pipe(int* ends) noexcept { return make_pipe(ends, 0, HEDDLE_PC); }
HEDDLE_EARLY(socketpair)
HEDDLE_INTERPOSE int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  const void* pc = HEDDLE_PC;
  const int result = real_socketpair()(domain, type, protocol, ends);
  if (result != 0) return result;
  Stream *there = new_stream(), *back = new_stream();
  made(ends[0], back, there, pc);
  made(ends[1], there, back, pc);
  writes(ends, 2 * sizeof *ends, pc);
  return result;
}

HEDDLE_EARLY(dup)
HEDDLE_INTERPOSE int dup(int descriptor) noexcept {
  const void* pc = HEDDLE_PC;
  return made_copy(real_dup()(uses(descriptor, pc)), descriptor, pc);
}
// What the number stood for before is closed, quietly: that is what people use them for.
HEDDLE_EARLY(dup2)
HEDDLE_INTERPOSE int dup2(int descriptor, int wanted) noexcept {
  const void* pc = HEDDLE_PC;
  const int result = real_dup2()(uses(descriptor, pc), wanted);
  return descriptor == wanted ? result : made_copy(result, descriptor, pc);
}
HEDDLE_EARLY(dup3)
HEDDLE_INTERPOSE int dup3(int descriptor, int wanted, int flags) noexcept {
  const void* pc = HEDDLE_PC;
  return made_copy(real_dup3()(uses(descriptor, pc), wanted, flags), descriptor, pc);
}

// Locks of a process (F_SETLK) do not keep its threads apart; those of an open file description do.
namespace {
template <class Real>
int control(Real real, int descriptor, int command, void* argument, const void* pc) {
  const bool locks = command == F_OFD_SETLK || command == F_OFD_SETLKW;
  const short type = locks ? static_cast<const struct flock*>(argument)->l_type : short{F_RDLCK};
  uses(descriptor, pc);
  if (locks && type == F_UNLCK) file_unlocks(descriptor, pc);
  const int result = real(descriptor, command, argument);
  if (locks && type != F_UNLCK && result == 0) file_locked(descriptor, pc);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) made_copy(result, descriptor, pc);
  return result;
}
}  // namespace
#define HEDDLE_CONTROLS(name)                                                \
  HEDDLE_EARLY(name)                                                         \
  HEDDLE_INTERPOSE int name(int descriptor, int command, ...) {              \
    va_list rest;                                                            \
    va_start(rest, command);                                                 \
    void* argument = va_arg(rest, void*);                                    \
    va_end(rest);                                                            \
    return control(real_##name(), descriptor, command, argument, HEDDLE_PC); \
  }
HEDDLE_CONTROLS(fcntl)
HEDDLE_CONTROLS(fcntl64)

#define HEDDLE_CLOSES(type, name, parameters, given, descriptor) \
  HEDDLE_EARLY(name)                                             \
  HEDDLE_INTERPOSE type name parameters {                        \
    closes(descriptor, HEDDLE_PC);                               \
    return real_##name() given;                                  \
  }
HEDDLE_CLOSES(int, close, (int descriptor), (descriptor), descriptor)
HEDDLE_CLOSES(int, mq_close, (mqd_t queue) noexcept, (queue), queue)
HEDDLE_CLOSES(int, closedir, (DIR * directory), (directory), dirfd(directory))
HEDDLE_CLOSES(int, fclose, (FILE * file), (file), number_of(file))
HEDDLE_CLOSES(int, pclose, (FILE * file), (file), number_of(file))
HEDDLE_INTERPOSE int close_range(unsigned first, unsigned last, int flags) noexcept {
  if ((flags & 4 /* only CLOSE_RANGE_CLOEXEC */) == 0) closes_all(first, last, HEDDLE_PC);
  return HEDDLE_REAL(close_range)(first, last, flags);
}
HEDDLE_INTERPOSE void closefrom(int first) noexcept {
  closes_all(static_cast<unsigned>(first), ~0U, HEDDLE_PC);
  HEDDLE_REAL(closefrom)(first);
}

#define HEDDLE_OPENS_FILE(name, parameters, given)                    \
  HEDDLE_EARLY(name)                                                  \
  HEDDLE_INTERPOSE FILE* name parameters {                            \
    const void* pc = HEDDLE_PC;                                       \
    FILE* file = real_##name() given;                                 \
    if (file != nullptr) made(number_of(file), nullptr, nullptr, pc); \
    return file;                                                      \
  }
HEDDLE_OPENS_FILE(fopen, (const char* path, const char* mode), (path, mode))
HEDDLE_OPENS_FILE(fopen64, (const char* path, const char* mode), (path, mode))
HEDDLE_OPENS_FILE(freopen, (const char* path, const char* mode, FILE* old), (path, mode, old))
HEDDLE_OPENS_FILE(freopen64, (const char* path, const char* mode, FILE* old), (path, mode, old))
HEDDLE_OPENS_FILE(tmpfile, (), ())
HEDDLE_OPENS_FILE(tmpfile64, (), ())
HEDDLE_OPENS_FILE(popen, (const char* command, const char* mode), (command, mode))
HEDDLE_EARLY(opendir)
HEDDLE_INTERPOSE DIR* opendir(const char* path) {
  const void* pc = HEDDLE_PC;
  DIR* directory = real_opendir()(path);
  if (directory != nullptr) made(dirfd(directory), nullptr, nullptr, pc);
  return directory;
}
