// SPDX-License-Identifier: Apache-2.0
// What ends an execution badly, written down where another process can read it.
#include "runtime/control/failures.h"

#include <cstdio>
#include <cstring>

#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/control/core.h"
#include "runtime/control/debugging.h"
#include "runtime/control/histories.h"
#include "runtime/control/hooks.h"
#include "runtime/control/lives.h"
#include "runtime/control/modules.h"
#include "runtime/control/passed_over.h"
#include "runtime/control/recorded.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/uncaught.h"

namespace heddle::control {

void* libc_function(const char* name) {
  // Not RTLD_NEXT: another library of heddle may stand between.
  static void* libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  void* found = dlsym(libc, name);
  if (found == nullptr) {
    runtime::say("libc has no ", name);
    _exit(70);
  }
  return found;
}

void add_hold(Place& place, const Hold& hold) {
  place.holds_shared |= static_cast<std::uint8_t>((hold.shared != 0 ? 1U : 0U) << place.holds_count);
  place.holds[place.holds_count++] = hold.object->key & kAddressOfKey;
}

Place place_of(const Controlled& thread, Action action, std::uint64_t address, std::uint32_t size,
               const void* pc) {
  Place place;
  place.action = action;
  place.address = address;
  place.size = size;
  place.thread = thread.number;
  if (pc != nullptr) place.pcs[place.frames++] = reinterpret_cast<std::uintptr_t>(pc);
  const void* caller = pc == thread.doing_pc      ? thread.doing_caller
                       : &thread == world.current ? own_caller(pc)
                                                  : nullptr;
  if (caller != nullptr) place.pcs[place.frames++] = reinterpret_cast<std::uintptr_t>(caller);
  std::uint32_t depth = thread.depth < Controlled::kFrames ? thread.depth : Controlled::kFrames;
  while (depth > 0 && place.frames < Place::kFrames) place.pcs[place.frames++] = thread.frames[--depth];
  for (const Hold* hold = thread.holds; hold != nullptr && place.holds_count < Place::kHolds;
       hold = hold->next)
    add_hold(place, *hold);
  return place;
}

Place here(Action action, std::uint64_t address, std::uint32_t size, const void* pc) {
  return place_of(*world.current, action, address, size, pc);
}

bool claim_failure(Shared& shared) {
  int nobody = 0;
  return __atomic_compare_exchange_n(&shared.failed_in, &nobody, runtime::raw_process(), false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
bool failed(const Shared& shared) { return __atomic_load_n(&shared.failed_in, __ATOMIC_ACQUIRE) != 0; }
bool failed_here(const Shared& shared) { return shared.failed_in == runtime::raw_process(); }
void forget_failure(Shared& shared) {
  std::memset(&shared.failure, 0, sizeof shared.failure);
  shared.failed_in = 0;
}

namespace {

const char* const kKinds[] = {
#define HEDDLE_FINDING(enumerator, name, meaning) name,
#include "finding/kind.def"
#undef HEDDLE_FINDING
};

}  // namespace

namespace {

bool is_kept(const Place* places) {
  for (std::size_t i = 0; i < world.settings.kept_count; ++i) {
    const KeptRace& race = world.settings.kept[i];
    if (race.first.is_of({places[0].pcs, places[0].frames}) &&
        race.second.is_of({places[1].pcs, places[1].frames}))
      return true;
  }
  return false;
}

}  // namespace

void fail(FailureKind kind, const char* message, std::uint64_t address, std::uint32_t size,
          const Place* places, std::size_t count) {
  if (kind == FailureKind::data_race && (world.settings.keep_going || is_kept(places))) {
    if (world.settings.keep_going && !world.settings.races_meant) note_passed(address, size, places);
    return;
  }
  Failure& failure = world.shared->failure;
  if (claim_failure(*world.shared)) {
    failure.kind = kind;
    failure.address = address;
    failure.size = size;
    std::snprintf(failure.message, sizeof failure.message, "%s", message);
    std::snprintf(failure.history, sizeof failure.history, "%s",
                  world.history != nullptr ? world.history : "");
    std::snprintf(failure.scenario, sizeof failure.scenario, "%s",
                  world.scenario != nullptr ? world.scenario : "");
    failure.places_count = 0;
    for (std::size_t i = 0; i < count && i < Failure::kPlaces; ++i)
      failure.places[failure.places_count++] = places[i];
    failure.exists = true;
    if (world.recording) {
      note_written();
      note_pointers();
    }
    show_failure(kKinds[static_cast<std::size_t>(kind)], failure.message);
  }
  world.abandoned = true;
  if (world.active) abandon();  // else it is over already
}

// Whom a thread that cannot go on waits for: who holds its lock, or whom it joins.
Thread awaited_by(const Controlled& thread) {
  if (thread.state != Controlled::State::stopped) return kNoThread;
  if (thread.joins != kNoThread) return thread.joins;
  return thread.waits_for != nullptr ? holder_of(*thread.waits_for) : kNoThread;
}

namespace {

// It waits for itself in the end, or for a lock whose holder has ended.
bool waits_for_ever(const Controlled& thread) {
  const Controlled* at = &thread;
  for (Thread steps = 0; steps <= world.threads; ++steps) {
    const Thread next = awaited_by(*at);
    if (next == kNoThread) return false;
    if (world.all[next]->state == Controlled::State::ended) return at->joins == kNoThread;
    at = world.all[next];
  }
  return true;
}

}  // namespace

void partial_deadlock() {
  for (Thread number = 0; number < world.threads; ++number) {
    if (!waits_for_ever(*world.all[number])) continue;
    deadlock();
    return;
  }
}

namespace {
// Under a weak memory model whether a timed wait runs out was settled before: that it does not, and nobody ends it, is
// no execution. Either it is one in which it does run out, or that was left out, which is a doubt.
bool waits_in_time() {
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->state == Controlled::State::stopped && world.all[number]->timed) return true;
  return false;
}
}  // namespace

void deadlock() {
  if (world.memory != nullptr && (world.memory->is_meaningless() || waits_in_time())) {
    world.abandoned = true;
    return;
  }
  if (world.timer) {  // its signal may come, and its handler do something about it
    doubt(Doubt::timer);
    world.abandoned = true;
    return;
  }
  static Place places[Failure::kPlaces];
  std::size_t count = 0;
  bool spins = false;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    if (thread.state != Controlled::State::stopped || count == Failure::kPlaces) continue;
    Place place = place_of(thread, thread.doing, thread.doing_address, 0, thread.doing_pc);
    place.other = awaited_by(thread);
    if (world.views[number].next.awaited > 0 || (thread.timed && thread.held_back)) spins = true;
    places[count++] = place;
  }
  const bool none_else = world.all[0]->state == Controlled::State::ended;
  if (none_else && count == 0) return;
  if (ask_whether_stuck() == Stuck::as_it_should_be) return;
  fail(spins ? FailureKind::livelock : FailureKind::deadlock, "", 0, 0, places, count);
}

namespace {

void on_signal(int number, siginfo_t* information, void* context) {
  if (!controlled() && !is_outside()) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  const char* who =
      is_outside() ? "the model of the test (or its ==, hash or words for values)" : "the program";
  come_back();
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto pc = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
  const bool memory = number == SIGSEGV || number == SIGBUS;
  char message[192];
  const bool writes = memory && (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;  // of a page fault
  const char* name = sigabbrev_np(number);
  if (memory)
    std::snprintf(message, sizeof message, "%s is stopped by SIG%s: %s address 0x%lx%s", who, name,
                  writes ? "write to" : "read of", address,
                  address < 4096 ? ", which a null pointer leads to" : "");
  else
    std::snprintf(message, sizeof message, "%s is stopped by SIG%s", who, name);
  if (writes) forget_written();  // this is how it ended
  const Place place =
      here(writes ? Action::write : Action::read, memory ? address : 0, 0, reinterpret_cast<void*>(pc + 1));
  fail(memory && address < 4096 ? FailureKind::null_dereference : FailureKind::signal, message,
       memory ? address : 0, 0, &place, 1);
}

}  // namespace

bool is_own_handler(const void* handler) { return handler == reinterpret_cast<const void*>(&on_signal); }

void install_signal_handlers() {
  static char stack[65536];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  HEDDLE_LIBC(sigaltstack)(&alternative, nullptr);  // not the hook: that is about the program's own
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigaction(number, &action, nullptr);
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE void __assert_fail(const char* condition, const char* file, unsigned line,
                                    const char* function) noexcept {
  if (!controlled()) HEDDLE_LIBC(__assert_fail)(condition, file, line, function);
  char message[400];
  std::snprintf(message, sizeof message, "assertion `%s` fails", condition);
  const Place place = here(Action::mark, 0, 0, HEDDLE_PC);
  fail(FailureKind::assertion, message, 0, 0, &place, 1);
  __builtin_unreachable();
}

HEDDLE_INTERPOSE void abort() noexcept {
  if (!controlled()) reinterpret_cast<void (*)()>(libc_function("abort"))();
  handle_abort();  // it may leave by a jump, or end the process
  // std::terminate ends here: an exception may be why.
  static auto* demangle = reinterpret_cast<char* (*)(const char*, char*, std::size_t*, int*)>(
      dlsym(RTLD_DEFAULT, "__cxa_demangle"));
  const Place place = here(Action::mark, 0, 0, HEDDLE_PC);
  if (const heddle::runtime::Uncaught thrown = heddle::runtime::uncaught_exception(HEDDLE_PC);
      thrown.type != nullptr) {
    char message[400];
    const char* name = thrown.type;
    if (demangle != nullptr) {
      int status = 0;
      if (char* readable = demangle(name, nullptr, nullptr, &status)) name = readable;
    }
    std::snprintf(message, sizeof message, "an exception of type %s leaves its thread%s%s", name,
                  thrown.what != nullptr ? ": " : "", thrown.what != nullptr ? thrown.what : "");
    fail(FailureKind::uncaught_exception, message, 0, 0, &place, 1);
  }
  fail(FailureKind::abort, "the program aborts", 0, 0, &place, 1);
  __builtin_unreachable();
}
