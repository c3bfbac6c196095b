// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/weak_memory.h"

#include <cstring>

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

[[noreturn]] void never_resumed(Object* object, bool loops) {
  Controlled& self = *world.current;
  Operation operation;
  blocked_until_resumed(operation, object, loops ? Need::change : Need::event);
  (void)self;
  __builtin_unreachable();
}

}  // namespace

void refresh_clock(Controlled& thread) {
  const auto known = world.memory->known_to(thread.number);
  for (Thread i = 0; i < world.shared->paths_count; ++i) thread.clock.at[i] = i < known.size() ? known[i] : 0;
  thread.clock.at[thread.number] = world.memory->events_of(thread.number) + 1;
}

void restart_locations(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = address; at < address + size; ++at) {
    Object* object = known_object(reinterpret_cast<const void*>(at));
    if (object == nullptr || object->width == 0) continue;
    if (++object->restarts == kRestarts) doubt(Doubt::beyond_model, "an atomic initialised 4,096 times");
    object->width = 0;
  }
}

AtomicAnswer perform_weakly(AtomicRequest request, volatile void* address, std::uint8_t size, Action action,
                            const void* pc) {
  Controlled& self = *world.current;
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  Object& object = object_at(address);
  const bool may_write = request.kind != AtomicRequest::Kind::load;
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, may_write};
  const std::uint64_t state = self.visits_count == 0 ? 0 : look_for_loop(self, operation, address, size, pc);
  if (operation.need == Need::change) {
    world.memory->stuck(self.number, reads_since(self, pc));
    self.doing = action;
    self.doing_address = where;
    self.doing_pc = pc;
    never_resumed(&object, true);
  }
  if (object.width != 0 && object.width != size)
    doubt(Doubt::beyond_model, "atomics of two sizes at one address");
  object.width = size;
  operation.accesses[0].object = location_of(object);
  request.location = operation.accesses[0].object;
  request.modification.bytes = size;
  request.modification.may_fail = request.modification.may_fail && self.spurious > 0;
  world.memory->reaches(self.number, request);
  reach(operation, &object, action, where, pc);
  if (in_heap(where)) check_heap(where, size, may_write, pc);  // it may have gone meanwhile
  std::memcpy(&request.initial, const_cast<const void*>(address), size);
  const AtomicAnswer answer = world.memory->perform(self.number, request);
  access(where, size, answer.writes, true, pc);
  refresh_clock(self);
  if (answer.writes && answer.is_last) {
    remember(where, size);
    std::memcpy(const_cast<void*>(address), &answer.written, size);
  }
  const bool failed = request.modification.may_fail && answer.choice == 1;
  if (failed) --self.spurious;
  if (failed || (answer.writes && answer.written != answer.old))
    self.visits_count = 0;
  else if (request.kind != AtomicRequest::Kind::store)
    visited(self, address, size, answer.old, object.number, pc, state);
  performed(operation, true, answer.writes ? answer.written : answer.old);
  if (answer.blocked) never_resumed(&object, !request.modification.waits);
  return answer;
}

}  // namespace heddle::control
