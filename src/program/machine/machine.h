// SPDX-License-Identifier: Apache-2.0
// A machine that executes a Program one thread's step at a time, and whose states can be saved, recognised
// and restored.
//
// A step is one *visible* operation (another thread could tell when it happens: an access of shared memory, a
// lock, a choice …) and then what its thread does alone, up to the next visible one. A thread thus always
// stands before a visible operation; pending() tells which, and in how many ways it can go on (0: blocked).
// Memory that no other thread can reach yet (an object whose address its maker has not stored where others
// look) is accessed invisibly.
//
// States are vectors of component numbers (component_pool.h). Objects and threads are numbered by their maker
// and the place of making, not by global order, so states that differ only in the order in which different
// threads allocated are one. A freed object stays, as a tombstone, while some pointer to it exists, so a
// dangling access is always found; then its number may be used again.
//
// What a synchronisation call does is the rule book's business (sync/book.h): the machine keeps the objects, in
// the program's own memory, and who waits where.
//
// The machine is sequentially consistent: it is exact for programs without data races whose atomics are
// seq_cst. It has no clock: sleeping is nothing, and a timed wait may time out at once. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "finding/finding.h"
#include "program/machine/component_pool.h"
#include "program/program.h"

namespace heddle::program {

using ThreadNumber = std::uint32_t;
using State = std::vector<ComponentNumber>;

// The threads and blocks of a state in their canonical order: isomorphic states agree position by position.
struct Renaming {
  std::vector<ThreadNumber> threads;
  std::vector<ObjectNumber> objects;
};

// What the thread stands before.
struct Pending {
  enum class Kind : std::uint8_t {
    nothing,  // no such thread, or it has ended
    local,    // a long run without visible operations was interrupted
    access,   // of memory, plain or atomic
    fence,
    acquire,  // of a lock, exclusive or shared
    try_acquire,
    queue,  // begins to wait for a lock that prefers those who do
    release,
    wait,     // begins to wait for a condition
    give_up,  // stops waiting for it, since its time has come
    wake,     // was notified, or wakes without a reason; needs its lock again
    notify,
    create,  // a thread
    join,
    try_join,
    detach,
    end,     // of the thread
    arrive,  // at a barrier
    leave,
    semaphore,
    once,
    choose,
    atomic_begin,
    initialise,  // or destroy a synchronisation object
    exit,        // the program ends
  };
  Kind kind = Kind::nothing;
  bool writes = false;
  bool reads = false;
  bool atomic = false;  // or a call on a synchronisation object: it conflicts with plain accesses only
  bool call = false;    // the memory is a synchronisation object that the call uses
  bool leaves = false;  // the last use of the source, else of the memory: it was waited for there
  bool awaits_leavers = false;  // a destroy: such a use does not conflict with it
  bool shared = false;          // of a lock: as a reader
  bool nested = false;          // of a lock: held already by this thread
  bool tells = false;           // what comes of it depends on what others do with the object meanwhile
  bool may_block = false;
  bool free = false;      // the access is a free
  bool spurious = false;  // a wake-up that nothing has to bring about: nobody may count on it
  event::MemoryOrder order = event::MemoryOrder::seq_cst;
  Word address = 0;  // of the memory, the lock, the condition …; for a join the thread's number
  std::uint64_t size = 0;
  Word source = 0;  // what a copy reads; the mutex of a wait
  std::uint64_t source_size = 0;
  std::uint32_t alternatives = 0;  // ways to go on; 0: blocked
  std::uint32_t location = 0;
  bool trusted = false;
  std::uint32_t owner = 0;  // of the lock a thread needs: the thread that holds it, + 1; 0: unknown
  std::string_view why;     // it is blocked, in words; empty if there is no more to say

