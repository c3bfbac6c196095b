// SPDX-License-Identifier: Apache-2.0
// Functions of libc that keep something of their own between calls, or answer in memory of their own, without a
// lock: POSIX does not have them safe for several threads, and two unordered calls are a data race on that
// memory.
//
// Where the memory is known it is told of itself (localtime's answer). Where it is hidden a variable here
// stands for it, whose name says what it is in the reports. strtok's is the real one: its place is kept here.
#include <ctime>

#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/time_zone.h"

using namespace heddle::runtime;

// In a section of its own: it belongs to what the program keeps.
#define HEDDLE_KEPT __attribute__((section("heddle_kept"), visibility("hidden"), used))
extern "C" {
HEDDLE_KEPT char environment = 0;
HEDDLE_KEPT char drand48_state = 0;
char* strtok(char*, const char*) noexcept;
}

// ---- the environment: getenv returns what setenv may change or move ----

#define HEDDLE_KEEPS(type, name, parameters, given, variable, write) \
  HEDDLE_EARLY(name)                                                 \
  HEDDLE_INTERPOSE type name parameters noexcept {                   \
    touches(&variable, sizeof variable, write, HEDDLE_PC);           \
    return real_##name() given;                                      \
  }
// Who walks through `environ` himself reads that.
namespace heddle::runtime {
void reads_time_zone(const void* pc) {
  touches(&environment, sizeof environment, false, pc);
  touches(&environ, sizeof environ, false, pc);
}
}  // namespace heddle::runtime
#define HEDDLE_ENVIRONMENT(type, name, parameters, given, write) \
  HEDDLE_EARLY(name)                                             \
  HEDDLE_INTERPOSE type name parameters noexcept {               \
    touches(&environment, sizeof environment, write, HEDDLE_PC); \
    touches(&environ, sizeof environ, write, HEDDLE_PC);         \
    return real_##name() given;                                  \
  }
// A text that putenv was given is the program's, and is looked at as far as it is like the name. What the process began with
// stands behind the stack; what setenv made is libc's own.
extern "C" void* __libc_stack_end;
namespace {
void read_texts(const char* name, const void* pc) {
  if (!watched()) return;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    if (static_cast<void*>(*at) >= __libc_stack_end) continue;
    std::size_t same = 0;
    while (name[same] != 0 && name[same] == (*at)[same]) ++same;
    reads(*at, same + 1, pc);
  }
}
}  // namespace
#define HEDDLE_GETS_VARIABLE(name)                               \
  HEDDLE_EARLY(name)                                             \
  HEDDLE_INTERPOSE char* name(const char* variable) noexcept {   \
    touches(&environment, sizeof environment, false, HEDDLE_PC); \
    touches(&environ, sizeof environ, false, HEDDLE_PC);         \
    read_texts(variable, HEDDLE_PC);                             \
    return real_##name()(variable);                              \
  }
HEDDLE_GETS_VARIABLE(getenv)
HEDDLE_GETS_VARIABLE(secure_getenv)
HEDDLE_ENVIRONMENT(int, setenv, (const char* name, const char* value, int replace), (name, value, replace),
                   true)
HEDDLE_ENVIRONMENT(int, unsetenv, (const char* name), (name), true)
HEDDLE_ENVIRONMENT(int, putenv, (char* text), (text), true)
HEDDLE_ENVIRONMENT(int, clearenv, (), (), true)

// ---- random numbers without a lock ----

HEDDLE_KEEPS(double, drand48, (), (), drand48_state, true)
HEDDLE_KEEPS(long, lrand48, (), (), drand48_state, true)
HEDDLE_KEEPS(long, mrand48, (), (), drand48_state, true)
HEDDLE_KEEPS(void, srand48, (long seed), (seed), drand48_state, true)

// ---- answers in memory of the function's own ----

#define HEDDLE_STATIC_ANSWER(type, name, parameters, given, bytes, exceptions) \
  HEDDLE_EARLY(name)                                                           \
  HEDDLE_INTERPOSE type name parameters exceptions {                           \
    const void* pc = HEDDLE_PC;                                                \
    const auto result = real_##name() given;                                   \
    if (result != nullptr) writes(result, bytes, pc);                          \
    return result;                                                             \
  }
HEDDLE_EARLY(localtime)
HEDDLE_INTERPOSE tm* localtime(const time_t* time) noexcept {
  const void* pc = HEDDLE_PC;
  reads_time_zone(pc);
  tm* result = real_localtime()(time);
  if (result != nullptr) writes(result, sizeof *result, pc);
  return result;
}
HEDDLE_STATIC_ANSWER(tm*, gmtime, (const time_t* time), (time), sizeof *result, noexcept)
HEDDLE_STATIC_ANSWER(char*, asctime, (const tm* time), (time), length_of(result) + 1, noexcept)
HEDDLE_EARLY(ctime)
HEDDLE_INTERPOSE char* ctime(const time_t* time) noexcept {
  const void* pc = HEDDLE_PC;
  reads_time_zone(pc);
  if (const tm* between = real_localtime()(time)) writes(between, sizeof *between, pc);
  char* result = real_ctime()(time);
  if (result != nullptr) writes(result, length_of(result) + 1, pc);
  return result;
}
HEDDLE_STATIC_ANSWER(passwd*, getpwnam, (const char* name), (name), sizeof *result, )
HEDDLE_STATIC_ANSWER(passwd*, getpwuid, (uid_t user), (user), sizeof *result, )
HEDDLE_STATIC_ANSWER(group*, getgrnam, (const char* name), (name), sizeof *result, )
HEDDLE_STATIC_ANSWER(group*, getgrgid, (gid_t group), (group), sizeof *result, )
HEDDLE_STATIC_ANSWER(hostent*, gethostbyname, (const char* name), (name), sizeof *result, )
