// SPDX-License-Identifier: Apache-2.0
// Joins to come. A program that starts workers and then joins them one by one, by the ids in an array of its
// own, tells them apart only by the order of its joins, and that order does not matter: a join is a right
// mover, so if main does nothing between two of them that others can see, it may as well wait for all of them
// at once. The key of a state (machine_symmetry.cpp) is therefore taken with main *behind* the joins it
// stands before, the threads it waits for marked, and their ids, which then name nobody, numbered as they are
// met.
//
// Two states with one key then need not be isomorphic, but each can do what the other can, up to joins of
// that row: whichever is explored, the other's errors, ends and deadlocks are seen. Joins stay steps of their
// own, each with a key of its own, so none is put off for ever.
//
// A join belongs to the row if nobody looks at the thread's result, no word outside main's own memory has
// its id, and what main does up to the next operation that others can see is not an error.
#include <algorithm>

#include "program/machine/machine_parts.h"

namespace heddle::program {

// The thread that main stands before joining, if the join belongs to a row.
std::optional<ThreadNumber> Machine::Parts::joined_next(Word& id_place) const {
  const Thread& main = threads[0];
  if (exited || main.status != Thread::Status::running || main.frames.empty() || main.interrupted ||
      main.atomic_depth != 0)
    return std::nullopt;
  for (const Frame& frame : main.frames)
    if (frame.once != 0) return std::nullopt;
  const Instruction& i = instruction(main);
  if (i.opcode != Opcode::builtin) return std::nullopt;
  const auto builtin = static_cast<Builtin>(i.a);
  const bool cpp = builtin == Builtin::thread_join_cpp;
  if (!cpp && builtin != Builtin::thread_join && builtin != Builtin::thread_join_c11) return std::nullopt;
  Word id = argument(main, i, 0);
  id_place = 0;
  if (cpp) {
    id_place = id;
    if (!is_private(0, id) || offset_of(id) < 0 || offset_of(id) + 8 > objects[object_of(id)].size)
      return std::nullopt;
    std::memcpy(&id, objects[object_of(id)].data + offset_of(id), 8);
  } else if (argument(main, i, 1) != 0) {
    return std::nullopt;  // someone looks at the result
  }
  if (!is_thread_id(id)) return std::nullopt;
  const auto other = static_cast<ThreadNumber>((id & 0xFFFFFFFF) - 1);
  if (other == 0 || other >= threads.size() || threads[other].detached ||
      threads[other].status == Thread::Status::absent || threads[other].status == Thread::Status::failed)
    return std::nullopt;
  return other;
}

// Is the id in a word that is not main's own?
bool Machine::Parts::is_known_to_others(ThreadNumber thread) const {
  const Word id = thread_id(thread);
  const auto holds = [&](const std::uint8_t* data, std::size_t size) {
    for (std::size_t at = 0; at + 8 <= size; at += 8)
      if (std::memcmp(data + at, &id, 8) == 0) return true;
    return false;
  };
  if (holds(globals.data(), globals.size())) return true;
  for (std::size_t i = dynamic_base; i < objects.size(); ++i)
    if (objects[i].data != nullptr && (objects[i].escaped || objects[i].owner != 0) &&
        holds(objects[i].data, objects[i].size))
      return true;
  for (std::size_t t = 1; t < threads.size(); ++t) {
    if (threads[t].result == id) return true;
    for (std::size_t i = 0; i < threads[t].frames.size(); ++i) {
      const Frame& frame = threads[t].frames[i];
      const Function& owner = program.functions[frame.function];
      const bool top = i + 1 == threads[t].frames.size();
      for (const std::uint32_t r :
           program.register_lists[top ? owner.live_before[frame.pc] : owner.live_across[frame.pc]])
        if (threads[t].registers[frame.base + r] == id) return true;
    }
  }
  return false;
}

// Puts main behind the joins of its row. The caller has captured the state, and restores it.
void Machine::Parts::pass_joins(std::size_t most, std::vector<ThreadNumber>& row) {
  row.clear();
  Word place = 0;
  while (row.size() < most) {
    const std::optional<ThreadNumber> other = joined_next(place);
    if (!other || std::find(row.begin(), row.end(), *other) != row.end() || is_known_to_others(*other))
      return;
    Thread& main = threads[0];
    if (place != 0) {
      std::memset(objects[object_of(place)].data + offset_of(place), 0, 8);
      objects[object_of(place)].dirty = true;
    }
    give_result(main, instruction(main), 0);
    ++main.frames.back().pc;
    row.push_back(*other);
    if (run(0) == Outcome::done && threads[0].status == Thread::Status::running) continue;
    failed_row = true;
    return;
  }
}

}  // namespace heddle::program
