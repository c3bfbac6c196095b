// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/weak_memory.h"

#include <cstring>

#include "runtime/control/loops.h"

namespace heddle::control {
namespace {

constexpr std::uint32_t kRestarts = 1 << 12;  // of one location that can be told apart

std::uint32_t location_of(Object& object) {
  if (object.restarts == 0) return object.number;
  return number_of(object.key ^ std::uint64_t{object.restarts} << 48);
}

// How many reads ago the thread stood here.
std::uint32_t reads_since(const Controlled& self, const void* pc) {
  std::uint32_t at = self.visits_count;
  while (at > 0 && self.visits[at - 1].pc != reinterpret_cast<std::uintptr_t>(pc)) --at;
  return self.visits_count - at + 1;
}

// Nobody resumes it: the execution is over before.
[[noreturn]] void never_resumed(Object* object, bool loops) {
  Operation operation;
  operation.awaited = loops ? 1 : 0;
  blocked_until_resumed(operation, object);
  __builtin_unreachable();
}

}  // namespace

void restart_locations(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = address; at < address + size; ++at) {
    Object* object = known_object(reinterpret_cast<const void*>(at));
    if (object == nullptr || object->width == 0) continue;
    if (++object->restarts == kRestarts) doubt(Doubt::beyond_model, "an atomic initialised 4,096 times");
    object->width = 0;
  }
}

// The operation's turn, and what the memory model says comes of it. Loops that wait are cut here.
static AtomicAnswer ask(AtomicRequest& request, Object& object, const volatile void* place, std::uint8_t size,
                        Action action, std::uint64_t address, const void* pc) {
  Controlled& self = *world.current;
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, request.kind != AtomicRequest::Kind::load};
  const bool is_read = request.kind != AtomicRequest::Kind::store;
  const std::uint64_t state =
      self.visits_count == 0 ? 0 : look_for_loop(self, operation, object, pc, is_read);
  if (self.hurries) doubt(Doubt::beyond_model, "a loop that looks at the clock");
  self.hurries = false;
  if (operation.awaited != 0) {
    world.memory->stuck(self.number, reads_since(self, pc));
    self.doing = action;
    self.doing_address = address;
    self.doing_pc = pc;
    never_resumed(&object, true);
  }
  operation = Operation();
  operation.count = 1;
  operation.accesses[0] = {location_of(object), request.kind != AtomicRequest::Kind::load};
  request.location = operation.accesses[0].object;
  world.memory->reaches(self.number, request);
  self.asks = true;
  reach(operation, &object, action, address, pc);
  self.asks = false;
  if (in_heap(address))
    check_heap(address, size, operation.accesses[0].write, pc);  // it may have gone meanwhile
  if (size <= 8 && place == reinterpret_cast<const void*>(address))
    std::memcpy(&request.initial, const_cast<const void*>(place), size);
  const AtomicAnswer answer = world.memory->perform(self.number, request);
  if ((answer.writes && (!is_read || answer.written != answer.old)) || answer.choice != 0) {
    effect();
  } else if (is_read) {
    Visit visit{.pc = reinterpret_cast<std::uintptr_t>(pc),
                .state = state,
                .object = &object,
                .memory = place,
                .found = answer.old,
                .left = answer.old,
                .size = size};
    keep_visit(self, visit);
    push_visit(self, visit);
  }
  performed(operation, true, answer.writes ? answer.written : answer.old);
  return answer;
}

AtomicAnswer perform_weakly(AtomicRequest request, volatile void* address, std::uint8_t size, Action action,
                            const void* pc) {
  Controlled& self = *world.current;
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  Object& object = object_at(address);
  if (object.width != 0 && object.width != size)
    doubt(Doubt::beyond_model, "atomics of two sizes at one address");
  object.width = size;
  request.modification.bytes = size;
  request.modification.may_fail = request.modification.may_fail && self.spurious > 0;
  const AtomicAnswer answer = ask(request, object, address, size, action, where, pc);
  access(where, size, answer.writes, true, pc);
  refresh_clock(self);
  if (answer.writes && answer.is_last) {
    remember(where, size);
    std::memcpy(const_cast<void*>(address), &answer.written, size);
  }
  if (request.modification.may_fail && answer.choice == 1) --self.spurious;
  if (answer.blocked) never_resumed(&object, true);
  return answer;
}

AtomicAnswer modify_weakly(Object& object, const Modification& modification, std::uint64_t initial,
                           Action action, std::uint64_t address, const void* pc) {
  AtomicRequest request{.kind = AtomicRequest::Kind::modify, .modification = modification};
  request.order = modification.success;  // of one that only reads
  request.initial = initial;
  const AtomicAnswer answer = ask(request, object, &object, sizeof(std::uint64_t), action, address, pc);
  refresh_clock(*world.current);
  if (answer.blocked) never_resumed(&object, false);
  return answer;
}

void store_weakly(Object& object, std::uint64_t value, MemoryOrder order, Action action,
                  std::uint64_t address, const void* pc) {
  AtomicRequest request{.kind = AtomicRequest::Kind::store, .order = order, .value = value};
  ask(request, object, &object, sizeof(std::uint64_t), action, address, pc);
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
