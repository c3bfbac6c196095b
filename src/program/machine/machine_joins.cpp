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
std::optional<ThreadNumber> Machine::Parts::joined_next() const {
  const Thread& main = threads[0];
  if (exited || main.status != Thread::Status::running || main.frames.empty() || main.interrupted ||
      main.atomic_depth != 0 || program.asks_for_ends)
    return std::nullopt;
  for (const Frame& frame : main.frames)
    if (frame.routine_of != 0) return std::nullopt;
  const Instruction& i = instruction(main);
  if (i.opcode != Opcode::sync || static_cast<sync::Call>(i.a) != sync::Call::thread_join || i.e > 1)
    return std::nullopt;  // someone looks at the result
  const Word id = argument(main, i, 0);
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
  while (row.size() < most) {
    const std::optional<ThreadNumber> other = joined_next();
    if (!other || std::find(row.begin(), row.end(), *other) != row.end() || is_known_to_others(*other))
      return;
    Thread& main = threads[0];
    give_result(main, instruction(main), 0);
    ++main.frames.back().pc;
    row.push_back(*other);
    if (run(0) == Outcome::done && threads[0].status == Thread::Status::running) continue;
    failed_row = true;
    return;
  }
}

}  // namespace heddle::program
