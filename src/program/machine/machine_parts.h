// SPDX-License-Identifier: Apache-2.0
// The machine's inside, shared by machine*.cpp and nobody else.
#pragma once

#include <cstring>
#include <map>
#include <tuple>

#include "base/check.h"
#include "program/machine/machine.h"

namespace heddle::program {

inline constexpr Word kAtomicBlock = 2;  // the "lock" of atomic blocks
inline constexpr std::uint32_t kPage = 256;
inline constexpr std::uint32_t kLocalBudget = 20000;  // instructions before a local run is interrupted

// Words the machine keeps in synchronisation objects, and what functions return.
inline constexpr std::uint32_t kDestroyed = 0x5EAD;
inline constexpr Word kBusy = 16;                          // EBUSY
inline constexpr Word kTimedOut = 110;                     // ETIMEDOUT
inline constexpr Word kNotOwner = 1;                       // EPERM
inline constexpr Word kDeadlock = 35;                      // EDEADLK
inline constexpr std::uint32_t kMostAlternatives = 65536;  // of heddle_choose
inline constexpr std::uint32_t kRecursive = 1;
inline constexpr std::uint32_t kErrorChecking = 2;

struct Frame {
  std::uint32_t function = 0;
  std::uint32_t pc = 0;
  std::uint32_t base = 0;          // of its registers
  std::uint32_t first_object = 0;  // of its stack objects
  Word once = 0;                   // a once flag to set when it returns
};

struct Thread {
  enum class Status : std::uint8_t {
    absent,
    running,
    waiting,
    notified,
    timed_out,
    at_barrier,
    leaving,
    finished,
    failed
  };
  Status status = Status::absent;
  bool detached = false;
  bool dirty = true;
  bool interrupted = false;  // stands before an instruction of its own
  bool ending = false;       // runs Program::thread_end; its result is known
  std::uint8_t atomic_depth = 0;
  Word waits_for = 0;  // condition or barrier
  Word mutex = 0;      // to take again
  Word result = 0;
  std::vector<Frame> frames;
  std::vector<Word> registers;
  std::vector<ObjectNumber> objects;  // of all frames
  std::vector<Word> held;             // sorted; re-entrant ones once
  std::vector<ObjectNumber> storage;  // instance of each thread-local global, 0: not yet made
};

struct Object {
  enum class Kind : std::uint8_t { absent, function, global, heap, stack, thread_local_storage, freed };
  Kind kind = Kind::absent;
  bool constant = false;
  bool escaped = true;
  bool dirty = true;
  bool was_stack = false;  // of a freed one
  bool all_written = true;
  bool exposed = false;  // of a local variable: its address was stored or returned, and may outlive it
  ThreadNumber owner = 0;
  std::uint32_t site = 0;  // location of its making
  std::uint32_t name = 0;  // message + 1
  std::uint32_t size = 0;
  std::uint8_t* data = nullptr;
  std::uint32_t page_base = 0;        // of a global: its place in the pages
  std::vector<std::uint8_t> bytes;    // of a dynamic object
  std::vector<std::uint8_t> written;  // a bit for each byte
};

struct BuiltinCall;

struct Machine::Parts {
  const Program& program;
  MachineOptions options;
  ComponentPool pool;
  std::vector<std::uint8_t> globals;  // all mutable globals, each at a multiple of 16
  std::vector<bool> page_dirty;
  std::vector<Object> objects;
  std::vector<Thread> threads;
  bool exited = false;
  // Which number an object or thread gets: by maker, place and count; never forgotten.
  std::map<std::tuple<ThreadNumber, std::uint32_t, std::uint32_t, std::uint32_t>, ObjectNumber>
      object_numbers;
  std::map<std::pair<ThreadNumber, std::uint32_t>, ThreadNumber> thread_numbers;
  std::vector<std::string> thread_names = {"main"};
  std::vector<ComponentNumber> current;  // components of threads, pages, dynamic objects as last captured
  std::size_t dynamic_base = 0;

  std::vector<Effect> effects;
  Problem problem;
  std::string unsupported;
  std::uint32_t partial_input = 0;
  std::uint32_t weak_atomic = 0;
  bool private_failed = false;
  std::string predicate_problem;
  std::map<std::uint32_t, bool> assumptions;   // by place: was it ever met?
  std::optional<ThreadNumber> on_behalf;       // while a predicate is evaluated: the thread it speaks of
  std::vector<std::uint32_t> storage_globals;  // thread-local globals
  std::vector<std::uint8_t> buffer;
  mutable bool names_observed = false;
  bool names_scattered = false;  // some are stored at addresses that are no multiple of 8
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
      makings;  // blocks by place, threads by function
  bool several_alike = false;

