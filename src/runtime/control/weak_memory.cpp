// SPDX-License-Identifier: Apache-2.0

#include "runtime/control/weak_memory.h"

#include <cstring>
#include <new>

#include "base/fours.h"
#include "runtime/control/atomic_extents.h"
#include "runtime/control/bounds.h"
#include "runtime/control/core.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/heap.h"
#include "runtime/control/histories.h"
#include "runtime/control/library_waits.h"
#include "runtime/control/loops.h"
#include "runtime/control/shared.h"
#include "runtime/control/wide_values.h"

namespace heddle::control {
namespace {

constexpr std::uint32_t kRestarts = 1 << 12;  // of one location that can be told apart
constexpr std::uint64_t kRound = 2000;        // steps of one execution that may go round and round

// Nobody resumes it: the execution is over before.
[[noreturn]] void never_resumed(Object* object, bool loops) {
  Operation operation;
  operation.awaited = loops ? 1 : 0;
  blocked_until_resumed(operation, object);
  __builtin_unreachable();
}

}  // namespace

std::uint32_t location_of(const Object& object) {
  if (object.restarts == 0) return object.number;
  return number_of(object.key ^ std::uint64_t{object.restarts} << 48);
}

void begin_anew(Object& object) {
  keep_object(object);
  if (++object.restarts == kRestarts) doubt(Doubt::beyond_model, "an atomic initialised 4,096 times");
  object.extent = 0;
}

void restart_locations(std::uint64_t address, std::uint64_t size) {
  forget_extents(address, size);
  constexpr std::uint64_t kLongest = 128;  // an atomic that begins before the bytes may reach into them
  for (std::uint64_t at = address - kLongest; at < address + size; ++at) {
    Object* object = known_object(reinterpret_cast<const void*>(at));
    if (object != nullptr && object->extent != 0 && at + object->extent > address) begin_anew(*object);
  }
}

// Whole words: what is stored in parts and then loaded as one costs more than all the rest.
static std::uint64_t loaded(const volatile void* place, std::uint8_t size) {
  switch (size) {
    case 1:
      return *static_cast<const volatile std::uint8_t*>(place);
    case 2:
      return *static_cast<const volatile std::uint16_t*>(place);
    case 4:
      return *static_cast<const volatile std::uint32_t*>(place);
    default:
      return *static_cast<const volatile std::uint64_t*>(place);
  }
}
static void store(volatile void* place, std::uint8_t size, std::uint64_t value) {
  switch (size) {
    case 1:
      *static_cast<volatile std::uint8_t*>(place) = static_cast<std::uint8_t>(value);
      break;
    case 2:
      *static_cast<volatile std::uint16_t*>(place) = static_cast<std::uint16_t>(value);
      break;
    case 4:
      *static_cast<volatile std::uint32_t*>(place) = static_cast<std::uint32_t>(value);
      break;
    default:
      *static_cast<volatile std::uint64_t*>(place) = value;
  }
}

static Operation operation_on(std::uint32_t location, bool may_write) {
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {location, may_write};
  return operation;
}

// A loop that waits ends here: its thread does nothing more. Else what the loop's next round is compared with.
static std::uint64_t cut_loop(Object& object, bool is_read, bool writes, Action action, std::uint64_t address,
                              const void* pc) {
  Controlled& self = *world.current;
  Operation operation = operation_on(object.number, writes);
  const std::uint64_t state = look_for_loop(self, operation, object, pc, is_read);
  if (self.hurries) doubt(Doubt::beyond_model, "a loop that looks at the clock");
  self.hurries = false;
  if (operation.awaited != 0) {
    std::uint32_t reads = 0;
    for (std::uint32_t i = self.visits_count - self.round_visits; i < self.visits_count; ++i)
      reads += self.visits[i].reads;
    world.memory->stuck(self.number, reads);
    self.doing = action;
    self.doing_address = address;
    self.doing_pc = pc;
    never_resumed(&object, true);
  }
  return state;
}
// Has the thread been here, since it last did something that is not undone? Else no loop ends here.
static bool was_here(Controlled& self, const void* pc) {
  note_calls(self);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  for (std::uint32_t i = self.visits_count; i-- > 0;)
    if (self.visits[i].pc == place) return true;
  if (self.hurry_pc == place) self.hurry_pc = 0;
  return is_wait(pc);
}

// The turn stays with the thread, and nobody looks what the others could do: what reach() would come to, for less.
static bool keeps_turn(Controlled& self, Object& object, Action action, std::uint64_t address,
                       const void* pc) {
  if (world.unseen > 0 || (self.call_threads > 0 && may_stop()) || self.awaited_count > 0 ||
      world.recording || world.steps >= world.settings.steps || !world.memory->goes_on(self.number))
    return false;
  note_calls(self);
  self.doing = action;
  self.doing_address = address;
  self.doing_pc = pc;
  self.waits_for = &object;
  self.plain = 0;
  self.stamp_found = object.stamp;
  ++*world.beats;
  ++world.steps;
  world.last = self.number;
  return true;
}

// A lock is taken, or given back: a loop that does so and comes back waits for somebody else to do it (loops.cpp). Before
// that it was as `found` says.
static bool is_lock_step(const Controlled& self, const Object& object, const AtomicRequest& request,
                         Action action, std::uint64_t& found) {
  if (action == Action::acquire)
    return request.modification.waits && request.modification.kind == Modification::Kind::exchange;
  if (action != Action::release || request.kind != AtomicRequest::Kind::store) return false;
  for (std::uint32_t i = self.visits_count; i-- > 0;) {
    if (self.visits[i].object != &object) continue;
    found = self.visits[i].left;
    return found != 0;
  }
  return false;
}

// The operation's turn, and what the memory model says comes of it.
struct Found {
  const volatile void* memory;  // what a loop that waits finds: itself, or the object that stands for it
  std::uint8_t size;
  std::uint8_t atomic;  // of how many bytes; 0: it is none
};
static AtomicAnswer ask(AtomicRequest& request, Object& object, const Found& place, Action action,
                        std::uint64_t address, const void* pc) {
  Controlled& self = *world.current;
  if (world.settings.leaves_model && world.steps > kRound && !world.shared->weak_met) [[unlikely]] {
    world.shared->goes_round = true;
    cut(Doubt::beyond_model, "an execution that goes round and round");
  }
  const bool goes_on = request.location != 0;  // with what it began, whatever became of the object since
  const bool is_read = request.kind != AtomicRequest::Kind::store;
  const bool may_write = request.kind != AtomicRequest::Kind::load;
  const std::uint64_t state =
      was_here(self, pc) ? cut_loop(object, is_read, may_write, action, address, pc) : 0;
  if (!goes_on) request.location = location_of(object);
  const bool has_turn = keeps_turn(self, object, action, address, pc);
  if (!has_turn) {
    world.memory->reaches(self.number, request);
    self.asks = true;
    Operation& operation = new_operation(self, request.location, may_write);
    reach(operation, &object, action, address, pc);
    self.asks = false;
  }
  const bool is_itself = place.memory == reinterpret_cast<const void*>(address);
  if (!goes_on && in_heap(address))  // it may have gone meanwhile
    check_heap(address, place.atomic != 0 ? place.atomic : place.size, may_write, pc);
  if (place.atomic != 0) knows_extent(object, address, place.atomic);
  if (is_itself)
    request.initial = loaded(place.memory, place.size);
  else if (place.atomic != 0)
    request.initial = number_of_wide(reinterpret_cast<const void*>(address), place.atomic);
  const AtomicAnswer answer = world.memory->perform(self.number, request);
  const bool changes = answer.writes && (!is_read || answer.written != answer.old);
  std::uint64_t found = answer.old;
  if (changes && is_read && answer.choice == 0 && self.failed.exists &&
      is_itself) {  // it may be changed back on the way back (bounds.h)
    Visit visit{.object = &object,
                .memory = place.memory,
                .found = answer.old,
                .left = answer.written,
                .size = place.size,
                .baseless = true};
    keep_visit(self, visit);
    push_visit(self, visit);
  } else if (answer.choice != 0 || (changes && !is_lock_step(self, object, request, action, found))) {
    effect();
  } else if (is_read || changes) {
    auto* visit = new (&new_visit(self)) Visit{.pc = reinterpret_cast<std::uintptr_t>(pc),
                                               .state = state,
                                               .object = &object,
                                               .memory = place.memory,
                                               .found = found,
                                               .left = answer.writes ? answer.written : answer.old,
                                               .size = place.size,
                                               .reads = is_read};
    keep_visit(self, *visit);
  }
  if (is_read && may_write)
    meet_time(self.clock, object, false);        // who takes a lock knows when it was given up
  if (has_turn && self.call_times == nullptr) {  // what performed() would come to
    stamp(object, may_write);
    meet_time(self.clock, object, may_write);
    return answer;
  }
  performed(operation_on(request.location, may_write), true, answer.writes ? answer.written : answer.old);
  if (world.recording && world.shared->steps_count > 0)
    world.shared->steps[world.shared->steps_count - 1].event = answer.event;
  return answer;
}

AtomicAnswer perform_weakly(AtomicRequest& request, Object& object, volatile void* address, std::uint8_t size,
                            Action action, const void* pc) {
  Controlled& self = *world.current;
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  if (counts_waiters(where)) return {.old = 1, .written = 1};
  knows_extent(object, where, size);
  const Found place =
      is_wide(size) ? Found{&object, sizeof(std::uint64_t), size} : Found{address, size, size};
  request.modification.bytes = place.size;
  const bool may_fail = request.modification.may_fail;  // a weak compare-exchange
  if (may_fail) {
    may_come_back(self, pc);
    request.modification.may_fail = may_be_baseless(self, Baseless::exchange, pc);
  }
  const BaselessRow row(self);
  const AtomicAnswer answer = ask(request, object, place, action, where, pc);
  access(where, size, answer.writes, true, pc);
  refresh_clock(self);
  if (answer.writes && answer.is_last) {
    remember(where, size);
    if (is_wide(size))
      copy_wide(answer.written, const_cast<void*>(address));
    else
      store(address, size, answer.written);
  }
  if (may_fail && answer.choice == 1) {
    Visit failed{.object = &object,
                 .memory = place.memory,
                 .found = answer.old,
                 .left = answer.old,
                 .size = place.size};
    keep_visit(self, failed);
    row.goes_on(self);
    is_baseless(self, Baseless::exchange, pc, {failed});
  }
  if (answer.blocked) never_resumed(&object, true);
  return answer;
}

std::uint64_t load_weakly(volatile void* address, std::uint8_t size, const void* pc) {
  AtomicRequest request{.order = MemoryOrder::relaxed};
  return perform_weakly(request, object_at(address), address, size, Action::atomic_load, pc).old;
}

void refresh_clock(Controlled& thread) {
  const auto known = world.memory->known_to(thread.number);
  // Its size is a multiple of four, and what no thread has is 0 in all clocks.
  const std::size_t told = known.size() < kMaxThreads ? known.size() : kMaxThreads;
  base::copy_fours(thread.clock.at, known.data(), told);
  for (std::size_t i = told; i < world.shared->paths_count; ++i) thread.clock.at[i] = 0;
  ++thread.clock.at[thread.number];  // of itself it knows all
}

std::uint64_t bit_of_waiter(const Controlled& thread) {
  if (thread.number >= 64) cut(Doubt::beyond_model, "a wait of the 65th thread, or of a later one");
  return std::uint64_t{1} << thread.number;
}

bool runs_out_weakly(Controlled& self, const void* pc) {
  if (!may_be_baseless(self, Baseless::timeout, pc) || outcome(2) == 0) return false;
  --self.timeouts;
  return true;
}

AtomicAnswer modify_weakly(Object& object, const Modification& modification, std::uint64_t initial,
                           Action action, std::uint64_t address, const void* pc, std::uint32_t begun) {
  AtomicRequest request{.kind = AtomicRequest::Kind::modify, .modification = modification};
  request.location = begun;
  request.order = modification.success;  // of one that only reads
  request.initial = initial;
  const AtomicAnswer answer = ask(request, object, {&object, sizeof(std::uint64_t), 0}, action, address, pc);
  refresh_clock(*world.current);
  if (answer.blocked) never_resumed(&object, false);
  return answer;
}

void store_weakly(Object& object, std::uint64_t value, MemoryOrder order, Action action,
                  std::uint64_t address, const void* pc) {
  AtomicRequest request{.kind = AtomicRequest::Kind::store, .order = order, .value = value};
  ask(request, object, {&object, sizeof(std::uint64_t), 0}, action, address, pc);
  refresh_clock(*world.current);
}

void touch_weakly(const Operation& operation, Action action, bool comes) {
  Controlled& self = *world.current;
  const bool hands_over = action == Action::send || action == Action::receive || action == Action::end;
  const MemoryOrder order = hands_over ? MemoryOrder::acq_rel : MemoryOrder::relaxed;
  AtomicRequest request{.kind = AtomicRequest::Kind::modify};
  request.location = operation.accesses[0].object;
  request.order = order;
  request.modification =
      changing(operation.accesses[0].write ? Modification::Kind::add : Modification::Kind::none, 1, order);
  request.modification.in_place = true;
  if (!comes) {
    world.memory->reaches(self.number, request);
    return;
  }
  world.memory->perform(self.number, request);
  refresh_clock(self);
}

std::uint32_t choose_weakly(std::uint32_t count) {
  Controlled& self = *world.current;
  AtomicRequest request{.kind = AtomicRequest::Kind::modify};
  request.modification.kind = Modification::Kind::choose;
  request.modification.operand = count;
  request.location = number_of((std::uint64_t{1} << 59) | self.number);
  const AtomicAnswer answer = world.memory->perform(self.number, request);
  refresh_clock(self);
  effect();
  return answer.choice;
}

}  // namespace heddle::control
