// SPDX-License-Identifier: Apache-2.0
// The shared memory between a running program and `heddle run`: everything the runtime has to say, as plain
// data.
//
// `heddle run` creates it (a sparse memory file), leaves it open for the program and names its descriptor in
// the environment. The runtime maps it and writes; the host only reads, except for the fields marked "host
// writes". Nothing in it needs the writer to be alive: when the program is killed, what it wrote is still
// there. Every array is written first and counted afterwards (the counter is the publication), so a reader
// never sees half an entry: at worst an entry whose `ready` is still 0.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

inline constexpr char kChannelVariable[] = "HEDDLE_CHANNEL";
inline constexpr std::uint64_t kChannelMagic = 0x38656c6464656800;  // changes with the layout

// A place in the calling-context tree: a call stack, the locks held in it, and one instruction at its end.
// Ids are positions in Channel::contexts; 0 is the empty stack.
using ContextId = std::uint32_t;
struct ContextNode {
  enum Kind : std::uint16_t { frame = 0, lock = 1, shared_lock = 2 };
  std::uint64_t payload = 0;  // kind << 48 | return address, or number of a lock
  ContextId parent = 0;
  std::uint32_t next = 0;  // the runtime's own hash chain
  Kind kind() const { return static_cast<Kind>(payload >> 48); }
  std::uint64_t value() const { return payload & 0xffffffffffff; }
};

// Where an access was made: its stack, and the locks held (0: none).
struct Origin {
  ContextId stack = 0;
  ContextId locks = 0;
};

struct Module {
  std::uint64_t bias = 0;  // what to subtract from an address to get the file's own
  std::uint64_t low = 0, high = 0;
  char path[232] = {};
};

// What a thread waits for, if it does not go on.
enum class Waits : std::uint32_t { nothing, lock, condition, semaphore, barrier, join };

struct ThreadRecord {
  ContextId created = 0;
  std::uint32_t parent = 0;
  std::uint64_t stack_low = 0, stack_high = 0;
  char label[16] = {};  // what the program calls it
  std::uint32_t finished = 0;
  std::uint32_t left = 0;     // the main thread, by pthread_exit: the process goes on without it
  std::uint32_t retired = 0;  // joined, or detached and finished
  Waits waits = Waits::nothing;
  std::uint32_t in_time = 0;    // not for ever: its time runs out
  std::uint64_t waits_for = 0;  // number of the object or thread
  Origin waits_at;
  std::uint64_t start = 0;    // the function it begins with
  std::uint64_t state = 0;    // the runtime's own
  std::uint64_t pointer = 0;  // its thread pointer: thread-local variables lie below it
};

// Words of a stack around an address on it: whoever reads debug information finds out which variable that is.
struct StackWindow {
  static constexpr std::size_t kBelow = 128, kWords = 640, kFrames = 48;
  std::uint64_t address = 0, low = 0;
  std::uint32_t words = 0;  // written last
  std::uint32_t thread = 0;
  std::uint32_t frames = 0;  // return addresses of the functions that the thread is in, the innermost first
  std::uint64_t frame[kFrames] = {};
  std::uint64_t word[kWords] = {};
};

// Every lock, condition, barrier and other object that orders threads and is not a plain atomic, by number.
struct ObjectRecord {
  std::uint64_t address = 0;
  ContextId first_use = 0;
  std::uint32_t kind = 0;
  // Where it lies: a block of the heap, or a stack (Channel::window, + 1).
  std::uint64_t block = 0, block_bytes = 0;
  ContextId allocated = 0;
  std::uint32_t window = 0;
  std::uint64_t pointer =
      0;  // a variable that points to the block; if it is on a stack, that is the window's
};

// The words of the detector, in RawAccess::operation.
enum class Access : std::uint32_t { read, write, atomic_read, atomic_write, free };

struct RawAccess {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  Access operation = Access::read;
  std::uint32_t thread = 0;
  Origin origin;
};

struct RawBlock {  // of the heap, or mapped by the program
  std::uint64_t address = 0, size = 0;
  std::uint32_t thread = 0;
  ContextId allocated = 0;
  std::uint32_t mapped = 0;
  // A variable of the program that points to its beginning, and the stack around that.
  std::uint64_t pointer = 0;
  std::uint32_t window = 0;
};