  friend bool operator==(const Pending&, const Pending&) = default;
};

// What a step did that others can tell: the material of events.
struct Effect {
  event::Operation operation = event::Operation::read;
  event::MemoryOrder order = event::MemoryOrder::seq_cst;
  ThreadNumber thread = 0;
  std::uint32_t location = 0;
  std::uint32_t own = 0;  // if it is to be told: the innermost place that is not in a library
  Word target = 0;        // address, or number of a thread
  std::uint64_t size = 0;
  Word lock = 0;           // of a wait or wake that gives it up or takes it
  Word value = 0;          // if it is to be told: of the memory after it
  bool has_value = false;  // … which is known
  bool trusted = false;
  bool inner = false;   // of a step of heddle's own library
  bool call = false;    // not `operation`, but the use of a synchronisation object's bytes by a call
  bool leaves = false;  // as of Pending
  bool awaits_leavers = false;
  bool hidden = false;  // of memory that is nobody else's
  bool idle = false;    // nothing is different after it: an exchange of equals, a notification of nobody

  friend bool operator==(const Effect&, const Effect&) = default;
};

// An object of a type of which a field is annotated, in a block of memory.
struct Instance {
  std::uint32_t offset = 0;
  std::uint32_t type = 0;
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

// What an annotation can call memory by.
struct FieldName {
  bool is_global = false;
  std::string path;  // of a global or a part of one, at file scope; empty: there is no such name
  std::string type;  // of an object in a block on the heap, as one writes it; and the field
  std::string field;
  Word instance = 0;  // the object
};

struct Problem {
  finding::Kind kind = finding::Kind::assertion;
  std::string message;
  ThreadNumber thread = 0;
  std::uint32_t location = 0;
  Word address = 0;
};

enum class Outcome : std::uint8_t {
  done,         // the thread stands before its next visible operation, or has ended
  problem,      // an error: problem() tells
  pruned,       // an assumption does not hold: this path does not count
  unsupported,  // unsupported_reason() tells
};

// What an object or a thread is numbered by: its maker, the place of making, and the how many-th of these it is.
struct Making {
  bool is_thread = false;
  ThreadNumber maker = 0;
  std::uint32_t site = 0, salt = 0, count = 0;
  friend auto operator<=>(const Making&, const Making&) = default;
};

// What a machine has noticed of its program, in whatever order states came to it.
struct Noticed {
  std::uint32_t partial_input = 0, clock_read = 0, weak_atomic = 0, ids_compared = 0;  // places, 0 if none
  std::uint32_t input_ranges = 0;
  bool unordered_look = false, private_memory_failed = false;
  bool names_observed = false, names_scattered = false, may_be_symmetric = false;
  std::map<std::uint32_t, bool> assumptions;  // by place: was it ever met?
  void add(const Noticed& more);
};

// Which calls that end the program at once are wrong; the others just end it. all: also exit with a status other than
// 0; error: only reach_error, as the competition's unreach-call has it.
enum class FatalCalls : std::uint8_t { all, error, none };

// How the message of a finding begins, where the program was compiled so that signed overflow traps.
inline constexpr const char* kSignedOverflow = "a signed number overflows";

struct MachineOptions {
  bool private_memory = true;        // access memory that others cannot reach invisibly
  std::vector<std::int64_t> inputs;  // tried for inputs of more than 8 bits; none: as Program::inputs has it
  FatalCalls fatal_calls = FatalCalls::all;
  bool uninitialised = true;  // reading memory never written is a finding
  bool symmetry = false;      // notice programs that look at numbers of blocks and threads
  // What else happens-before has to know: that calls use the bytes of their objects; accesses of memory that
  // others cannot reach yet (only where an atomic is too weak to order what it publishes).
  bool effects_of_calls = false;
  bool private_effects = false;
  // Where several machines pass states to each other: the how many-th thing of its kind that any of them makes.
  // Asked once for each making. Empty: this machine counts for itself.
  std::function<std::uint32_t(const Making&)> number;
};

class Machine {
 public:
  Machine(const Program& program, MachineOptions options);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // To the first state: constructors of globals run, main stands before its first visible operation.
  Outcome start();
  void capture(State& state);
  void restore(std::span<const ComponentNumber> state);

