// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/threads.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/memory.h"
#include "runtime/watch/object.h"
#include "runtime/watch/perturb.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/shadow.h"
#include "runtime/watch/signals.h"
#include "sync/book.h"

extern "C" void* __libc_stack_end;

namespace heddle::runtime {

__thread Thread* self __attribute__((tls_model("initial-exec")));
__thread Epoch probe __attribute__((tls_model("initial-exec"))) = kNever;

namespace {

__thread bool gone __attribute__((tls_model("initial-exec")));  // finished: what still runs is not watched

SpinLock registry;     // guards everything here
Thread* alive;         // created and not yet joined, or detached and running
Thread* spare;         // states to use again
std::uint32_t unborn;  // created, but not yet running: their `pthread` is not known

// Who had a slot since which epoch; the last one first.
struct Tenant {
  Epoch since = 0;
  std::uint32_t number = 0;
  Tenant* earlier = nullptr;
};
struct Slot {
  Tenant* tenant = nullptr;
  Epoch end = 0;  // 0: in use
};
Slot slots[kMaxSlots];
std::uint32_t slots_used;
std::uint32_t* vacant;  // numbers of slots whose thread has finished and been joined, most recent last
std::uint32_t vacants;

pthread_key_t end_key;
bool has_end_key;

bool take_slot(Thread& thread, const Thread* creator) {
  if (vacant == nullptr) {
    vacant = static_cast<std::uint32_t*>(permanent(kMaxSlots * sizeof(std::uint32_t)));
    if (vacant == nullptr) return false;
  }
  std::uint32_t slot = kMaxSlots;
  Epoch since = kTick;
  constexpr std::uint32_t kTries = 64;
  for (std::uint32_t i = vacants; creator != nullptr && i > 0 && vacants - i < kTries; --i) {
    const std::uint32_t candidate = vacant[i - 1];
    if (candidate < creator->clock.size && creator->clock.at[candidate] >= slots[candidate].end) {
      slot = candidate;
      since = (slots[candidate].end & ~(Epoch{0x7fff} << kSlotShift)) + kTick;
      vacant[i - 1] = vacant[--vacants];
      break;
    }
  }
  if (slot == kMaxSlots) {
    if (slots_used == kMaxSlots) {
      switch_off(Doubt::too_many_threads);
      return false;
    }
    slot = slots_used++;
  }
  auto* tenant = static_cast<Tenant*>(permanent(sizeof(Tenant)));
  if (tenant == nullptr) return false;
  if (!start_clock(thread, slot, since, creator != nullptr ? &creator->clock : nullptr)) return false;
  *tenant = {thread.epoch, thread.number, slots[slot].tenant};
  slots[slot].end = 0;
  __atomic_store_n(&slots[slot].tenant, tenant, __ATOMIC_RELEASE);
  return true;
}

void leave_slot(const Thread& thread) {
  slots[thread.slot].end = thread.epoch;
  vacant[vacants++] = thread.slot;
}

Thread* take_state() {
  Thread* thread = spare;
  if (thread != nullptr) {
    spare = thread->next;
    Thread fresh;  // with the memory of the old one
    fresh.frames = thread->frames;
    fresh.context_cache = thread->context_cache;
    fresh.origin_cache = thread->origin_cache;
    fresh.told_ranges = thread->told_ranges;
    fresh.forgotten = thread->forgotten;
    fresh.signals = thread->signals;
    fresh.perturbed = thread->perturbed;
    fresh.alternate_stack = thread->alternate_stack;
    fresh.held = thread->held;
    fresh.held_capacity = thread->held_capacity;
    for (Clock Thread::*const clock : {&Thread::clock, &Thread::release_fence, &Thread::acquire_fence}) {
      fresh.*clock = thread->*clock;
      (fresh.*clock).size = 0;
    }
    *thread = fresh;
    return thread;
  }
  auto* memory = static_cast<Thread*>(permanent(sizeof(Thread)));
  auto* frames = static_cast<Frame*>(raw_map(kMaxDepth * sizeof(Frame)));
  auto* cache = static_cast<ContextCacheEntry*>(permanent(kContextCache * sizeof(ContextCacheEntry)));
  auto* origins = static_cast<OriginCache*>(permanent(sizeof(OriginCache)));
  if (memory == nullptr || frames == nullptr || cache == nullptr || origins == nullptr) {
    switch_off(Doubt::no_memory);
    return nullptr;
  }
  *memory = Thread();
  memory->frames = frames;
  memory->context_cache = cache;
  memory->origin_cache = origins;
  return memory;
}

std::uint32_t new_segment(std::uint32_t previous, std::uint32_t joined) {
  Channel& channel = *process.channel;
  const std::uint32_t number = __atomic_add_fetch(&channel.segments, 1, __ATOMIC_RELAXED);
  if (number >= kMaxSegments) return previous;  // more seems to be at the same time than is
  channel.segment[number] = {previous, joined};
  return number;
}

Thread* find_alive(std::uint64_t pthread) {
  for (Thread* thread = alive; thread != nullptr; thread = thread->next)
    if (thread->pthread == pthread) return thread;
  return nullptr;
}

void unlink_alive(Thread* gone_thread) {
  for (Thread** link = &alive; *link != nullptr; link = &(*link)->next)
    if (*link == gone_thread) {
      *link = gone_thread->next;
      return;
    }
}

void retire(Thread* thread) {
  if (thread->number < kMaxThreads) process.channel->thread[thread->number].retired = 1;
  unlink_alive(thread);
  leave_slot(*thread);
  thread->next = spare;
  spare = thread;
}

// Keys are destroyed in rounds; the thread's other destructors may still touch shared data until the last
// one.
void end_of_thread(void* state) {
  auto* thread = static_cast<Thread*>(state);
  if (++thread->destructor_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, thread);
    return;
  }
  finish_thread(*thread);
}

void make_end_key() {
  if (!has_end_key) has_end_key = pthread_key_create(&end_key, end_of_thread) == 0;
}

}  // namespace

