// SPDX-License-Identifier: Apache-2.0
// The machine's inside, shared by machine*.cpp and nobody else.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>

#include "base/check.h"
#include "program/machine/machine.h"
#include "program/machine/threads_and_blocks.h"
#include "sync/book.h"

namespace heddle::program {

inline constexpr Word kAtomicBlock = 2;              // the "lock" of atomic blocks
inline constexpr std::uint32_t kDestroyed = 0x5EAD;  // byte 8 of a synchronisation object
inline constexpr std::uint8_t kStepOfLibrary =
    0x80;  // in Thread::atomic_depth; accesses in it are nobody's race
inline constexpr std::uint32_t kLocalBudget = 20000;  // instructions before a local run is interrupted

inline constexpr std::uint32_t kMostAlternatives = 65536;  // of heddle_choose
inline constexpr Word kIndeterminate =
    0x4E0700A1DE7E2417;                   // what a function returns that ends without a value
inline constexpr Word kExitHandlers = 1;  // Frame::routine_of: they run

struct BuiltinCall;
struct SyncCall;

// What a ruling says to whoever only looks.
struct Outlook {
  sync::Misuse misuse = sync::Misuse::none;
  sync::Wait waits = sync::Wait::none;
  std::uint8_t count = 0;
  bool orders = false;  // the first answer
  bool wakes_all = false;

  constexpr Outlook() = default;
  constexpr explicit Outlook(const sync::Ruling& ruling)
      : misuse(ruling.misuse),
        waits(ruling.waits),
        count(ruling.count),
        orders(ruling.answers[0].event.has_value()),
        wakes_all(ruling.answers[0].wakes == sync::Wakes::all) {}
  constexpr bool blocks() const { return waits != sync::Wait::none && count == 0; }
  friend constexpr bool operator==(const Outlook&, const Outlook&) = default;
};

struct Machine::Parts {
  const Program& program;
  MachineOptions options;
  ComponentPool pool;
  std::vector<std::uint8_t> globals;  // all mutable globals, each at a multiple of 16
  std::uint32_t page_size = 16;       // the globals are so many components, that few of them are large
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

  struct Asked {  // what a thread stands before, if somebody asked at this moment
    std::uint64_t moment = 0;
    Pending answer;
  };
  std::vector<Asked> asked;
  std::uint64_t moment = 1;

  // The exception on its way to the landing pad at which its thread goes on, and the type that catches it there.
  Word in_flight = 0;
  Word caught_by = 0;

  std::vector<Effect> effects;
  bool tells = false;
  // Of blocks on the heap, if somebody looked for them.
  struct BlockName {
    std::string name, parts;
    std::int64_t begin = 0;  // of what the name is of: what counts the owners of an object stands before it
    std::uint32_t made = 0;  // where the program's own code asked for it
    const Pointee* type = nullptr;
  };
  std::map<ObjectNumber, BlockName> block_names;
  Problem problem;
  std::string unsupported;
  bool refused = false;  // what looked like a problem is something not supported
  std::uint32_t partial_input = 0;
  std::uint32_t input_ranges = 0;
  std::uint32_t weak_atomic = 0;
  std::uint32_t clock_read = 0;
  std::uint32_t ids_compared = 0;
  bool unordered_look = false;
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

  bool has_object(ObjectNumber number) const { return number < objects.size(); }

