// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/doubt_places.h"

#include <cstdio>

#include "runtime/control/core.h"
#include "runtime/control/modules.h"
#include "schedule/place_mark.h"

namespace heddle::control {
namespace {

// The call may come from a library: then it is the innermost address of the program's code on the stack.
std::uint64_t place_in_program(const void* pc) {
  constexpr std::size_t kWords = 512;
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  if (is_own_code(place)) return place;
  const auto* at = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
  for (std::size_t i = 0; i < kWords && at + i < world.current->stack_top; ++i)
    if (is_own_code(at[i])) return at[i];
  return place;
}

}  // namespace

void cut_at(Doubt kind, const char* text, const void* pc) {
  char all[sizeof Shared::doubt_texts[0]];
  std::snprintf(all, sizeof all, "%s%s%lx", text, schedule::kPlaceMark, place_in_program(pc));
  cut(kind, all);
}

}  // namespace heddle::control
