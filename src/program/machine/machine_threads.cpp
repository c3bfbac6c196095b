// SPDX-License-Identifier: Apache-2.0
// Threads begin, are joined and detached, by the rules of the book. What a call tells its caller (an id, a result)
// is written by the caller afterwards, with an access of its own (translate_sync.cpp).
#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

sync::State Machine::Parts::thread_state(Word id) const {
  sync::State state;
  state.life = sync::Life::initialised;
  const Word number = is_thread_id(id) ? (id & 0xFFFFFFFF) - 1 : ~Word{0};
  if (number >= threads.size() || threads[number].status == Thread::Status::absent) {
    state.joined = !threads[0].others_gone;
    if (!state.joined)
      state.life = sync::Life::destroyed;  // joined, or detached and ended: which is not kept
    return state;
  }
  const Thread& thread = threads[number];
  state.owner = static_cast<sync::Thread>(number);
  state.ended = thread.status == Thread::Status::finished;
  state.detached = thread.detached;
  return state;
}

// Libc may give a new thread the id of one that is gone; here it does not come to mean another one while somebody has it.
void Machine::Parts::compares_ids(Word a, Word b, std::uint32_t location) {
  const auto is_gone = [&](Word id) {
    const Word number = (id & 0xFFFFFFFF) - 1;
    return number >= threads.size() || threads[number].status == Thread::Status::absent;
  };
  if (a == b) return;
  if (ids_compared == 0 && (is_gone(a) || is_gone(b))) ids_compared = std::max(location, 1U);
}

Outcome Machine::Parts::create(const SyncCall& call) {
  const ObjectNumber function = is_pointer(call.object()) ? object_of(call.object()) : 0;
  if (function == 0 || function > program.functions.size())
    return fail(call.number, finding::Kind::null_dereference, "a thread is started with no function",
                call.object());
  ThreadNumber fresh = 0;
  for (std::uint32_t count = 0;; ++count) {
    const auto [entry, is_new] =
        thread_numbers.try_emplace({call.number, count}, static_cast<ThreadNumber>(thread_names.size()));
    if (is_new && options.number)
      entry->second =
          1 + options.number({.is_thread = true, .maker = call.number, .site = 0, .salt = 0, .count = count});
    fresh = entry->second;
    widen(fresh + 1, 0);
    // The id of a thread that was joined never comes to mean another one while someone has it.
    const bool is_unheard_of = is_new && !options.number;
    if (threads[fresh].status == Thread::Status::absent && (is_unheard_of || !is_named(fresh, 0))) break;
  }
  Thread& child = threads[fresh];
  child = Thread();
  child.status = Thread::Status::running;
  child.detached = call.arguments[2] != 0;
  const Word words[] = {call.arguments[1]};
  push_frame(child, function - 1, words);
  escape(call.arguments[1]);
  note_making(0xFFFFFFFF, function - 1, fresh);
  effect(call.number, event::Operation::fork, fresh);
  if (const Outcome outcome = answer_with(call, 0, thread_id(fresh)); outcome != Outcome::done)
    return outcome;
  return run(fresh);
}

Outcome Machine::Parts::join(const SyncCall& call, const sync::Answer& answer) {
  if (!answer.after.joined) return answer_with(call, answer.value);
  const auto other = static_cast<ThreadNumber>((call.object() & 0xFFFFFFFF) - 1);
  const Word result = threads[other].result;
  effect(call.number, *answer.event, other);
  threads[other] = Thread();
  return answer_with(call, answer.value, result);
}

Outcome Machine::Parts::detach(const SyncCall& call, const sync::Answer& answer) {
  Thread& other = threads[(call.object() & 0xFFFFFFFF) - 1];
  if (other.status == Thread::Status::finished) {
    other = Thread();
    threads[0].others_gone = true;
    threads[0].dirty = true;
  } else {
    other.detached = answer.after.detached;
  }
  other.dirty = true;
  return answer_with(call, answer.value);
}

}  // namespace heddle::program