  // machine_names.cpp
  std::pair<std::string, std::string> variable_of(ObjectNumber number) const;
  std::string describe(Word address, std::uint64_t size) const;
  void name_block(Word address, const std::string& pointer, const Pointee& to);
  bool name_what_it_points_to(ObjectNumber from);
  bool type_what_is_pointed_to();
  // machine_memory.cpp
  Outcome fail(ThreadNumber thread, finding::Kind kind, std::string message, Word address = 0);
  Outcome give_up(ThreadNumber thread, const std::string& what);
  bool is_standard_stream(Word address) const {  // std::cout and its like
    return is_pointer(address) && object_of(address) < dynamic_base && objects[object_of(address)].elsewhere;
  }
  Outcome settled(Outcome outcome);
  // The bytes, or nullptr after fail(): the access is out of bounds, of freed memory …
  std::uint8_t* bytes(ThreadNumber thread, Word address, std::uint64_t size, bool for_writing);
  bool is_private(ThreadNumber thread, Word address) const {
    const ObjectNumber number = object_of(address);
    if (!options.private_memory || !is_pointer(address) || !has_object(number)) return false;
    const Object& object = objects[number];
    if (object.kind == Object::Kind::global) return object.constant;
    return !object.escaped && object.owner == thread && object.kind != Object::Kind::freed;
  }
  bool is_written(Word address, std::uint64_t size) const;
  bool check_written(ThreadNumber thread, Word address, std::uint64_t size);
  void mark_written(Word address, std::uint64_t size, bool written = true);
  void touch(Word address, std::uint64_t size);
  bool load(ThreadNumber thread, Word address, unsigned size, Word& result);
  bool store(ThreadNumber thread, Word address, unsigned size, Word value);
  void escape(Word value);
  void expose(Word value) {
    if (is_pointer(value) && object_of(value) >= dynamic_base && has_object(object_of(value))) {
      Object& object = objects[object_of(value)];
      object.dirty = object.dirty || !object.exposed;
      object.exposed = true;
    }
  }
  void escape_content(const Object& object);
  ObjectNumber make_object(ThreadNumber thread, Object::Kind kind, std::uint64_t size, std::uint32_t site,
                           std::uint32_t salt, bool zeroed);
  void end_object(ObjectNumber number);
  void note_instance(Word address, std::uint32_t type);
  void reclaim();
  template <class Look>
  void each_word(Word but, const Look& look) const;
  // Of the thread's registers that it may use once more.
  template <class Look>
  void each_live_word(const Thread& thread, const Look& look) const {
    for (std::size_t i = 0; i < thread.frames.size(); ++i) {
      const Frame& frame = thread.frames[i];
      const Function& owner = program.functions[frame.function];
      const bool top = i + 1 == thread.frames.size();
      look(frame.routine_of);
      // A thread that allocates stands within an instruction: its operands may be used once more.
      for (const std::uint32_t r :
           program.register_lists[top ? owner.live_before[frame.pc] : owner.live_across[frame.pc]])
        look(thread.registers[frame.base + r]);
    }
  }
  bool is_named(ThreadNumber thread, Word but) const;  // by some word, but for the one at `but`
  bool copy(ThreadNumber thread, Word to, Word from, std::uint64_t size);
  bool fill(ThreadNumber thread, Word to, std::uint8_t byte, std::uint64_t size);
  bool release_memory(ThreadNumber thread, Word address);
  bool string_at(ThreadNumber thread, Word address, std::string& text, Word most = ~Word{0});
  std::uint64_t string_extent(Word address, Word most = ~Word{0}) const;

  // machine_step.cpp
  Outcome run(ThreadNumber number);  // what it does alone
  Outcome call_function(Thread& thread, ThreadNumber number, const Instruction& instruction);
  Outcome return_from(ThreadNumber number, const Instruction& instruction, bool& stop);
  Outcome make_local(Thread& thread, ThreadNumber number, const Instruction& instruction);
  void find_thread_storage(Thread& thread, ThreadNumber number, const Instruction& instruction);
  Outcome run_builtin(const Thread& thread, ThreadNumber number, const Instruction& i, bool& stop);
  Operand chosen_case(const Thread& thread, const Instruction& instruction) const;
  bool compute_watched(Thread& thread, const Instruction& i, ThreadNumber number);
  void push_frame(Thread& thread, std::uint32_t called, std::span<const Word> arguments);
  bool pop_frame(ThreadNumber number);
  std::uint32_t own_place(const Thread& thread) const;
  void effect(ThreadNumber thread, event::Operation operation, Word target, std::uint64_t size = 0,
              event::MemoryOrder order = event::MemoryOrder::seq_cst, Word lock = 0);
  // machine_arithmetic.cpp
  bool compute(Thread& thread, const Instruction& instruction, ThreadNumber number);
  // machine_wide.cpp
  bool compute_wide(Thread& thread, const Instruction& instruction, ThreadNumber number);
  // machine_access.cpp
  Outcome access(ThreadNumber number, const Instruction& instruction, std::uint32_t alternative,
                 bool visible);
  void tell_value(Effect& made) const;
  bool stores_nothing(const Thread& thread, const Instruction& instruction) const;
  Pending before_access(const Thread& thread, const Instruction& instruction) const;

  // machine_pending.cpp
  static Pending touching(Word address, Word size, bool writes);
  Pending pending(ThreadNumber number) const;
  void changed() {
    asked.resize(threads.size());
    ++moment;
  }
  Outcome perform(ThreadNumber number, std::uint32_t alternative);