RegisteredThreads::RegisteredThreads() { registry.lock(); }
RegisteredThreads::~RegisteredThreads() { registry.unlock(); }
Thread* RegisteredThreads::first() const { return alive; }

std::uint32_t thread_of(std::uint64_t entry) {
  const std::uint32_t slot = slot_of(entry);
  if (slot >= kMaxSlots) return 0;
  const Tenant* tenant = __atomic_load_n(&slots[slot].tenant, __ATOMIC_ACQUIRE);
  while (tenant != nullptr && tenant->since > (entry & kEpochMask)) tenant = tenant->earlier;
  return tenant != nullptr ? tenant->number : 0;
}

Thread* new_thread(Thread* creator, ContextId created) {
  const SpinGuard guard(registry);
  Thread* thread = take_state();
  if (thread == nullptr) return nullptr;
  Channel& channel = *process.channel;
  thread->number = channel.threads;
  if (thread->number < kMaxThreads) {
    ThreadRecord& record = channel.thread[thread->number];
    record = {};
    record.created = created;
    record.parent = creator != nullptr ? creator->number : 0;
  }
  __atomic_store_n(&channel.threads, thread->number + 1, __ATOMIC_RELEASE);
  if (!take_slot(*thread, creator)) return nullptr;
  thread->creator = creator;
  know_path(*thread, creator);
  thread->segment = new_segment(creator != nullptr ? creator->segment : 0, 0);
  if (creator != nullptr) creator->segment = new_segment(creator->segment, 0);
  thread->next = alive;
  alive = thread;
  if (creator != nullptr) ++unborn;
  return thread;
}

void begin_thread(Thread& thread) {
  become(&thread);
  const Busy busy(thread);
  if (process.recording) record_ordered(thread, Operation::begin, 0, 0, 0);  // before what libc allocates
  {
    const SpinGuard guard(registry);
    thread.pthread = pthread_self();
    if (thread.creator != nullptr && unborn > 0) --unborn;
  }
  pthread_setspecific(end_key, &thread);
  prepare_for_signals(thread);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* low = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    thread.stack_low = reinterpret_cast<std::uintptr_t>(low);
    thread.stack_high = thread.stack_low + size;
    forget_accesses(thread.stack_low, size);  // the stack may have been another thread's
    if (thread.number < kMaxThreads) {
      process.channel->thread[thread.number].stack_low = thread.stack_low;
      process.channel->thread[thread.number].stack_high = thread.stack_high;
      process.channel->thread[thread.number].pointer = pthread_self();
      process.channel->thread[thread.number].state = reinterpret_cast<std::uintptr_t>(&thread);
    }
  }
}