// Memory that a recording shows, and what it takes to call it by its name: a block of the heap, or a stack.
struct Sighting {
  std::uint64_t address = 0;
  RawBlock block;            // address 0: it is in none
  std::uint32_t window = 0;  // around the address, if it is on a stack
};

struct RawFinding {
  enum class Kind : std::uint32_t {
    data_race,
    use_after_free,
    double_free,
    lock_misuse,
    deadlock,
    spoils_errno,      // a signal handler; `object` is the signal
    unsafe_in_handler  // likewise; `what` is called
  };
  std::uint32_t ready = 0;
  Kind kind = Kind::data_race;
  std::uint64_t count = 0;
  std::uint64_t object = 0;  // number of the lock, for lock misuse; 0: it is the thread of `first`
  std::uint32_t reason = 0;  // lock misuse: sync::Misuse; deadlock: sync::Wait, of the last of the ring
  char what[24] = {};
  RawAccess first, second;
  RawBlock block;
  std::uint32_t window = 0;  // around the address, if it is on a stack
  // Of a deadlock that happened: who waits for what, in a ring.
  static constexpr std::size_t kRing = 16;
  std::uint32_t ring_size = 0;
  struct Waiter {
    std::uint32_t thread = 0;
    Origin origin;  // where it waits
    std::uint64_t lock = 0;
  } ring[kRing];
};

// A signal whose default is to end the program came, and the program does not handle it.
struct Crash {
  std::uint32_t ready = 0;
  std::uint32_t signal = 0;
  std::uint64_t address = 0;  // of the access, for those signals that have one
  std::uint32_t has_address = 0;
  std::uint32_t writes = 0;  // the access was a write
  std::uint32_t thread = 0;
  Origin origin;
  char exception[200] = "";  // of an abort because of one: its type, as the linker knows it
  char what[200] = "";       // and what it says
};

// A thread took `lock`, and would have waited for it, while it held all of origin.locks.
struct LockAcquire {
  std::uint64_t lock = 0;
  std::uint32_t thread = 0;
  std::uint32_t segment = 0;
  Origin origin;
  ContextId outermost = 0;  // where it took the first lock of those it holds
  std::uint32_t shared = 0;
  std::uint32_t ready = 0;
};

// A stretch of a thread between two creations or joins. What orders segments is no matter of schedule:
// segment a comes before b if it can be reached from b. 0 is none.
struct Segment {
  std::uint32_t previous = 0;  // of the same thread, or of its creator
  std::uint32_t joined = 0;    // last one of the thread that was joined
};

// Why the verdict cannot be clean. Once each.
enum class Doubt : std::uint32_t {
  none,
  no_memory,  // shadow memory could not be had
  too_many_threads,
  clock_overflow,
  table_full,      // a table of this file is full
  recording_lost,  // the host did not take the records
  forked_child,    // a child of fork was not recorded
  unknown_thread,  // a thread appeared that nobody created
  two_programs,    // a second program joined by exec or fork
  openmp,          // a construct of OpenMP whose order is not known
  mixed_atomics,   // atomics that overlap and do not begin at one address
  count
};

struct MarkText {  // a label of heddle_mark, by number
  char text[120] = {};
  std::uint64_t ready = 0;
};

// Recorded events. Plain accesses take two words, everything else four:
//   word 0   operation : 8 | memory order : 4 | has value : 1 | size : 19 | context : 32
//   word 1   address or number of the target
//   (size of an acquire: 1 if it was tried, by a try or a timed lock)
//   word 2   place in the global order of synchronisation: 1, 2, 3 … without gaps
//   word 3   value; for waits the lock
// A thread's accesses stand between its own synchronisations; nothing else orders them. A sighting has two words too:
// its operation is kSighted, its target the number; it stands before the access for which it was made.
inline constexpr std::uint64_t kSighted = 0xff;
struct Chunk {
  static constexpr std::size_t kWords = 2040;
  std::uint32_t thread = 0;
  std::uint32_t closed = 0;  // no more will be written
  std::uint64_t index = 0;   // of this thread's chunks
  std::uint64_t used = 0;    // words, written last
  std::uint64_t open = 0;  // words behind them: a record that may still grow, for who finds the program gone
  std::uint64_t pad[4] = {};
  std::uint64_t words[kWords] = {};
};
static_assert(sizeof(Chunk) == 16384);

