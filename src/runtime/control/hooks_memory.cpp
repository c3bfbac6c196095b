// SPDX-License-Identifier: Apache-2.0
// What instrumented code calls before each access, and instead of each atomic operation.
//
// An atomic operation is a visible operation. A plain access is one only if its variable is known to race.
#include <cstring>
#include <new>

#include <pthread.h>

#include "base/hash.h"
#include "runtime/control/atomic_extents.h"
#include "runtime/control/bounds.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/core.h"
#include "runtime/control/frames.h"
#include "runtime/control/lives.h"
#include "runtime/control/loops.h"
#include "runtime/control/recorded.h"
#include "runtime/control/robustness.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/control/weak_memory.h"
#include "runtime/control/wide_values.h"
#include "runtime/shared/abi.h"

using namespace heddle::control;

namespace heddle::control {
namespace {

bool on_own_stack(const Controlled& self, std::uint64_t address) {
  const auto top = reinterpret_cast<std::uintptr_t>(self.stack_top);
  return address <= top && address + kStack > top &&
         address >= reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

template <class T>
std::uint64_t as_value(T value) {
  return static_cast<std::uint64_t>(value);
}
// As the memory model knows it.
template <class T>
std::uint64_t as_number(T value) {
  if constexpr (sizeof(T) > 8) return number_of_wide(&value, sizeof(T));
  return as_value(value);
}

MemoryOrder as_order(int order) { return static_cast<MemoryOrder>(order & 7); }

// For people: most numbers are signed, and -1 says more than 4294967295.
template <class T>
std::uint64_t shown(T value) {
  if constexpr (sizeof(T) == 4) return static_cast<std::uint64_t>(static_cast<std::int32_t>(value));
  return as_value(value);
}

// The operations themselves, for threads that are not controlled. (Sixteen bytes: cmpxchg16b.)
template <class T>
bool real_exchange(volatile T* address, T& expected, T desired) {
  const T old = __sync_val_compare_and_swap(address, expected, desired);
  const bool done = old == expected;
  expected = old;
  return done;
}
template <class T>
T real_load(const volatile T* address) {
  if constexpr (sizeof(T) == 16) {
    return __sync_val_compare_and_swap(const_cast<volatile T*>(address), T{}, T{});
  } else {
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  }
}
template <class T>
void real_store(volatile T* address, T value) {
  T old = real_load(address);
  while (!real_exchange(address, old, value)) {
  }
}

template <class T>
struct Done {
  T old;
  bool written;
};

template <class Change>
void settle_orders(std::uint64_t address, Action action, const void* pc, int& order, Change& change,
                   FenceBehind& behind) {
  OrderSite site{.pc = reinterpret_cast<std::uintptr_t>(pc),
                 .address = address,
                 .kind = action == Action::atomic_load    ? Ordered::load
                         : action == Action::atomic_store ? Ordered::store
                                                          : Ordered::modification,
                 .order = static_cast<std::uint8_t>(order & 7)};
  constexpr bool kCompares = requires { change.failure; };
  if constexpr (kCompares) {
    site.compares = true;
    site.failure = static_cast<std::uint8_t>(change.failure & 7);
  }
  settle_orders(site, behind);
  order = site.order;
  if constexpr (kCompares) change.failure = site.failure;
}

// One atomic operation. `change` gets the old value and says whether and what to write.
template <class T, class Change>
Done<T> atomic(volatile T* address, int order, bool may_write, bool may_fail, const void* pc, Change change) {
  Controlled& self = *world.current;
  const Action action = !may_write      ? Action::atomic_load
                        : Change::reads ? Action::atomic_rmw
                                        : Action::atomic_store;
  FenceBehind behind;
  if (world.settings.notes_orders) [[unlikely]]
    settle_orders(reinterpret_cast<std::uintptr_t>(address), action, pc, order, change, behind);
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  Object& object = object_at(address);
  if (world.memory != nullptr) [[unlikely]] {
    if (!change.is_all_seq_cst(order)) world.shared->weak_met = true;
    AtomicRequest request = change.request(order);
    request.modification.may_fail = may_fail;
    const Modification::Kind kind = request.modification.kind;
    if (sizeof(T) > 8 && kind != Modification::Kind::none && kind != Modification::Kind::exchange)
      cut(Doubt::beyond_model, "a computation on an atomic of sixteen bytes");
    const AtomicAnswer answer = perform_weakly(request, object, address, sizeof(T), action, pc);
    T found = static_cast<T>(answer.old);
    if constexpr (sizeof(T) > 8)
      if (Change::reads) copy_wide(answer.old, &found);
    return {found, answer.writes};
  }
  knows_extent(object, where, sizeof(T));
  Operation& operation = new_operation(self, object.number, may_write);
  change.foresee(operation);
  const std::uint64_t state =
      self.visits_count == 0 && !is_wait(pc) ? 0 : look_for_loop(self, operation, object, pc, change.reads);
  if (world.shared->racy_visible > 0) [[unlikely]]
    // A plain write does not tell what it overwrites: whether this one writes before it cannot be foreseen.
    if (add_racy(operation, where, sizeof(T), may_write)) operation.writes = Writes::always;
  if (may_fail) may_come_back(self, pc);
  reach(operation, &object, action, where, pc, sizeof(T));
  if (in_heap(where)) check_heap(where, sizeof(T), may_write, pc);  // it may have gone meanwhile
  knows_extent(object, where, sizeof(T));
  const T old = *address;
  operation.before = as_value(old);
  T value = old;
  int used_order = order;
  unsigned outcomes = 1;
  bool writes = may_write && change(old, value, used_order);
  bool baseless = false;
  if (writes && may_fail && may_be_baseless(self, Baseless::exchange, pc)) {  // a weak compare-exchange
    outcomes = 2;
    baseless = outcome(2) == 1;
    if (baseless) {
      writes = false;
      value = old;
    }
  }
  if (!writes && outcomes == 1 && operation.writes != Writes::always) operation.accesses[0].write = false;
  const bool reads = change.reads;
  if (state != 0 && is_wait(pc)) [[unlikely]]
    keep_before_round(self, object);
  if (is_watched() && (world.shared->weak_watched || !change.is_all_seq_cst(order))) [[unlikely]] {
    WatchedAtomic watched{.address = where,
                          .size = sizeof(T),
                          .order = used_order & 7,
                          .reads = reads,
                          .writes = writes,
                          .all_seq_cst = change.is_all_seq_cst(order),
                          .before = as_value(old),
                          .after = as_value(value)};
    change.describe(watched);
    watch_atomic(watched);
  }
  access_atomic(object, where, sizeof(T), used_order, reads, writes, pc);
  if (writes) {
    if (object.kept != sizeof(T)) {
      remember(where, sizeof(T));
      object.kept = sizeof(T);
    }
    *address = value;
  }
  performed(operation, true, shown<T>(writes ? value : old));
  if (world.recording) [[unlikely]]
    note_order(used_order & 7);
  const auto visit = [&] {
    return Visit{.pc = reinterpret_cast<std::uintptr_t>(pc),
                 .state = state,
                 .object = &object,
                 .memory = address,
                 .found = as_value(old),
                 .left = as_value(value),
                 .size = sizeof(T),
                 .writes = may_write,
                 .reads = Change::reads,
                 .wrote = writes};
  };
  if (baseless) {
    Visit failed = visit();
    keep_visit(self, failed);
    is_baseless(self, Baseless::exchange, pc, {failed});
  } else if constexpr (sizeof(T) > 8) {
    effect();
  } else {
    keep_visit(self, *new (&new_visit(self)) Visit(visit()));
  }
  return {old, writes};
}

bool is_seq_cst(int order) { return as_order(order) == MemoryOrder::seq_cst; }
struct Unconditional {
  static void foresee(Operation&) {}
  static bool is_all_seq_cst(int order) { return is_seq_cst(order); }  // whatever comes of it
  static void describe(WatchedAtomic&) {}
};
template <class T>
struct Load : Unconditional {
  static constexpr bool reads = true;
  bool operator()(T, T&, int&) const { return false; }
  AtomicRequest request(int order) const { return {.order = as_order(order)}; }
};
template <class T>
struct Store : Unconditional {
  static constexpr bool reads = false;
  T stored;
  bool operator()(T, T& value, int&) const {
    value = stored;
    return true;
  }
  AtomicRequest request(int order) const {
    return {.kind = AtomicRequest::Kind::store, .order = as_order(order), .value = as_number(stored)};
  }
};
template <class T>
struct Exchange {
  static constexpr bool reads = true;
  T expected, desired;
  int failure;
  void foresee(Operation& operation) const {
    if constexpr (sizeof(T) > 8) return;  // the value before is not known as a whole
    operation.writes = Writes::if_equal;
    operation.expected = as_value(expected);
  }
  bool is_all_seq_cst(int order) const { return is_seq_cst(order) && is_seq_cst(failure); }
  void describe(WatchedAtomic& watched) const {
    watched.guarded = true;
    watched.expected = as_value(expected);
  }
  bool operator()(T old, T& value, int& order) const {
    if (old != expected) {
      order = failure;
      return false;
    }
    value = desired;
    return true;
  }
  AtomicRequest request(int order) const {
    Modification modification = compare_exchange(as_number(expected), as_number(desired));
    modification.success = as_order(order);
    modification.failure = as_order(failure);
    return {.kind = AtomicRequest::Kind::modify, .order = as_order(order), .modification = modification};
  }
};
template <class T, Modification::Kind kind, class New>
struct Modify : Unconditional {
  static constexpr bool reads = true;
  New compute;
  T operand;
  bool operator()(T old, T& value, int&) const {
    value = compute(old);
    return true;
  }
  AtomicRequest request(int order) const {
    return {.kind = AtomicRequest::Kind::modify,
            .order = as_order(order),
            .modification = {.kind = kind,
                             .success = as_order(order),
                             .failure = as_order(order),
                             .operand = as_number(operand)}};
  }
};
constexpr auto kModifies_exchange = Modification::Kind::exchange;
constexpr auto kModifies_fetch_add = Modification::Kind::add;
constexpr auto kModifies_fetch_sub = Modification::Kind::subtract;
constexpr auto kModifies_fetch_and = Modification::Kind::bit_and;
constexpr auto kModifies_fetch_or = Modification::Kind::bit_or;
constexpr auto kModifies_fetch_xor = Modification::Kind::bit_xor;
constexpr auto kModifies_fetch_nand = Modification::Kind::bit_nand;

template <bool kIsTold>
inline void plain_access(std::uint64_t address, std::uint64_t size, bool write, const void* pc) {
  Controlled& self = *world.current;
  if constexpr (kIsTold) note_written();
  bool is_step = false;
  if (world.shared->racy_visible > 0) [[unlikely]] {
    Operation operation;
    is_step = add_racy(operation, address, size, write);
    if (is_step) {
      reach(operation, nullptr, write ? Action::write : Action::read, address, pc);
      performed(operation);
    }
  }
  PlainStep noted;
  if constexpr (kIsTold) noted = note_plain(address, size, write, is_step, pc);
  if (in_heap(address)) check_heap(address, size, write, pc);
  const bool meets_atomic = access(address, size, write, false, pc);
  if (!write && size >= sizeof(pthread_mutex_t)) mark_held(address, size);
  if (write) {
    if (meets_atomic && world.memory != nullptr) restart_locations(address, size);
    remember(address, size);
    if (self.visits_count != 0 && !on_own_stack(self, address)) note_write(self, address, size);
  }
  // A loop that waits for plain memory would never let the others go on.
  if (++self.plain > 2'000'000) [[unlikely]] {
    if (++self.gave_way > 64) doubt(Doubt::plain_spin);  // until then it may be computing
    Operation operation;
    reach(operation, nullptr, Action::read, address, pc);
    performed(operation);
  }
  if constexpr (kIsTold)
    if (write) writes_now(noted);
}
// Apart: what it leaves on the stack must not be what a loop that waits is told by.
[[gnu::noinline]] void plain_told(std::uint64_t address, std::uint64_t size, bool write, const void* pc) {
  plain_access<true>(address, size, write, pc);
}
inline void plain(std::uint64_t address, std::uint64_t size, bool write, const void* pc) {
  if (!controlled_kept() || size == 0) return;
  if (world.recording) [[unlikely]]
    return plain_told(address, size, write, pc);
  plain_access<false>(address, size, write, pc);
}

}  // namespace
}  // namespace heddle::control

HEDDLE_EXPORT void __tsan_init() {}
HEDDLE_EXPORT void __tsan_func_entry(void* caller) {
  if (!controlled_kept()) return;
  Controlled& self = *world.current;
  if (self.depth < Controlled::kFrames) {
    self.frames[self.depth] = reinterpret_cast<std::uintptr_t>(caller);
    const auto* frame = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
    self.bases[self.depth] = {frame[0], self.clock.at[self.number]};
  } else if (world.threads > 1) {
    doubt(Doubt::cut_execution, "more functions called each other than can be watched");
  }
  self.returned = Controlled::kNotReturned;
  ++self.depth;
}
HEDDLE_EXPORT void __tsan_func_exit() {
  if (!controlled_kept()) return;
  Controlled& self = *world.current;
  if (self.depth > 0) --self.depth;
  if (self.depth < Controlled::kFrames) {
    self.bases[self.depth].since = self.clock.at[self.number];
    self.returned = self.depth;
    const std::uint64_t base = self.bases[self.depth].base;
    if ((base > self.known_from || world.stack_holds != 0) && is_known(self, self.depth)) [[unlikely]] {
      frame_ends(HEDDLE_PC);
      if (world.stack_holds != 0) memory_ends(reinterpret_cast<std::uintptr_t>(self.stack), base, HEDDLE_PC);
    }
  }
}
HEDDLE_EXPORT void __tsan_vptr_update(void** address, void* value) {
  if (*address != value) plain(reinterpret_cast<std::uintptr_t>(address), 8, true, HEDDLE_PC);
}
HEDDLE_EXPORT void __tsan_vptr_read(void** address) {
  plain(reinterpret_cast<std::uintptr_t>(address), 8, false, HEDDLE_PC);
}
HEDDLE_EXPORT void __tsan_ignore_thread_begin() {}
HEDDLE_EXPORT void __tsan_ignore_thread_end() {}
HEDDLE_EXPORT void __tsan_atomic_signal_fence(int) {}
HEDDLE_EXPORT void __tsan_atomic_thread_fence(int order) {
  if (controlled_kept() && world.settings.notes_orders) {
    OrderSite site{.pc = reinterpret_cast<std::uintptr_t>(HEDDLE_PC),
                   .kind = Ordered::fence,
                   .order = static_cast<std::uint8_t>(order & 7)};
    FenceBehind none;
    settle_orders(site, none);
    order = site.order;
  }
  if (controlled_kept())
    fence(order);
  else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#define HEDDLE_ABI_ACCESS(name, bytes, is_write)                                  \
  HEDDLE_EXPORT void name(void* address) {                                        \
    plain(reinterpret_cast<std::uintptr_t>(address), bytes, is_write, HEDDLE_PC); \
  }
#define HEDDLE_ABI_RANGE(name, is_write)                                          \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes) {                   \
    plain(reinterpret_cast<std::uintptr_t>(address), bytes, is_write, HEDDLE_PC); \
  }
#define HEDDLE_ABI_STRIDED(name, is_write)                                                      \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes, long step, unsigned long count) { \
    for (auto at = reinterpret_cast<std::uintptr_t>(address); count > 0;                        \
         --count, at += static_cast<std::uintptr_t>(step))                                      \
      plain(at, bytes, is_write, HEDDLE_PC);                                                    \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#define HEDDLE_DEFINE_RMW(bits, type, name, expression)                                            \
  HEDDLE_HIDDEN type heddle_atomic##bits##_##name(volatile type* address, type value, int order) { \
    const auto compute = [value](type old) -> type {                                               \
      (void)old;                                                                                   \
      return expression;                                                                           \
    };                                                                                             \
    if (!controlled_kept()) {                                                                      \
      type old = real_load(address);                                                               \
      while (!real_exchange(address, old, compute(old))) {                                         \
      }                                                                                            \
      return old;                                                                                  \
    }                                                                                              \
    return atomic(address, order, true, false, HEDDLE_PC,                                          \
                  Modify<type, kModifies_##name, decltype(compute)>{{}, compute, value})           \
        .old;                                                                                      \
  }                                                                                                \
  HEDDLE_STUB(__tsan_atomic##bits##_##name, heddle_atomic##bits##_##name)
#define HEDDLE_ABI_ATOMIC(bits, type)                                                                       \
  HEDDLE_HIDDEN type heddle_atomic##bits##_load(const volatile type* address, int order) {                  \
    if (!controlled_kept()) return real_load(address);                                                      \
    return atomic(const_cast<volatile type*>(address), order, false, false, HEDDLE_PC, Load<type>{}).old;   \
  }                                                                                                         \
  HEDDLE_STUB(__tsan_atomic##bits##_load, heddle_atomic##bits##_load)                                       \
  HEDDLE_HIDDEN void heddle_atomic##bits##_store(volatile type* address, type value, int order) {           \
    if (!controlled_kept())                                                                                 \
      real_store(address, value);                                                                           \
    else                                                                                                    \
      atomic(address, order, true, false, HEDDLE_PC, Store<type>{{}, value});                               \
  }                                                                                                         \
  HEDDLE_STUB(__tsan_atomic##bits##_store, heddle_atomic##bits##_store)                                     \
  static Done<type> exchange_if(volatile type* address, type expected, type value, int order, int failure,  \
                                bool weak, const void* pc) {                                                \
    if (!controlled_kept()) {                                                                               \
      const bool done = real_exchange(address, expected, value);                                            \
      return {expected, done};                                                                              \
    }                                                                                                       \
    return atomic(address, order, true, weak, pc, Exchange<type>{expected, value, failure});                \
  }                                                                                                         \
  /* What is expected is plain memory: read, and written by a failure. */                                   \
  static int exchange_through(volatile type* address, type* expected, type value, int order, int failure,   \
                              bool weak, const void* pc) {                                                  \
    plain(reinterpret_cast<std::uintptr_t>(expected), sizeof(type), false, pc);                             \
    const auto done = exchange_if(address, *expected, value, order, failure, weak, pc);                     \
    if (done.written) return 1;                                                                             \
    plain(reinterpret_cast<std::uintptr_t>(expected), sizeof(type), true, pc);                              \
    *expected = done.old;                                                                                   \
    return 0;                                                                                               \
  }                                                                                                         \
  HEDDLE_HIDDEN int heddle_atomic##bits##_compare_exchange_strong(volatile type* address, type* expected,   \
                                                                  type value, int order, int failure) {     \
    return exchange_through(address, expected, value, order, failure, false, HEDDLE_PC);                    \
  }                                                                                                         \
  HEDDLE_STUB(__tsan_atomic##bits##_compare_exchange_strong, heddle_atomic##bits##_compare_exchange_strong) \
  HEDDLE_HIDDEN int heddle_atomic##bits##_compare_exchange_weak(volatile type* address, type* expected,     \
                                                                type value, int order, int failure) {       \
    return exchange_through(address, expected, value, order, failure, true, HEDDLE_PC);                     \
  }                                                                                                         \
  HEDDLE_STUB(__tsan_atomic##bits##_compare_exchange_weak, heddle_atomic##bits##_compare_exchange_weak)     \
  HEDDLE_HIDDEN type heddle_atomic##bits##_compare_exchange_val(volatile type* address, type expected,      \
                                                                type value, int order, int failure) {       \
    return exchange_if(address, expected, value, order, failure, false, HEDDLE_PC).old;                     \
  }                                                                                                         \
  HEDDLE_STUB(__tsan_atomic##bits##_compare_exchange_val, heddle_atomic##bits##_compare_exchange_val)       \
  HEDDLE_ABI_RMWS(HEDDLE_DEFINE_RMW, bits, type)
#include "runtime/shared/abi.def"
#pragma GCC diagnostic pop

// ---- accesses that functions of libc make for the program ----

extern "C" {
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char etext __attribute__((visibility("hidden")));
}

namespace {
// Our own calls are not the program's.
bool is_own(const void* pc) { return pc >= &__ehdr_start && pc < &etext && !is_call_back(pc); }
}  // namespace
bool heddle::control::is_controlled() { return controlled(); }
void heddle::control::touch(const void* address, std::size_t bytes, bool write, const void* pc) {
  if (controlled_kept() && !is_own(pc)) plain(reinterpret_cast<std::uintptr_t>(address), bytes, write, pc);
}
void heddle::control::touched(const void* address, std::size_t bytes, bool write, const void* pc) {
  if (!controlled() || is_own(pc) || bytes == 0) return;
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  Operation operation;
  if (add_racy(operation, place, bytes, write)) doubt(Doubt::late_access);
  plain(place, bytes, write, pc);
  // What was there before is not known any more: no loop that did this has changed nothing.
  if (write && !on_own_stack(*world.current, place)) effect();
}
void heddle::control::untold(const char* function) { doubt(Doubt::unknown_call, function); }
