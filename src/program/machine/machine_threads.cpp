// SPDX-License-Identifier: Apache-2.0
// Threads begin, are joined, detached, and end.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

Outcome Machine::Parts::create_thread(ThreadNumber number, Word out, std::uint32_t called, Word argument_word,
                                      Word& made) {
  ThreadNumber fresh = 0;
  for (std::uint32_t count = 0;; ++count) {
    const auto [entry, is_new] =
        thread_numbers.try_emplace({number, count}, static_cast<ThreadNumber>(thread_names.size()));
    fresh = entry->second;
    if (is_new) thread_names.push_back(fmt::format("T{}", fresh));
    if (fresh >= threads.size()) {
      current.insert(current.begin() + static_cast<std::ptrdiff_t>(threads.size()),
                     fresh + 1 - threads.size(), 0);
      threads.resize(fresh + 1);
    }
    // The id of a thread that was joined never comes to mean another one while someone has it.
    if (threads[fresh].status == Thread::Status::absent && (is_new || !is_named(fresh, out))) break;
  }
  Thread& child = threads[fresh];
  child = Thread();
  child.status = Thread::Status::running;
  const Word words[] = {argument_word};
  push_frame(child, called, words);
  escape(argument_word);
  made = fresh + 1;
  note_making(0xFFFFFFFF, called, fresh);
  if (out != 0 && !store(number, out, 8, thread_id(fresh))) return Outcome::problem;
  effect(number, event::Operation::fork, fresh);
  return Outcome::done;
}

bool Machine::Parts::leaves_atomic_block(ThreadNumber number) {
  if (threads[number].atomic_depth == 0 || on_behalf || number >= thread_names.size()) return false;
  fail(number, finding::Kind::lock_misuse, "a thread ends inside an atomic block");
  return true;
}

namespace {

// The number + 1 of the thread a pthread_t names, 0 if it names none.
Word thread_word(Word id) { return is_thread_id(id) ? id & 0xFFFFFFFF : 0; }

}  // namespace

std::optional<Outcome> Machine::Parts::perform_thread(const BuiltinCall& call) {
  using event::Operation;
  using finding::Kind;
  const ThreadNumber number = call.number;
  const auto builtin = static_cast<Builtin>(call.instruction.a);
  const auto arg = [&](Operand k) { return call.argument(k); };
  const auto start_thread = [&](Word out, Word entry, Word argument_word, Word& made) {
    const ObjectNumber object = is_pointer(entry) ? object_of(entry) : 0;
    if (object == 0 || object > program.functions.size())
      return fail(number, Kind::null_dereference, "a thread is started with no function", entry);
    if (const Outcome outcome = create_thread(number, out, object - 1, argument_word, made);
        outcome != Outcome::done)
      return outcome;
    return Outcome::done;
  };
  switch (builtin) {
    case Builtin::exit_program:
      exited = true;
      effect(number, Operation::end, 0);
      return Outcome::done;
    case Builtin::thread_create:
    case Builtin::thread_create_c11: {
      const bool c11 = builtin == Builtin::thread_create_c11;
      Word made = 0;
      const Outcome outcome = start_thread(arg(0), arg(c11 ? 1 : 2), arg(c11 ? 2 : 3), made);
      if (outcome != Outcome::done) return outcome;
      call.go_on(0);
      return run(static_cast<ThreadNumber>(made - 1));
    }
    case Builtin::thread_start_cpp: {
      // std::thread's state object, out of the unique_ptr that owns it; the thread calls its _M_run.
      Word state = 0;
      if (!load(number, arg(1), 8, state) || !store(number, arg(1), 8, 0)) return Outcome::problem;
      std::uint32_t entry = 0;
      while (entry < program.functions.size() &&
             program.functions[entry].linker_name != "heddle.thread_entry")
        ++entry;
      if (entry == program.functions.size()) return give_up(number, "std::thread");
      Word made = 0;
      const Outcome outcome = start_thread(arg(0), address_of(program.function_object(entry)), state, made);
      if (outcome != Outcome::done) return outcome;
      call.go_on(0);
      return run(static_cast<ThreadNumber>(made - 1));
    }
    case Builtin::thread_join:
    case Builtin::thread_join_c11:
    case Builtin::thread_join_cpp: {
      const bool cpp = builtin == Builtin::thread_join_cpp;
      Word id = arg(0);
      if (cpp && !load(number, arg(0), 8, id)) return Outcome::problem;
      id = thread_word(id);
      if (id == 0 || id > threads.size() || !is_finished(static_cast<ThreadNumber>(id - 1)) ||
          threads[id - 1].detached)
        return fail(number, Kind::lock_misuse,
                    "a thread is joined that does not exist or was joined or detached");
      const auto other = static_cast<ThreadNumber>(id - 1);
      const Word result = threads[other].result;
      effect(number, Operation::join, other);
      threads[other] = Thread();
      if (cpp) return call.go_on_if(store(number, arg(0), 8, 0));
      const Word out = arg(1);
      if (out != 0 && !store(number, out, builtin == Builtin::thread_join ? 8 : 4, result))
        return Outcome::problem;
      return call.go_on(0);
    }
    case Builtin::thread_detach:
    case Builtin::thread_detach_cpp: {
      Word id = arg(0);
      if (builtin == Builtin::thread_detach_cpp) {
        if (!load(number, arg(0), 8, id) || !store(number, arg(0), 8, 0)) return Outcome::problem;
      }
      id = thread_word(id);
      if (id == 0 || id > threads.size() || threads[id - 1].status == Thread::Status::absent ||
          threads[id - 1].detached)
        return fail(number, Kind::lock_misuse,
                    "a thread is detached that does not exist or was joined or detached");
      Thread& other = threads[id - 1];
      if (other.status == Thread::Status::finished)
        other = Thread();
      else
        other.detached = true;
      other.dirty = true;
      return call.go_on(0);
    }
    case Builtin::thread_exit:
      if (leaves_atomic_block(number)) return Outcome::problem;
      end_thread(number, arg(0));
      return Outcome::done;
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::program