inline constexpr std::uint32_t kMaxModules = 4096;
inline constexpr std::uint32_t kMaxThreads = 1 << 20;
inline constexpr std::uint32_t kMaxContexts = 1 << 26;
inline constexpr std::uint32_t kMaxObjects = 1 << 24;
inline constexpr std::uint32_t kMaxFindings = 1 << 14;
inline constexpr std::uint32_t kMaxAcquires = 1 << 22;
inline constexpr std::uint32_t kMaxSegments = 1 << 22;
inline constexpr std::uint32_t kMaxMarks = 1 << 16;
inline constexpr std::uint32_t kMaxWindows = 1 << 11;
inline constexpr std::uint32_t kMaxSightings = 1 << 14;
inline constexpr std::uint32_t kMaxChunks = 1 << 16;
inline constexpr std::uint32_t kMaxDescriptors = 1 << 20;

struct Channel {
  std::uint64_t magic = 0;         // host writes
  std::uint64_t bytes = 0;         // host writes: sizeof(Channel)
  std::uint32_t detect = 0;        // host writes: report races
  std::uint32_t record = 0;        // host writes; 0 again: stop recording
  std::uint32_t every_access = 0;  // host writes: record repeated accesses too
  std::uint32_t host = 0;          // host writes: its process
  std::uint64_t returned = 0;      // host writes: chunks given back, positions of `ring`
  std::uint64_t quarantine = 0;    // host writes: bytes of freed memory to keep from reuse
  std::uint32_t perturb = 0;       // host writes: delay threads
  std::uint64_t seed = 0;          // host writes: which delays, and which accesses are sampled
  std::uint64_t sample = 0;        // host writes: accesses to remember, of 2^32; 0: all of them

  alignas(64) std::uint32_t process = 0;  // of the program, once attached
  std::uint32_t modules = 0, threads = 0, contexts = 0, findings = 0, acquires = 0, marks = 0, segments = 0,
                windows = 0, sightings = 0;
  std::uint32_t switched_off = 0;
  std::uint64_t objects = 0;
  std::uint32_t doubts[static_cast<std::size_t>(Doubt::count)] = {};
  std::uint64_t accesses = 0;                           // checked in full, when the program ended
  std::uint64_t delays = 0;                             // made to perturb the schedule
  std::uint64_t sampled = 0;                            // accesses, when the program ended
  std::uint64_t finished = 0;                           // the program ended by itself
  std::uint64_t descriptors = 0, descriptor_bytes = 0;  // where the variables that stand for them are
  std::uint64_t peak_bytes = 0;                         // of memory, when it did
  Crash crash;

  alignas(64) std::uint64_t order = 0;    // places in the order of synchronisation given out
  alignas(64) std::uint64_t started = 0;  // chunks begun, positions of `starts`
  std::uint64_t chunks = 0;               // ever used
  std::uint64_t taken = 0;                // of the returned ones

  Module module[kMaxModules];
  ThreadRecord thread[kMaxThreads];
  ObjectRecord object[kMaxObjects];
  RawFinding finding[kMaxFindings];
  LockAcquire acquire[kMaxAcquires];
  Segment segment[kMaxSegments];
  MarkText mark[kMaxMarks];
  StackWindow window[kMaxWindows];
  Sighting sighting[kMaxSightings];
  std::uint32_t starts[kMaxChunks];
  std::uint32_t ring[kMaxChunks];
  ContextNode context[kMaxContexts];
  Chunk chunk[kMaxChunks];
};

// Of memory that was just made.
inline void begin(Channel& channel, int host) {
  channel.magic = kChannelMagic;
  channel.bytes = sizeof(Channel);
  channel.detect = 1;
  channel.host = static_cast<std::uint32_t>(host);
  channel.quarantine = std::uint64_t{1} << 18;
}

}  // namespace heddle::runtime
