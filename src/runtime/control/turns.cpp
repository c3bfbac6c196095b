// SPDX-License-Identifier: Apache-2.0
// A controlled thread is a parked pthread whose stack and thread-local storage are borrowed. The fiber
// backend runs all of them in one thread of the system and switches registers and %fs (switch.cpp). The futex
// backend lets each pthread run its own part, one at a time.

#include "runtime/control/turns.h"

#include <cstring>
#include <new>

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include "base/check.h"
#include "runtime/control/picking.h"
#include "runtime/control/put_back.h"
#include "runtime/control/switch.h"
#include "runtime/control/touch.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

constexpr std::size_t kParkedPart = 16384;  // of a parked pthread's stack is its own
int pool_process = 0;
std::uint32_t driver_turn = 0;

constexpr std::size_t kPage = 4096;

// gcc's nested functions have code on the stack that calls them; a program with such says so.
bool has_code_on_stacks() {
  static const bool has = [] {
    bool found = false;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* answer) {
          for (int i = 0; i < info->dlpi_phnum; ++i)
            if (info->dlpi_phdr[i].p_type == PT_GNU_STACK)
              *static_cast<bool*>(answer) |= (info->dlpi_phdr[i].p_flags & PF_X) != 0;
          return 0;
        },
        &found);
    return found;
  }();
  return has;
}

void* map_stack(std::uint64_t place, std::size_t size) {
  auto* stack = reinterpret_cast<void*>(place);
  if (mmap(stack, size, PROT_READ | PROT_WRITE | (has_code_on_stacks() ? PROT_EXEC : 0),
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_FIXED_NOREPLACE, -1, 0) != stack)
    return nullptr;
  mprotect(stack, kPage, PROT_NONE);
  return stack;
}

void wait_turn(std::uint32_t& turn) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) == 0) runtime::raw_wait(&turn, 0);
  __atomic_store_n(&turn, 0, __ATOMIC_RELAXED);
}
void give_turn(std::uint32_t& turn) {
  __atomic_store_n(&turn, 1, __ATOMIC_RELEASE);
  runtime::raw_wake(&turn, 1);
}

void* park(void* argument) {
  auto& self = *static_cast<Controlled*>(argument);
  self.storage = thread_storage();
  void* here = __builtin_frame_address(0);
  self.stack_top = self.fresh_top = static_cast<char*>(here) - kParkedPart;
  const bool is_futex = world.settings.backend == Backend::futex;
  give_turn(driver_turn);
  if (!is_futex) {
    static std::uint32_t never = 0;
    while (true) runtime::raw_wait(&never, 0);
  }
  // The futex backend runs the thread here, below this frame, again and again: it leaves by a switch back.
  while (true) {
    wait_turn(self.turn);
    heddle_switch(&self.parked, fresh_stack(self.fresh_top, self.modes), self.storage);
    if (self.unwinding) {
      self.unwinding = false;
      give_turn(driver_turn);
    }
  }
}

// The futex backend's thread goes back to its pthread's loop; what it left on its stack is forgotten.
[[noreturn]] void to_park(Controlled& self) {
  void* ignored;
  heddle_switch(&ignored, self.parked, self.storage);
  __builtin_unreachable();
}

}  // namespace

void* map_apart(std::size_t bytes) {
  constexpr std::size_t kLine = 64, kStride = 11 * kLine;
  static std::size_t offset = 0;
  offset = (offset + kStride) % kPage;
  return static_cast<char*>(runtime::raw_map(bytes + kPage)) + offset;
}

Controlled* make_thread(Thread number) {
  Controlled*& thread = world.all[number];
  if (thread == nullptr) {
    thread = static_cast<Controlled*>(map_apart(sizeof(Controlled)));
    new (thread) Controlled;  // the pages are zero, and most of them stay untouched
    thread->number = number;
    thread->frames = static_cast<std::uint64_t*>(map_apart(Controlled::kFrames * sizeof(std::uint64_t)));
    thread->bases = static_cast<Frame*>(map_apart(Controlled::kFrames * sizeof(Frame)));
  }
  return thread;
}

void make_main_thread() {
  Controlled& main = *make_thread(0);
  if (main.fresh_top == nullptr) {
    void* stack = map_stack(kStacks + kStackPlace * kMaxThreads, kMainStack);
    HEDDLE_CHECK(stack != nullptr, "there is room for a stack");
    main.stack = stack;
    main.stack_bytes = kMainStack;
    main.stack_top = main.fresh_top = static_cast<char*>(stack) + kMainStack;
  }
  main.storage = world.driver_storage;
  main.has_pthread = true;
}

// Downwards, whoever runs on it.
static bool widen_stack(Controlled& thread, std::size_t bytes) {
  const std::size_t more = bytes - thread.stack_bytes;
  const auto low = reinterpret_cast<std::uintptr_t>(thread.stack);
  forget_waypoints();
  if (bytes > kStackPlace || map_stack(low - more, more) == nullptr) return false;
  mprotect(thread.stack, kPage, PROT_READ | PROT_WRITE | (has_code_on_stacks() ? PROT_EXEC : 0));
  thread.stack = reinterpret_cast<void*>(low - more);
  thread.stack_bytes = bytes;
  return true;
}