  Parts(const Program& program, MachineOptions options);

  Word value(const Thread& thread, Operand operand) const {
    return operand >= 0 ? thread.registers[thread.frames.back().base + static_cast<std::uint32_t>(operand)]
                        : program.constants[static_cast<std::size_t>(-1 - operand)];
  }
  static void write_register(Thread& thread, Operand dst, Word value) {
    thread.registers[thread.frames.back().base + static_cast<std::uint32_t>(dst)] = value;
  }
  const Function& function(const Thread& thread) const {
    return program.functions[thread.frames.back().function];
  }
  const Instruction& instruction(const Thread& thread) const {
    return function(thread).code[thread.frames.back().pc];
  }
  Word argument(const Thread& thread, const Instruction& call, Operand i) const {
    return value(thread,
                 function(thread).extra[static_cast<std::size_t>(call.b) + static_cast<std::size_t>(i)]);
  }
  void give_result(Thread& thread, const Instruction& call, Word result) {
    if (call.e > 0) {
      const Word mask = call.width == 0 || call.width >= 64 ? ~Word{0} : (Word{1} << call.width) - 1;
      write_register(
          thread, function(thread).extra[static_cast<std::size_t>(call.b) + static_cast<std::size_t>(call.c)],
          result & mask);
    }
  }

  // machine_memory.cpp
  Outcome fail(ThreadNumber thread, finding::Kind kind, std::string message, Word address = 0);
  Outcome give_up(ThreadNumber thread, const std::string& what);
  // The bytes, or nullptr after fail(): the access is out of bounds, of freed memory …
  std::uint8_t* bytes(ThreadNumber thread, Word address, std::uint64_t size, bool for_writing);
  bool is_private(ThreadNumber thread, Word address) const {
    const ObjectNumber number = object_of(address);
    if (!options.private_memory || !is_pointer(address) || number >= objects.size()) return false;
    const Object& object = objects[number];
    if (object.kind == Object::Kind::global) return object.constant;
    return !object.escaped && object.owner == thread && object.kind != Object::Kind::freed;
  }
  bool check_written(ThreadNumber thread, Word address, std::uint64_t size);
  void mark_written(Word address, std::uint64_t size, bool written = true);
  void touch(Word address, std::uint64_t size);
  bool load(ThreadNumber thread, Word address, unsigned size, Word& result);
  bool store(ThreadNumber thread, Word address, unsigned size, Word value);
  void escape(Word value);
  void expose(Word value) {
    if (is_pointer(value) && object_of(value) >= dynamic_base && object_of(value) < objects.size()) {
      Object& object = objects[object_of(value)];
      object.dirty = object.dirty || !object.exposed;
      object.exposed = true;
    }
  }
  void escape_content(const Object& object);
  ObjectNumber make_object(ThreadNumber thread, Object::Kind kind, std::uint64_t size, std::uint32_t site,
                           std::uint32_t salt, bool zeroed);
  void end_object(ObjectNumber number);
  void reclaim();
  template <class Look>
  void each_word(Word but, const Look& look) const;
  bool is_named(ThreadNumber thread, Word but) const;  // by some word, but for the one at `but`
  bool copy(ThreadNumber thread, Word to, Word from, std::uint64_t size);
  bool fill(ThreadNumber thread, Word to, std::uint8_t byte, std::uint64_t size);
  bool release_memory(ThreadNumber thread, Word address);
  bool string_at(ThreadNumber thread, Word address, std::string& text);
  std::uint64_t string_extent(Word address) const;

  // machine_step.cpp
  Outcome run(ThreadNumber number);  // what it does alone
  Outcome local_builtin(ThreadNumber number, const Instruction& instruction, bool& stop);
  bool compute(Thread& thread, const Instruction& instruction, ThreadNumber number);
  void push_frame(Thread& thread, std::uint32_t called, std::span<const Word> arguments);
  void pop_frame(Thread& thread);
  void end_scope(Thread& thread, Word address);
  void end_thread(ThreadNumber number, Word result);
  void effect(ThreadNumber thread, event::Operation operation, Word target, std::uint64_t size = 0,
              event::MemoryOrder order = event::MemoryOrder::seq_cst, Word lock = 0);
  Outcome access(ThreadNumber number, const Instruction& instruction, bool visible);

