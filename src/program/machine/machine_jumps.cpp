// SPDX-License-Identifier: Apache-2.0
// setjmp and longjmp. A jmp_buf holds the address of a *mark* and where its setjmp stands. The mark is a local variable
// of the function that called setjmp, which nobody else knows of. So it ends with that function, and a jump back to a
// function that has returned is seen as such, even if the same one is called again.
//
// The mark holds where its setjmp stands, as the jmp_buf does: that tells it from other memory.
//
// A jump leaves functions and blocks as a return does: local variables that others can reach end one by one, each a
// step of its own. Those of setjmp's own function that were made after the mark end, too: they are of blocks that the
// jump leaves. What C calls indeterminate afterwards (a variable of that function that is not volatile and was changed
// since) has its last value.
#include <optional>

#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

constexpr Word kJumpBuffer =
    72;  // bytes of a jmp_buf that setjmp writes: registers, and that there is no mask
constexpr Word kIsMark = Word{0x5E} << 48;

}  // namespace

// Where a longjmp goes.
struct Machine::Parts::JumpTarget {
  std::size_t frame = 0;
  std::size_t objects = 0;  // of the thread, with the mark as their last
  std::uint32_t pc = 0;     // of setjmp
  std::uint8_t atomic_depth = 0;
};

std::optional<Machine::Parts::JumpTarget> Machine::Parts::jump_target(ThreadNumber number, Word mark,
                                                                      Word place) const {
  const Thread& thread = threads[number];
  const auto at = is_pointer(mark) ? std::find(thread.objects.begin(), thread.objects.end(), object_of(mark))
                                   : thread.objects.end();
  if (at == thread.objects.end()) return std::nullopt;
  Word kept = 0;
  if (objects[*at].size == sizeof(kept)) std::memcpy(&kept, objects[*at].data, sizeof(kept));
  if (kept != place) return std::nullopt;
  JumpTarget target{.frame = thread.frames.size() - 1,
                    .objects = static_cast<std::size_t>(at - thread.objects.begin()) + 1,
                    .pc = static_cast<std::uint32_t>(place),
                    .atomic_depth = static_cast<std::uint8_t>(place >> 32)};
  while (thread.frames[target.frame].first_object >= target.objects) --target.frame;
  return target;
}

std::optional<Machine::Parts::JumpTarget> Machine::Parts::jump_target(const BuiltinCall& call) const {
  const Word jump_buffer = arg(call, 0);
  if (!is_pointer(jump_buffer) || !has_object(object_of(jump_buffer))) return std::nullopt;
  const Object& object = objects[object_of(jump_buffer)];
  const std::uint64_t offset = offset_of(jump_buffer);
  if (object.data == nullptr || offset + 16 > object.size) return std::nullopt;
  Word words[2];
  std::memcpy(words, object.data + offset, sizeof(words));
  return jump_target(call.number, words[0], words[1]);
}

Pending Machine::Parts::before_set_jump(const BuiltinCall& call) const {
  return touching(arg(call, 0), kJumpBuffer, true);
}
Outcome Machine::Parts::do_set_jump(const BuiltinCall& call) {
  const ThreadNumber number = call.number;
  const Word jump_buffer = arg(call, 0);
  effect(number, event::Operation::write, jump_buffer, kJumpBuffer);
  if (bytes(number, jump_buffer, kJumpBuffer, true) == nullptr) return Outcome::problem;
  if (const auto old = jump_target(call);
      old && old->frame + 1 == threads[number].frames.size() && is_written(jump_buffer, 8)) {
    Thread& thread = threads[number];  // nobody can go there any more
    end_object(thread.objects[old->objects - 1]);
    thread.objects.erase(thread.objects.begin() + static_cast<std::ptrdiff_t>(old->objects) - 1);
  }
  const Frame frame = threads[number].frames.back();
  const ObjectNumber mark = make_object(number, Object::Kind::stack, 8, call.instruction.location,
                                        frame.function * 65536U + frame.pc + 1, true);
  Thread& thread = threads[number];
  thread.objects.push_back(mark);
  const Word place = kIsMark | std::uint64_t{thread.atomic_depth} << 32 | frame.pc;
  std::memcpy(objects[mark].data, &place, sizeof(place));
  const bool done = fill(number, jump_buffer, 0, kJumpBuffer) &&
                    store(number, jump_buffer, 8, address_of(mark)) &&
                    store(number, jump_buffer + 8, 8, place);
  return go_on_if(done, call, 0);
}

Pending Machine::Parts::before_jump(const BuiltinCall& call) const {
  if (const auto target = jump_target(call))
    if (const ObjectNumber local = shared_of(call.number, threads[call.number].objects, target->objects);
        local != 0)
      return before_end_of(local);
  return touching(arg(call, 0), kJumpBuffer, false);
}
Outcome Machine::Parts::do_jump(const BuiltinCall& call) {
  const ThreadNumber number = call.number;
  const Word result = arg(call, 1) & 0xFFFFFFFF;
  if (const auto target = jump_target(call))
    if (const ObjectNumber local = shared_of(number, threads[number].objects, target->objects); local != 0)
      return end_of(number, local);
  const Word jump_buffer = arg(call, 0);
  effect(number, event::Operation::read, jump_buffer, kJumpBuffer);
  Word mark = 0, place = 0;
  if (!load(number, jump_buffer, 8, mark) || !load(number, jump_buffer + 8, 8, place))
    return Outcome::problem;
  const auto target = jump_target(number, mark, place);
  if (!target)
    return fail(number, finding::Kind::use_after_free,
                "longjmp goes to a function that has returned, or that another thread is in", jump_buffer);
  if (threads[number].atomic_depth != target->atomic_depth)
    return give_up(number, "longjmp into or out of an atomic block");
  if (left_routine(threads[number], target->frame + 1) != threads[number].frames.size())
    return give_up(number, "longjmp out of a once routine or a handler of exit");
  while (threads[number].frames.size() > target->frame + 1)
    if (!pop_frame(number)) return Outcome::problem;
  for (Thread& thread = threads[number]; thread.objects.size() > target->objects; thread.objects.pop_back()) {
    if (!leave_memory(number, thread.objects.back())) return Outcome::problem;
    end_object(thread.objects.back());
  }
  threads[number].frames.back().pc = target->pc;
  return go_on({number, instruction(threads[number])}, result == 0 ? 1 : result);
}

}  // namespace heddle::program