// What is below a small stack is closed, so that who goes beyond it is found. Calls of heddle's own are on it as well.
bool fit_stack(Controlled& thread, std::size_t asked) {
  constexpr std::size_t kOwn = std::size_t{1} << 17;
  const std::size_t wanted = (asked + kPage - 1) / kPage * kPage + kPage;
  const std::size_t bytes = asked == 0 ? kStack : wanted + kOwn < kStack ? wanted + kOwn : wanted;
  const std::size_t closed = bytes < thread.stack_bytes ? thread.stack_bytes - bytes : 0;
  if (closed != thread.stack_closed) {
    forget_waypoints();
    const int opened = PROT_READ | PROT_WRITE | (has_code_on_stacks() ? PROT_EXEC : 0);
    char* low = static_cast<char*>(thread.stack) + kPage;
    if (thread.stack_closed > closed) mprotect(low + closed, thread.stack_closed - closed, opened);
    if (thread.stack_closed < closed) mprotect(low, closed, PROT_NONE);
    thread.stack_closed = closed;
  }
  return bytes <= thread.stack_bytes || widen_stack(thread, bytes);
}

bool ensure_pthread(Controlled& thread) {
  if (world.settings.backend == Backend::futex && pool_process != runtime::raw_process()) {
    for (Controlled* each : world.all)  // a forked child has none of its parent's
      if (each != nullptr) each->has_pthread = false;
    pool_process = runtime::raw_process();
  }
  if (thread.has_pthread) return true;
  if (thread.stack == nullptr)
    thread.stack = map_stack(kStacks + kStackPlace * (thread.number + std::uint64_t{1}) - kStack, kStack);
  if (thread.stack == nullptr) return false;
  if (thread.stack_bytes == 0) thread.stack_bytes = kStack;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  HEDDLE_LIBC(pthread_attr_setstack)
  (&attributes, static_cast<char*>(thread.stack) + kPage, thread.stack_bytes - kPage);
  sigset_t all, old;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV), sigdelset(&all, SIGBUS), sigdelset(&all, SIGFPE), sigdelset(&all, SIGILL);
  HEDDLE_LIBC(pthread_sigmask)(SIG_BLOCK, &all, &old);
  const bool was_active = world.active;
  world.active = false;
  int error = 0;
  {
    const StaysDone stays;
    pthread_t handle;
    error = HEDDLE_LIBC(pthread_create)(&handle, &attributes, park, &thread);
    if (error == 0) wait_turn(driver_turn);
  }
  if (error == 0) keep_library_locals(thread);
  world.active = was_active;
  HEDDLE_LIBC(pthread_sigmask)(SIG_SETMASK, &old, nullptr);
  pthread_attr_destroy(&attributes);
  thread.has_pthread = error == 0;
  ++*world.beats;  // thousands of them take their time on a busy machine
  return thread.has_pthread;
}

void to_driver(Controlled& self) {
  if (world.settings.backend == Backend::futex && self.number != 0) {
    self.state = Controlled::State::ended;
    give_turn(world.all[0]->turn);  // thread 0 sees that it is over, and goes to the driver itself
    to_park(self);
  }
  void* ignored;
  heddle_switch(&ignored, world.driver_stack, world.driver_storage);
  __builtin_unreachable();
}

void* begin_turn(Controlled& thread) {
  will_run(thread);
  world.current = &thread;
  const bool is_new = thread.state == Controlled::State::fresh;
  if (is_new || thread.state == Controlled::State::resumed) --world.unseen;
  thread.state = Controlled::State::running;
  if (is_new) thread.stack_pointer = fresh_stack(thread.fresh_top, thread.modes);
  return thread.stack_pointer;
}

void hand_over(Controlled& from, Controlled& to) {
  if (world.settings.backend == Backend::fiber) {
    begin_turn(to);
    if (&from != &to) heddle_switch(&from.stack_pointer, to.stack_pointer, to.storage);
    return;
  }
  world.current = &to;
  const bool is_new = to.state == Controlled::State::fresh;
  if (is_new || to.state == Controlled::State::resumed) --world.unseen;
  const bool is_ended = from.state == Controlled::State::ended;
  to.state = Controlled::State::running;
  if (&from == &to) return;
  give_turn(to.turn);
  if (is_ended && from.number != 0) to_park(from);  // thread 0 stays to go to the driver in the end
  wait_turn(from.turn);
  if (!world.over) return;
  if (from.unwinding) to_park(from);
  to_driver(from);
}

void make_pthreads() {
  for (Thread number = 1; number < world.shared->paths_count; ++number) ensure_pthread(*make_thread(number));
}

void send_back() {
  for (Thread number = 1; number < world.threads; ++number) {
    Controlled& thread = *world.all[number];
    if (thread.state != Controlled::State::stopped && thread.state != Controlled::State::resumed &&
        thread.state != Controlled::State::leaving)
      continue;
    thread.unwinding = true;
    give_turn(thread.turn);
    wait_turn(driver_turn);
  }
}

}  // namespace heddle::control
