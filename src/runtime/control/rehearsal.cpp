// SPDX-License-Identifier: Apache-2.0
// How much of a caller's buffer a function fills may depend on all that it reads (strxfrm, wcsrtombs, inet_ntop). It must
// be told before the call: what was there before can be put back then, and others can come first. So the function is
// called twice with other memory in the place of all that it writes: once full of one byte, once full of another. What is
// not as it was after one of the two calls is what it writes.
//
// That is right for functions of their arguments alone: they do the same again. State that a caller gives is copied for
// each of the calls; for a caller that gives none it begins anew, so a text that goes on in the middle of a character
// may be measured by a few bytes too short.
#include "runtime/control/rehearsal.h"

#include <cstring>
#include <cwchar>

#include "runtime/control/touch.h"

namespace heddle::control {
namespace {

constexpr std::size_t kRoom = std::size_t{1} << 20;
constexpr std::size_t kSmall = 512;
constexpr std::size_t kArguments = std::size(DescribedCall{}.arguments);

// Mapped with the library, and no part of what the program keeps.
__attribute__((section(".bss.rehearsal"))) unsigned char first_room[kRoom], second_room[kRoom];
__attribute__((section(".bss.rehearsal"))) unsigned char others[kArguments][kSmall];

std::size_t size_of(const Argument& argument, const Arguments& arguments) {
  if (argument.measure != nullptr) return argument.measure(arguments);
  const std::size_t count = argument.size_in == Argument::kNoSize ? 1 : arguments[argument.size_in];
  return count > kRoom / argument.bytes ? kRoom / argument.bytes * argument.bytes : count * argument.bytes;
}

bool is_written(Use use) {
  return use == Use::writes || use == Use::changes || use == Use::rehearsed || use == Use::state;
}

// What else it writes, elsewhere; what it reads of that is there too.
void replace_others(const DescribedCall& call, const Argument& rehearsed, const Arguments& given,
                    Arguments& arguments) {
  for (std::size_t i = 0; i < kArguments; ++i) {
    const Argument& argument = call.arguments[i];
    std::uint64_t& at = arguments[argument.number];
    if (&argument == &rehearsed || !is_written(argument.use)) continue;
    if (at == 0 && argument.use != Use::state) continue;
    std::size_t bytes = argument.use == Use::state ? sizeof(mbstate_t) : size_of(argument, given);
    if (bytes > kSmall) bytes = kSmall;  // no row has such
    if (at == 0)
      std::memset(others[i], 0, bytes);
    else
      std::memcpy(others[i], reinterpret_cast<const void*>(at), bytes);
    at = reinterpret_cast<std::uintptr_t>(others[i]);
  }
}

void call_with(unsigned char* room, std::size_t bytes, int fill, const DescribedCall& call,
               const Argument& argument, const Arguments& given, const void* function) {
  Arguments arguments;
  std::memcpy(arguments, given, sizeof arguments);
  replace_others(call, argument, given, arguments);
  std::memset(room, fill, bytes);
  arguments[argument.number] = reinterpret_cast<std::uintptr_t>(room);
  if (argument.size_in != Argument::kNoSize) arguments[argument.size_in] = bytes / argument.bytes;
  using Function = std::uint64_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                     std::uint64_t, std::uint64_t);
  const auto real = reinterpret_cast<Function>(const_cast<void*>(function));
  real(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

}  // namespace

void rehearse(const DescribedCall& call, const Argument& argument, const Arguments& arguments,
              const void* function, const void* pc) {
  const auto* to = reinterpret_cast<const char*>(arguments[argument.number]);
  const std::size_t bytes = size_of(argument, arguments);
  if (to == nullptr || bytes == 0) return;
  constexpr unsigned char kFirst = 0x5a, kSecond = 0xa5;
  call_with(first_room, bytes, kFirst, call, argument, arguments, function);
  call_with(second_room, bytes, kSecond, call, argument, arguments, function);
  const bool is_all =
      argument.size_in == Argument::kNoSize || bytes / argument.bytes == arguments[argument.size_in];
  if (!is_all && first_room[bytes - 1] != kFirst) untold(call.name);
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= bytes; ++i) {
    if (i < bytes && (first_room[i] != kFirst || second_room[i] != kSecond)) continue;
    if (i > begin) touch(to + begin, i - begin, true, pc);
    begin = i + 1;
  }
}

}  // namespace heddle::control