  // States that differ only in which number a block or a thread has are isomorphic; canonical() gives them
  // one key. To be called after capture(); the answer tells which number stands for which.
  void canonical(State& key, Renaming& renaming);
  // States are to come from another machine, which has noticed this.
  void learn(const Noticed& noticed);
  Noticed noticed() const;
  // Could states be isomorphic at all: several blocks of one place, several threads of one function?
  bool may_be_symmetric() const;
  // The program computed with a block's or thread's number (ordered, hashed or took apart a pointer …), so
  // isomorphic states may behave differently. Only noticed with MachineOptions::symmetry.
  bool names_observed() const;

  std::size_t threads() const;  // numbers of threads are below it
  // Known until the machine next changes.
  const Pending& pending(ThreadNumber thread) const;
  Outcome step(ThreadNumber thread, std::uint32_t alternative);
  // After a problem: its thread does nothing any more, the others may go on.
  void stop(ThreadNumber thread);
  // What the last step (or start) did.
  const std::vector<Effect>& effects() const;
  // From now on, or no longer: effects have what only people want to know.
  void tell(bool wanted);
  const Problem& problem() const;
  const std::string& unsupported_reason() const;

  bool exists(ThreadNumber thread) const;  // made and not yet joined
  bool failed(ThreadNumber thread) const;  // stopped after a problem
  bool exited() const;                     // the program has ended
  bool in_atomic(ThreadNumber thread) const;
  bool alone(ThreadNumber thread) const;  // every other thread was joined
  // Locks held: addresses, ascending; those held as a reader have bit 0 set.
  std::span<const Word> held(ThreadNumber thread) const;
  // Inputs were tried in part: the first place, 0 if none. And those of which one value was tried for each range that
  // the program tells apart: the most ranges, 0 if none.
  std::uint32_t partial_input() const;
  std::uint32_t input_ranges() const;
  // The clock was read: the first place, 0 if never.
  std::uint32_t clock_read() const;
  // Ids of threads were compared, and one of them could be the other's, which is gone: the first place, 0 if never.
  std::uint32_t ids_compared() const;
  // A call told what state its object is in, without ordering anything (a call that failed, sem_getvalue): a race
  // need not show as two accesses side by side.
  bool unordered_look() const;
  // An atomic operation or fence weaker than seq_cst was executed: the first place, 0 if none.
  std::uint32_t weak_atomic() const;
  // Another thread reached memory whose address was passed on unseen: private_memory must be off.
  bool private_memory_failed() const;
  // Runs the function of an annotation as `thread`: what it returns. It must not write memory that is there without it,
  // block or fail: then there is no answer, and predicate_problem() says why. No answer for itself is that memory was
  // never written, as that of a new object.
  std::optional<Word> ask(Word function, ThreadNumber thread, std::span<const Word> arguments);
  // A predicate: of the number that heddle_self() gives the thread, and the object, if it is of a field.
  bool holds(Word predicate, ThreadNumber thread, Word instance = 0);
  const std::string& predicate_problem() const;
  // Objects with annotated fields: in the block at the address, if others can reach it; and all blocks that have any.
  std::span<const Instance> instances(Word address) const;
  std::vector<Word> blocks_with_instances() const;
  // Places of heddle_assume whose condition was never met, though they were reached.
  std::vector<std::uint32_t> vain_assumptions() const;

  std::string thread_name(ThreadNumber thread) const;
  std::string describe(Word address, std::uint64_t size = 0) const;
  // Looks for names of the blocks on the heap, as the state is now: describe() uses them until they are forgotten.
  // `made` says where the program's own code asked for a block.
  void name_blocks(const std::map<ObjectNumber, std::uint32_t>& made);
  void forget_names();
  // Where the variable or block is declared or allocated, in a sentence; empty if that is not known.
  std::string origin(Word address) const;
  // Of a block on the heap: as name_blocks() found it.
  FieldName field_name(Word address) const;
  // Where the variable is declared, or the block allocated; line 0: unknown.
  event::Location declared_at(Word address) const;
  event::Location location(std::uint32_t number) const;
  std::vector<event::Location> stack(ThreadNumber thread) const;  // innermost first
  // Bytes of memory, for tests and final states.
  std::vector<std::uint8_t> global_bytes() const;
  const Program& program() const;
  const ComponentPool& pool() const;
  ComponentPool& pool();

  struct Parts;

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace heddle::program
