// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/halted.h"

#include <csignal>

#include <link.h>
#include <ucontext.h>

#include "runtime/control/core.h"
#include "runtime/control/failures.h"
#include "runtime/control/recorded.h"
#include "runtime/control/shared.h"
#include "runtime/control/thread.h"
#include "runtime/control/world.h"
#include "runtime/shared/segments.h"

namespace heddle::control {
namespace {

struct Text {
  std::uint64_t low = 0, high = 0;
} program;

int find_program(dl_phdr_info* info, std::size_t, void*) {
  runtime::each_segment(info, PF_X, [](std::uint64_t low, std::uint64_t high) { program = {low, high}; });
  return 1;  // the first one is the program
}

bool is_programs(std::uint64_t pc) { return pc >= program.low + 5 && pc < program.high; }

// Behind the call that led out of the program's own code, if that is where it was interrupted: the innermost word on the
// stack that a call instruction may have put there.
std::uint64_t own_pc(const mcontext_t& machine) {
  constexpr int kLooked = 512;
  constexpr std::uint8_t kCall = 0xe8;
  const auto pc = static_cast<std::uint64_t>(machine.gregs[REG_RIP]);
  if (is_programs(pc)) return pc + 1;
  const auto* words = reinterpret_cast<const std::uint64_t*>(machine.gregs[REG_RSP]);
  for (int i = 0; i < kLooked; ++i)
    if (is_programs(words[i]) && *reinterpret_cast<const std::uint8_t*>(words[i] - 5) == kCall)
      return words[i];
  return pc + 1;
}

// It computes, or is in a call of the system: the functions that it is in, from where it was interrupted on.
Place running_at(const Controlled& thread, std::uint64_t pc) {
  Place place;
  place.action = Action::mark;
  place.thread = thread.number;
  place.pcs[place.frames++] = pc;
  for (std::uint32_t depth = thread.depth < Controlled::kFrames ? thread.depth : Controlled::kFrames;
       depth > 0 && place.frames < Place::kFrames;)
    place.pcs[place.frames++] = thread.frames[--depth];
  for (const Hold* hold = thread.holds; hold != nullptr && place.holds_count < Place::kHolds;
       hold = hold->next)
    add_hold(place, *hold);
  return place;
}

void answer(int, siginfo_t*, void* context) {
  if (!world.active || world.shared->halted_told) return;
  Shared& shared = *world.shared;
  const std::uint64_t pc = own_pc(static_cast<const ucontext_t*>(context)->uc_mcontext);
  std::uint32_t count = 0;
  for (Thread number = 0; number < world.threads && count < Shared::kHalted; ++number) {
    const Controlled& thread = *world.all[number];
    if (&thread == world.current) {
      shared.halted[count++] = running_at(thread, pc);
    } else if (thread.state == Controlled::State::stopped) {
      Place place = place_of(thread, thread.doing, thread.doing_address, 0, thread.doing_pc);
      place.other = awaited_by(thread);
      place.unseen = waits_for_turn(thread);
      note_window(place.address);
      shared.halted[count++] = place;
    }
  }
  shared.halted_count = count;
  __atomic_store_n(&shared.halted_told, true, __ATOMIC_RELEASE);
}

}  // namespace

int question() { return SIGRTMAX - 3; }

void answer_questions() {
  dl_iterate_phdr(find_program, nullptr);
  struct sigaction action {};
  action.sa_sigaction = answer;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(question(), &action, nullptr);
}

}  // namespace heddle::control