  // The rows of builtin.def, in the files it names.
  Pending pending_builtin(const BuiltinCall& call) const;
  Outcome perform_builtin(const BuiltinCall& call);
  Word arg(const BuiltinCall& call, Operand k) const;
  Outcome go_on(const BuiltinCall& call, Word result);
  Outcome go_on_if(bool done, const BuiltinCall& call, Word result = 0) {
    return done ? go_on(call, result) : Outcome::problem;
  }
#define HEDDLE_BUILTIN(enumerator, seen, names) Outcome do_##enumerator(const BuiltinCall& call);
#include "program/builtin.def"
#undef HEDDLE_BUILTIN
  Pending before_unseen(const BuiltinCall& call) const;
  Pending before_scope_end(const BuiltinCall& call) const;
  Pending before_stack_end(const BuiltinCall& call) const;
  Pending before_free(const BuiltinCall& call) const;
  Pending before_copy(const BuiltinCall& call) const;
  Pending before_fill(const BuiltinCall& call) const;
  Pending before_look_at_two(const BuiltinCall& call) const;
  Pending before_look_at_text(const BuiltinCall& call) const;
  Pending before_look_at_texts(const BuiltinCall& call) const;
  Pending before_copy_text(const BuiltinCall& call) const;
  Pending before_look_at_items(const BuiltinCall& call) const;
  Pending before_look_at_format(const BuiltinCall& call) const;
  Pending before_change_format(const BuiltinCall& call) const;
  Pending before_look_at_second_text(const BuiltinCall& call) const;
  Pending before_look_at_second(const BuiltinCall& call) const;
  Outcome read_printed(const BuiltinCall& call, Word address, Word size, Word result);
  Outcome print_to_own(const BuiltinCall& call);
  std::vector<Word> inputs_of(unsigned bits, Word below) const;
  Outcome take_input(const BuiltinCall& call, unsigned bits, Word below);
  Pending before_choice(const BuiltinCall& call) const;
  Pending before_choice_of_two(const BuiltinCall& call) const;
  Pending before_choice_of_byte(const BuiltinCall& call) const;
  Pending before_choice_of_input(const BuiltinCall& call) const;
  Pending before_atomic_begin(const BuiltinCall& call) const;
  Pending before_blocked(const BuiltinCall& call) const;
  Pending before_end(const BuiltinCall& call) const;
  Pending before_death(const BuiltinCall& call) const;
  Word new_block(ThreadNumber number, std::uint32_t location, Word size, bool zeroed);
  ObjectNumber error_number_of(ThreadNumber number);
  bool end_scope(ThreadNumber number, Word address);
  ObjectNumber next_of_stack(const BuiltinCall& call) const;

  // machine_jumps.cpp
  struct JumpTarget;
  std::optional<JumpTarget> jump_target(ThreadNumber number, Word mark, Word place) const;
  std::optional<JumpTarget> jump_target(const BuiltinCall& call) const;
  Pending before_set_jump(const BuiltinCall& call) const;
  Pending before_jump(const BuiltinCall& call) const;

  // machine_unwinding.cpp
  std::size_t left_routine(const Thread& thread, std::size_t kept) const;  // a frame, or none
  Outcome abort_routine(ThreadNumber number, std::size_t frame);           // its once flag is as before
  Pending before_landing(const BuiltinCall& call) const;

  // machine_ends.cpp
  Outcome begin_end(ThreadNumber number, Word result);  // its destructors run first
  Outcome stand_at_end(ThreadNumber number);
  Outcome end_thread(ThreadNumber number);
  bool end_is_seen(ThreadNumber number) const;
  // A variable that others can reach and that ends now: of the frame, of all frames, of the thread's storage.
  enum class Leaving : std::uint8_t { frame, frames, storage };
  ObjectNumber shared_local(ThreadNumber number, Leaving leaving) const;
  ObjectNumber shared_of(ThreadNumber number, const std::vector<ObjectNumber>& among,
                         std::size_t first) const;
  Pending before_end_of(ObjectNumber object) const;
  Outcome end_of(ThreadNumber number, ObjectNumber object);
  bool is_alone(ThreadNumber number) const;
  Outcome begin_exit(ThreadNumber number, Word status, std::optional<std::uint32_t> handlers);
  Outcome exit_now(ThreadNumber number);
  bool leaves_atomic_block(ThreadNumber number);  // by ending: then it has failed