namespace {
Clock ends;  // what all threads knew that have ended; under `registry`
}

void after_all_ends(Thread& main) {
  const Busy busy(main);
  const SpinGuard guard(registry);
  if (!ends.empty()) learn(main, ends);
}

void finish_thread(Thread& thread) {
  ++thread.busy;
  if (process.on) end_holding(thread);
  if (process.on && process.recording) record_ordered(thread, Operation::end, 0, 0, 0);
  close_chunk(thread);
  leave_quarantine(thread);
  leave_signals(thread);
  __atomic_fetch_add(&process.channel->accesses, thread.accesses, __ATOMIC_RELAXED);
  __atomic_fetch_add(&process.channel->sampled, thread.samples, __ATOMIC_RELAXED);
  if (thread.number < kMaxThreads) process.channel->thread[thread.number].finished = 1;
  gone = true;
  become(nullptr);
  const SpinGuard guard(registry);
  ends.join(thread.clock);
  thread.finished = true;
  if (thread.detached) retire(&thread);
}

void abandon_thread(Thread& thread) {
  const SpinGuard guard(registry);
  if (unborn > 0) --unborn;
  retire(&thread);
}

Thread* find_thread(std::uint64_t pthread) {
  for (unsigned tries = 0;; ++tries) {
    {
      const SpinGuard guard(registry);
      Thread* thread = find_alive(pthread);
      if (thread != nullptr || unborn == 0) return thread;
    }
    SpinLock::relax(tries);
  }
}

void name_thread(Thread& thread, std::uint64_t pthread) {
  const SpinGuard guard(registry);
  thread.pthread = pthread;
}

void detach_thread(Thread& thread) {
  const SpinGuard guard(registry);
  thread.detached = true;
  if (thread.finished) retire(&thread);
}

void after_segment_of(Thread& thread, const Thread& joined) {
  thread.segment = new_segment(thread.segment, joined.segment);
}

void retire_thread(Thread& thread) {
  const SpinGuard guard(registry);
  retire(&thread);
}

void keep_only(Thread& thread) {
  registry.unlock();  // whoever held it is not here
  unborn = 0;
  for (Thread* other = alive; other != nullptr; other = other->next) {
    if (other == &thread) continue;
    other->finished = true;
    other->waits_for = nullptr;
    know_epoch(thread, other->epoch);
  }
  for (std::uint32_t slot = 0; slot < slots_used; ++slot)
    if (slots[slot].end != 0) know_epoch(thread, slots[slot].end);
}

namespace {

// For reports. It grows, down from where the kernel began it; what libc could tell takes memory, too early.
void note_main_stack(const Thread& thread) {
  ThreadRecord& record = process.channel->thread[thread.number];
  constexpr std::uint64_t kPage = 4096, kMost = std::uint64_t{8} << 20;
  record.stack_high = (reinterpret_cast<std::uintptr_t>(__libc_stack_end) / kPage + 1) * kPage;
  record.stack_low = record.stack_high - kMost;
  record.pointer = pthread_self();
  record.state = reinterpret_cast<std::uintptr_t>(&thread);
}

}  // namespace

Thread* first_thread() {
  make_end_key();
  Thread* thread = new_thread(nullptr, 0);
  if (thread == nullptr) return nullptr;
  become(thread);
  thread->pthread = pthread_self();
  note_main_stack(*thread);
  prepare_for_signals(*thread);
  return thread;
}

Thread* current() {
  if (self != nullptr) return active();
  if (gone || !process.on) return nullptr;
  ++process.channel->doubts[static_cast<std::size_t>(Doubt::unknown_thread)];
  Thread* thread = new_thread(nullptr, 0);
  if (thread == nullptr) return nullptr;
  begin_thread(*thread);
  return thread;
}

}  // namespace heddle::runtime
