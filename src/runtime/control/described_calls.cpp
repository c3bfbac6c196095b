// SPDX-License-Identifier: Apache-2.0
// What functions of libc and libstdc++ read and write of their caller's memory, where that is all that others can notice of
// them. A row is enough for one (described_system.cpp, described_text.cpp, described_library.cpp): known_calls.cpp leads its
// calls by way of touch_arguments. Whatever also waits, or keeps something, has a function of its own
// (src/runtime/shared/interpose_*.cpp); the rows of such functions have only what those leave out.
//
// How much that is is known before the call: by a number in the row, by an argument, by what the arguments point to
// (measures.h), or by a rehearsal (rehearsal.h). A call that fails is taken to have done as much.
#include "runtime/control/described_calls.h"

#include <cerrno>
#include <cstring>
#include <cwchar>

#include <dlfcn.h>

#include "runtime/control/described_rows.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/rehearsal.h"
#include "runtime/control/touch.h"

// In a section of its own: it belongs to what the program keeps.
extern "C" {
// What functions keep from one call to the next, each of them at the number of its row.
__attribute__((section("heddle_kept"), visibility("hidden"), used)) char state_of_functions[1024] = {};
}

namespace heddle::control {
namespace {

// The checked form of a function has the same arguments, and then one more.
bool is_checked_form(const char* name, const char* function) {
  const std::size_t length = std::strlen(function);
  return std::strncmp(name, "__", 2) == 0 && std::strncmp(name + 2, function, length) == 0 &&
         std::strcmp(name + 2 + length, "_chk") == 0;
}

void* sign_of_gamma = nullptr;

void touch_state(const DescribedCall& call, const void* given, const void* pc) {
  if (given != nullptr) {
    touch(given, sizeof(mbstate_t), false, pc);
    return touch(given, sizeof(mbstate_t), true, pc);
  }
  const auto row = static_cast<std::size_t>(&call - calls_of_text().data());
  touch(&state_of_functions[row % sizeof state_of_functions], 1, true, pc);
}

std::size_t bytes_of(const Argument& argument, const char* at, const Arguments& arguments) {
  if (argument.measure != nullptr) return argument.measure(arguments);
  if (argument.use == Use::reads_text || argument.use == Use::changes_text) return std::strlen(at) + 1;
  return argument.size_in == Argument::kNoSize ? argument.bytes
                                               : argument.bytes * arguments[argument.size_in];
}

void touch_argument(const DescribedCall& call, const Argument& argument, const Arguments& arguments,
                    const void* function, const void* pc) {
  const auto* at = reinterpret_cast<const char*>(arguments[argument.number]);
  switch (argument.use) {
    case Use::none:
      return;
    case Use::sets_signgam:
      if (sign_of_gamma != nullptr) touch(sign_of_gamma, sizeof(int), true, pc);
      return;
    case Use::own_state:
      return touch_state(call, nullptr, pc);
    case Use::state:
      return touch_state(call, at, pc);
    case Use::returns_random:
      return doubt(Doubt::blocking_call, call.name[0] == '_' ? "std::random_device" : call.name);
    case Use::rehearsed:
      return rehearse(call, argument, arguments, function, pc);
    default:
      break;
  }
  if (at == nullptr) return;
  if (argument.indirect) {
    touch(at, sizeof(char*), false, pc);
    at = *reinterpret_cast<const char* const*>(at);
    if (at == nullptr) return;
  }
  const std::size_t bytes = bytes_of(argument, at, arguments);
  if (bytes == 0) return;
  at += argument.offset;
  if (argument.use == Use::writes_random) return touch_with_random(at, bytes, call.name, pc);
  if (argument.use != Use::writes) touch(at, bytes, false, pc);
  if (argument.use != Use::reads && argument.use != Use::reads_text) touch(at, bytes, true, pc);
}

}  // namespace

bool is_call_of(const char* pattern, const char* name) {
  const std::size_t length = std::strlen(pattern);
  if (pattern[length - 1] == '*') return std::strncmp(pattern, name, length - 1) == 0;
  return std::strcmp(pattern, name) == 0 || is_checked_form(name, pattern);
}

const DescribedCall* described_call(const char* name) {
  for (const auto calls : {calls_of_system(), calls_of_text(), calls_of_library()})
    for (const DescribedCall& call : calls)
      if (is_call_of(call.name, name)) return &call;
  return nullptr;
}

void watch_signgam() { sign_of_gamma = dlsym(RTLD_DEFAULT, "signgam"); }

void touch_arguments(const DescribedCall& call, const std::uint64_t (&arguments)[6], const void* function,
                     const void* pc) {
  const int error = errno;
  for (const Argument& argument : call.arguments) touch_argument(call, argument, arguments, function, pc);
  errno = error;
}

}  // namespace heddle::control