  // machine_objects.cpp: synchronisation objects in the program's memory, as the rule book sees them
  std::uint32_t peek(Word address, std::uint32_t offset) const;  // 4 bytes, 0 if there are none
  sync::State state_of(sync::Object kind, Word address, bool is_guard = false, bool who_waits = true) const;
  bool put_state(ThreadNumber number, sync::Object kind, Word address, const sync::State& before,
                 const sync::State& after, bool is_guard = false);
  std::uint32_t waiting_for(Word condition) const;
  bool hold(ThreadNumber number, Word lock);
  bool holds(const Thread& thread, Word lock) const;
  std::uint32_t owner_of(Word lock) const;
  bool is_abandoned(Word lock) const;
  void drop(Thread& thread, Word lock);
  bool leave_memory(ThreadNumber number, ObjectNumber object);  // its locks must be free
  // machine_sync.cpp: the book's calls
  sync::Ruling ruling(const SyncCall& call) const;
  const Outlook* usual_outlook(const SyncCall& call) const;
  Pending pending_sync(const SyncCall& call) const;
  Outcome perform_sync(const SyncCall& call, std::uint32_t alternative);
  Outcome misused(ThreadNumber number, sync::Misuse misuse, Word object);
  bool become(const SyncCall& call, const sync::State& before, const sync::Answer& answer);
  Outcome answer_with(const SyncCall& call, int value, Word told = 0);
  void use(ThreadNumber number, Word object, std::uint64_t size);
  // machine_waits.cpp: calls in two halves
  Outcome begin_wait(const SyncCall& call, const sync::Answer& answer);
  Outcome notify(const SyncCall& call, const sync::Answer& answer, std::uint32_t alternative);
  Outcome arrive(const SyncCall& call, const sync::Answer& answer, std::uint32_t alternative);
  Outcome begin_once(const SyncCall& call, const sync::Answer& answer);
  Outcome end_once(ThreadNumber number);
  void let_leave(Word object);
  bool leave(ThreadNumber number, sync::Object kind);
  Pending pending_second_half(ThreadNumber number) const;
  Outcome perform_second_half(ThreadNumber number, std::uint32_t alternative);
  // machine_threads.cpp
  sync::State thread_state(Word id) const;
  void compares_ids(Word a, Word b, std::uint32_t location);
  Outcome create(const SyncCall& call);
  Outcome join(const SyncCall& call, const sync::Answer& answer);
  Outcome detach(const SyncCall& call, const sync::Answer& answer);

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
  std::vector<ThreadNumber> by_shape(const std::vector<ThreadNumber>& row) const;
  template <class Names>
  void name_what_is_reached(const std::vector<ThreadNumber>& order, Names& names,
                            std::vector<ObjectNumber>& reached) const;
  void write_canonical(State& key, Renaming& renaming, const std::vector<ThreadNumber>& row);

  // machine_joins.cpp
  bool failed_row = false;  // main fails behind the last join of the row that pass_joins found
  std::optional<ThreadNumber> joined_next() const;
  bool is_known_to_others(ThreadNumber thread) const;
  void pass_joins(std::size_t most, std::vector<ThreadNumber>& row);

  // machine_state.cpp
  void widen(std::size_t thread_count, std::size_t object_count);
  template <class Rename>
  void write_thread(const Thread& thread, const Rename& rename);
  template <class Rename>
  void write_object(const Object& object, const Rename& rename);
  void capture_thread(ThreadNumber number);
  void capture_object(ObjectNumber number);
  void restore_thread(ThreadNumber number, ComponentNumber component);
  void restore_object(ObjectNumber number, ComponentNumber component);
};

// A thread that calls a builtin. Argument 0 is what most of them work on.
struct BuiltinCall {
  ThreadNumber number;
  const Instruction& instruction;
  std::uint32_t alternative = 0;
};

// A thread that calls a function of the rule book, with the arguments that translate_sync.cpp gives it.
inline constexpr Instruction kNoInstruction;
struct SyncCall {
  SyncCall(ThreadNumber by, sync::Call done, Word object)
      : number(by), instruction(kNoInstruction), call(done), row(sync::row(done)), arguments{object} {}
  SyncCall(const Machine::Parts& parts, ThreadNumber by, const Instruction& at)
      : number(by), instruction(at), call(static_cast<sync::Call>(at.a)), row(sync::row(call)) {
    const Thread& thread = parts.threads[by];
    for (Operand k = 0; k < std::min<Operand>(at.c, 3); ++k)
      arguments[static_cast<std::size_t>(k)] = parts.argument(thread, at, k);
  }
  Word object() const { return arguments[0]; }
  bool is_guard() const { return (instruction.flags & 1) != 0; }
  sync::Standard standard() const { return static_cast<sync::Standard>(instruction.flags >> 1); }
  std::uint64_t size() const { return object_size(row.object, is_guard()); }
  static std::uint64_t object_size(sync::Object object, bool is_guard = false);

  ThreadNumber number;
  const Instruction& instruction;
  sync::Call call;
  const sync::Row& row;
  Word arguments[3] = {};
};

}  // namespace heddle::program
