// SPDX-License-Identifier: Apache-2.0
// Functions that answer a question of the program's into memory of the caller: where it is, where a link
// leads, what time it is, what time that was.
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/time_zone.h"

using namespace heddle::runtime;

extern "C" {
char* __getcwd_chk(char*, std::size_t, std::size_t) noexcept;
ssize_t __readlink_chk(const char*, char*, std::size_t, std::size_t) noexcept;
ssize_t __readlinkat_chk(int, const char*, char*, std::size_t, std::size_t) noexcept;
}

#define HEDDLE_ANSWER(type, name, parameters, given, succeeded, to, bytes) \
  HEDDLE_EARLY(name)                                                       \
  HEDDLE_INTERPOSE type name parameters noexcept {                         \
    const auto result = real_##name() given;                               \
    if (succeeded) writes(to, bytes, HEDDLE_PC);                           \
    return result;                                                         \
  }
#define HEDDLE_LOCAL_TIME(type, name, parameters, given, succeeded, to, bytes) \
  HEDDLE_EARLY(name)                                                           \
  HEDDLE_INTERPOSE type name parameters noexcept {                             \
    reads_time_zone(HEDDLE_PC);                                                \
    const auto result = real_##name() given;                                   \
    if (succeeded) writes(to, bytes, HEDDLE_PC);                               \
    return result;                                                             \
  }
#define HEDDLE_LINK(name, parameters, given)                                 \
  HEDDLE_EARLY(name)                                                         \
  HEDDLE_INTERPOSE ssize_t name parameters noexcept {                        \
    HEDDLE_LOOK_AT_PATHS();                                                  \
    const ssize_t result = real_##name() given;                              \
    if (result > 0) writes(to, static_cast<std::size_t>(result), HEDDLE_PC); \
    return result;                                                           \
  }

#define HEDDLE_WHERE(name, parameters, given)                                \
  HEDDLE_EARLY(name)                                                         \
  HEDDLE_INTERPOSE char* name parameters noexcept {                          \
    HEDDLE_LOOK_AT_PATHS();                                                  \
    char* result = real_##name() given;                                      \
    if (result != nullptr) writes(result, length_of(result) + 1, HEDDLE_PC); \
    return result;                                                           \
  }
HEDDLE_WHERE(getcwd, (char* to, std::size_t room), (to, room))
HEDDLE_WHERE(__getcwd_chk, (char* to, std::size_t room, std::size_t size), (to, room, size))
HEDDLE_LINK(readlink, (const char* path, char* to, std::size_t room), (path, to, room))
HEDDLE_LINK(__readlink_chk, (const char* path, char* to, std::size_t room, std::size_t size),
            (path, to, room, size))
HEDDLE_LINK(readlinkat, (int directory, const char* path, char* to, std::size_t room),
            (directory, path, to, room))
HEDDLE_LINK(__readlinkat_chk, (int directory, const char* path, char* to, std::size_t room, std::size_t size),
            (directory, path, to, room, size))
// Conversions of time.
HEDDLE_LOCAL_TIME(tm*, localtime_r, (const time_t* time, tm* to), (time, to), result != nullptr, to,
                  sizeof *to)
HEDDLE_ANSWER(tm*, gmtime_r, (const time_t* time, tm* to), (time, to), result != nullptr, to, sizeof *to)
HEDDLE_ANSWER(char*, asctime_r, (const tm* time, char* to), (time, to), result != nullptr, to,
              length_of(to) + 1)
HEDDLE_LOCAL_TIME(char*, ctime_r, (const time_t* time, char* to), (time, to), result != nullptr, to,
                  length_of(to) + 1)
HEDDLE_LOCAL_TIME(time_t, mktime, (tm * to), (to), true, to, sizeof *to)
HEDDLE_LOCAL_TIME(std::size_t, strftime, (char* to, std::size_t room, const char* format, const tm* time),
                  (to, room, format, time), result != 0, to, result + 1)
#ifndef HEDDLE_CONTROL  // there each thread has clocks of its own: control/hooks_time.cpp
HEDDLE_ANSWER(int, clock_gettime, (clockid_t clock, timespec* to), (clock, to), result == 0, to, sizeof *to)
HEDDLE_ANSWER(int, clock_getres, (clockid_t clock, timespec* to), (clock, to), result == 0 && to != nullptr,
              to, sizeof *to)
HEDDLE_ANSWER(int, gettimeofday, (timeval * to, void* zone), (to, zone), result == 0 && to != nullptr, to,
              sizeof *to)
HEDDLE_ANSWER(time_t, time, (time_t * to), (to), result != time_t{-1} && to != nullptr, to, sizeof *to)
#endif