  // machine_pending.cpp
  Pending pending(ThreadNumber number) const;
  Pending pending_builtin(ThreadNumber number, const Instruction& instruction) const;
  std::uint32_t peek(Word address, std::uint32_t offset) const;  // 4 bytes, 0 if there are none
  std::uint32_t waiters(Word condition) const;
  bool is_finished(ThreadNumber thread) const {
    return thread < threads.size() && threads[thread].status == Thread::Status::finished;
  }

  // machine_sync.cpp
  Outcome perform(ThreadNumber number, std::uint32_t alternative);
  Outcome perform_builtin(ThreadNumber number, const Instruction& instruction, std::uint32_t alternative);
  std::optional<Outcome> perform_synchronisation(const BuiltinCall& call);  // nothing: not one of these
  // machine_blocks.cpp
  std::optional<Outcome> perform_memory(const BuiltinCall& call);
  // machine_threads.cpp
  std::optional<Outcome> perform_thread(const BuiltinCall& call);
  bool leaves_atomic_block(ThreadNumber number);  // by ending: then it has failed
  Outcome create_thread(ThreadNumber number, Word out, std::uint32_t called, Word argument, Word& made);
  // machine_locks.cpp
  std::optional<Outcome> perform_lock(const BuiltinCall& call);
  bool hold(ThreadNumber number, Word lock);
  bool holds(const Thread& thread, Word lock) const;
  std::uint32_t owner_of(Word lock) const;
  void drop(Thread& thread, Word lock);
  bool unlock_mutex(ThreadNumber number, Word mutex, Word& result);

  // machine_symmetry.cpp
  bool is_name(Word value) const {
    return looks_like_name(value) && (is_thread_id(value) || object_of(value) >= dynamic_base);
  }
  void watch_range(Word address, std::uint64_t size) const;       // is a name in there, it is observed
  void watch_copy(Word from, Word to, std::uint64_t size) const;  // what is copied in part
  void watch_computing(const Instruction& instruction, Word a, Word b, Word result) const;
  void note_making(std::uint32_t site, std::uint32_t salt, std::uint32_t number);
  void watch_first_words() const;
  std::uint64_t shape_of(const Thread& thread) const;
  void write_canonical(State& key, Renaming& renaming, const std::vector<ThreadNumber>& row);

  // machine_joins.cpp
  bool failed_row = false;  // main fails behind the last join of the row that pass_joins found
  std::optional<ThreadNumber> joined_next(Word& id_place) const;
  bool is_known_to_others(ThreadNumber thread) const;
  void pass_joins(std::size_t most, std::vector<ThreadNumber>& row);

  // machine_state.cpp
  template <class Rename>
  void write_thread(const Thread& thread, const Rename& rename);
  template <class Rename>
  void write_object(const Object& object, const Rename& rename);
  void capture_thread(ThreadNumber number);
  void capture_object(ObjectNumber number);
  void restore_thread(ThreadNumber number, ComponentNumber component);
  void restore_object(ObjectNumber number, ComponentNumber component);
};

// A thread that calls a builtin: its arguments, and ways to go on. Argument 0 is what most of them work on.
struct BuiltinCall {
  Machine::Parts& parts;
  ThreadNumber number;
  const Instruction& instruction;
  std::uint32_t alternative;

  Word argument(Operand k) const { return parts.argument(parts.threads[number], instruction, k); }
  Outcome go_on(Word result) const {
    Thread& thread = parts.threads[number];
    parts.give_result(thread, instruction, result);
    ++thread.frames.back().pc;
    return Outcome::done;
  }
  Outcome go_on_if(bool done, Word result = 0) const { return done ? go_on(result) : Outcome::problem; }
  Outcome misuse(std::string message) const {
    return parts.fail(number, finding::Kind::lock_misuse, std::move(message), argument(0));
  }
  // The word of four bytes at `offset` of the object.
  bool word(std::uint32_t offset, Word& result) const {
    return parts.load(number, argument(0) + offset, 4, result);
  }
  bool put(std::uint32_t offset, Word value) const {
    return parts.store(number, argument(0) + offset, 4, value);
  }
};

}  // namespace heddle::program
