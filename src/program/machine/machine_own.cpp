// SPDX-License-Identifier: Apache-2.0
// What a thread has to itself: scopes of its local variables, its errno, its number; and what does nothing here.
#include "program/machine/machine_parts.h"

namespace heddle::program {

// The variable's name may be used again at once, unless someone could still have its address.
bool Machine::Parts::end_scope(ThreadNumber number, Word address) {
  Thread& thread = threads[number];
  const ObjectNumber object = is_pointer(address) ? object_of(address) : 0;
  const auto at = std::find(thread.objects.rbegin(), thread.objects.rend(), object);
  if (object == 0 || at == thread.objects.rend()) return true;
  const Frame& frame = thread.frames.back();
  const Function& owner = program.functions[frame.function];
  for (const std::uint32_t r : program.register_lists[owner.live_before[frame.pc + 1]])
    if (const Word word = thread.registers[frame.base + r]; is_pointer(word) && object_of(word) == object)
      objects[object].exposed = true;
  if (!leave_memory(number, object)) return false;
  end_object(object);
  thread.objects.erase(std::next(at).base());
  return true;
}

// Seen only where others can reach the variable.
Pending Machine::Parts::before_scope_end(const BuiltinCall& call) const {
  const Word address = arg(call, 0);
  const ObjectNumber object = is_pointer(address) ? object_of(address) : 0;
  const Thread& thread = threads[call.number];
  const bool ends = object != 0 && has_object(object) && objects[object].escaped &&
                    std::find(thread.objects.begin(), thread.objects.end(), object) != thread.objects.end();
  return ends && !is_alone(call.number) ? before_end_of(object) : Pending();
}
Outcome Machine::Parts::do_end_scope(const BuiltinCall& call) {
  const Word address = arg(call, 0);
  if (is_pointer(address) && has_object(object_of(address)) && objects[object_of(address)].escaped)
    effect(call.number, event::Operation::free, address_of(object_of(address)),
           std::max<std::uint32_t>(objects[object_of(address)].size, 1));
  return go_on_if(end_scope(call.number, address), call);
}
Outcome Machine::Parts::do_save_stack(const BuiltinCall& call) {
  const Thread& thread = threads[call.number];
  const bool any = thread.objects.size() > thread.frames.back().first_object;
  return go_on(call, any ? address_of(thread.objects.back()) : 0);
}
// The last variable that is still to end; 0: there is none.
ObjectNumber Machine::Parts::next_of_stack(const BuiltinCall& call) const {
  const Thread& thread = threads[call.number];
  const auto first = thread.objects.begin() + thread.frames.back().first_object;
  const ObjectNumber last = is_pointer(arg(call, 0)) ? object_of(arg(call, 0)) : 0;
  if (last != 0 && std::find(first, thread.objects.end(), last) == thread.objects.end()) return 0;
  return first == thread.objects.end() || thread.objects.back() == last ? 0 : thread.objects.back();
}
// Of several variables that others can reach, each ends in a step of its own.
Pending Machine::Parts::before_stack_end(const BuiltinCall& call) const {
  const ObjectNumber object = next_of_stack(call);
  return object != 0 && objects[object].escaped && !is_alone(call.number) ? before_end_of(object) : Pending();
}
Outcome Machine::Parts::do_restore_stack(const BuiltinCall& call) {
  const ObjectNumber object = next_of_stack(call);
  if (object == 0) return go_on(call, 0);
  if (objects[object].escaped)
    effect(call.number, event::Operation::free, address_of(object),
           std::max<std::uint32_t>(objects[object].size, 1));
  return end_scope(call.number, address_of(object)) ? Outcome::done : Outcome::problem;
}
Outcome Machine::Parts::do_end_arguments(const BuiltinCall& call) {
  Thread& thread = threads[call.number];
  end_object(thread.objects.back());
  thread.objects.pop_back();
  return go_on(call, 0);
}

ObjectNumber Machine::Parts::error_number_of(ThreadNumber number) {
  threads[number].storage.resize(storage_globals.size() + 1);
  if (threads[number].storage.back() == 0) {
    const ObjectNumber made = make_object(number, Object::Kind::thread_local_storage, 4, 0, 0xFFFFFFFF, true);
    threads[number].storage.back() = made;
  }
  return threads[number].storage.back();
}
Outcome Machine::Parts::do_error_number(const BuiltinCall& call) {
  return go_on(call, address_of(error_number_of(call.number)));
}
Outcome Machine::Parts::do_thread_self(const BuiltinCall& call) {
  return go_on(call, thread_id(on_behalf.value_or(call.number)));
}
// As predicates get it: 0 can mean nobody.
Outcome Machine::Parts::do_own_number(const BuiltinCall& call) {
  names_observed = names_observed || options.symmetry;
  return go_on(call, on_behalf.value_or(call.number) + 1);
}
Outcome Machine::Parts::do_thread_equal(const BuiltinCall& call) {
  const Word a = arg(call, 0), b = arg(call, 1);
  if (is_thread_id(a) && is_thread_id(b)) compares_ids(a, b, call.instruction.location);
  return go_on(call, a == b ? 1 : 0);
}
Outcome Machine::Parts::do_hardware_concurrency(const BuiltinCall& call) { return go_on(call, 2); }
Outcome Machine::Parts::do_ignored(const BuiltinCall& call) { return go_on(call, 0); }

}  // namespace heddle::program
