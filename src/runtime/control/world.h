// SPDX-License-Identifier: Apache-2.0
// The controlled threads and all they share, as one execution knows it. One thread runs at a time, so nothing
// here is locked. `Shared` is memory that forked processes have in common: what must outlive one
// execution, or the process that ran it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <time.h>

#include "runtime/control/touch.h"
#include "schedule/memory.h"
#include "schedule/scheduler.h"
#include "sync/object.h"

struct dl_phdr_info;

namespace heddle::control {

inline constexpr std::size_t kMaxThreads = 8192;  // address space is set aside for so many

enum class FailureKind : std::uint8_t {
#define HEDDLE_FINDING(enumerator, name, meaning) enumerator,
#include "finding/kind.def"
#undef HEDDLE_FINDING
};
enum class Action : std::uint8_t {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) enumerator,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};

// ---- What is shared between processes -------------------------------------------------------------------

// A thread's part in a failure, or one step of the recorded execution.
struct Place {
  static constexpr std::size_t kFrames = 24;
  Thread thread = kNoThread;
  Thread other = kNoThread;  // whom it waits for
  Action action = Action::read;
  bool has_value = false;
  std::uint8_t frames = 0;
  std::uint32_t size = 0;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  std::uint64_t pcs[kFrames] = {};  // innermost first
};
struct Failure {
  static constexpr std::size_t kPlaces = 64;
  FailureKind kind = FailureKind::data_race;
  bool exists = false;
  std::uint32_t places_count = 0;
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  char message[480] = {};
  Place places[kPlaces];
};
enum class Doubt : std::uint8_t {
  cut_execution,  // more steps than the limit
  plain_spin,     // a loop over plain memory was made to give way
  too_many_threads,
  too_many_tries,  // a thread's try_lock was not allowed to fail again
  blocking_call,   // a system call that may wait for something outside
  cancellation,
  other_signal,      // sent to another thread
  wide_spin,         // a loop over more locations than can be waited for
  other_process,     // fork in the program
  stubborn_state,    // the test keeps state across executions
  kept_race,         // a data race was no failure
  no_return,         // code outside of heddle's control did not come back
  late_access,       // a visible operation that libc had already carried out
  many_racy,         // words
  untracked_memory,  // was freed
  lasting_file,      // was read
  beyond_model,      // something the memory model's search does not explore
  more_baseless,     // wake-ups and failures of weak compare-exchanges
  more_timeouts,
  more_late,
  thread_before,  // main
  timer,          // armed when nobody could go on
  count
};

enum class Baseless : std::uint8_t { wake_up, exchange, timeout };

struct Object;
struct Shared {
  static constexpr std::size_t kObjects = std::size_t{1} << 20;
  static constexpr std::size_t kSteps = std::size_t{1} << 16;
  static constexpr std::size_t kRacy = 1024;
  static constexpr std::size_t kFiles = 256;
  std::uint64_t doubts[static_cast<std::size_t>(Doubt::count)];
  char doubt_texts[static_cast<std::size_t>(Doubt::count)][256];  // what it was, of the first
  Failure failure;
  std::uint32_t waited_outside;  // milliseconds that passed while nobody could go on
  int failed_in;                 // the process whose execution failed first
  int process;                   // as which all executions know themselves
  std::uint32_t lock;            // numbers are handed out to all processes
  std::uint32_t objects;         // numbered so far
  std::uint32_t racy_count;
  std::uint32_t racy_visible;  // the first so many: fixed while a search runs
  bool racy_grew;
  bool race_kept;      // one that nobody had said is meant
  bool tries_visible;  // somebody notices a release without waiting for it
  bool tries_seen;
  std::uint64_t files[kFiles];  // that executions wrote and did not make themselves
  std::size_t files_count;
  bool files_changed;                // executions must not run beside each other
  std::uint64_t paths[kMaxThreads];  // of the threads numbered so far: parent and which of its children
  std::uint32_t paths_count;
  // Words whose plain accesses are visible operations; kAsOne: all of them are one object.
  // kEnds: somebody looks whether a thread has ended, so that ends are visible operations too; kStreams: somebody
  // locks a stream, so that uses of the standard ones are.
  static constexpr std::uint64_t kAsOne = 0, kEnds = 1, kStreams = 2;
  std::uint64_t racy[kRacy];
  std::uint64_t steps_total;  // visible operations of all executions
  std::int64_t started[2];    // nanoseconds: what steady clocks and those of the day begin with
  struct Site {               // a place at which something failed without a reason: bounds.cpp
    std::uint64_t key;
    Baseless kind;
    std::uint8_t idle, busy;  // a bit for each level
    bool astray, cut;
  };
  static constexpr std::size_t kSites = 4096;
  Site sites[kSites];
  std::uint32_t sites_count;
  bool sites_overflow;
  bool late_cut;              // a look at the clock was not let be late, and may have mattered
  std::uint32_t steps_count;  // of the recorded execution
  Place steps[kSteps];
  std::uint64_t object_keys[kObjects];
  std::uint32_t object_numbers[kObjects];
};

// ---- One execution --------------------------------------------------------------------------------------

// Vector clock of C11's happens-before; entries up to World::threads.
struct Clock {
  std::int64_t time;  // nanoseconds that passed: it slept, or waited in vain
  std::uint32_t at[kMaxThreads];
};

// What has an address and orders threads: locks, condition variables, semaphores, barriers, atomics.
struct Object {
  std::uint64_t key = 0;
  std::uint32_t number = 0;
  std::uint32_t generation = 0;  // of the execution its state belongs to
  // Of what the rule book (src/sync) speaks of: what it is, and its state.
  sync::Object kind = sync::Object::mutex;
  bool known = false;     // the two are true
  std::uint32_t raw = 0;  // its bytes that tell when it was made anew, as they were then (lives.cpp)
  sync::State state;
  std::uint32_t arrived = 0;  // threads in its queue
  std::uint64_t stamp = 0;    // of the last operation on it that wrote it, and of the last one
  bool published_any = false, shared_any = false;
  std::uint8_t width = 0;      // under a weak memory model: of the atomic here, 0: none was used yet
  std::uint32_t restarts = 0;  // and how often plain code wrote it
  Thread used_by = kNoThread;  // whose use of its bytes was told last, and when
  std::uint32_t used_at = 0;
  Thread first_waiter = kNoThread, last_waiter = kNoThread;
  Clock* published = nullptr;  // what it hands on
  Clock* shared = nullptr;     // what readers hand on to a writer; the other round of a barrier
};

// A lock that a thread has.
struct Hold {
  Object* object;
  std::uint32_t shared;  // how often, for reading; 0: exclusively
  Hold* next;
};

struct Visit {  // of an object, in what may be a loop that does nothing but look (loops.cpp)
  std::uint64_t pc = 0;
  std::uint64_t state = 0;  // of registers and stack before it; 0: not taken
  Object* object = nullptr;
  const volatile void* memory = nullptr;  // where its value is; nullptr: what it is made of
  std::uint64_t found = 0, left = 0;      // before and after
  std::uint64_t stamp_found = 0, stamp_left = 0;
  std::uint64_t looks = 0;  // at the clock, until then
  std::int64_t time = 0;
  std::uint8_t size = 0;
  bool writes = false;    // it was announced as a write
  bool baseless = false;  // it failed without a reason
  bool reads = true;      // it was more than a store
};
struct Written {  // plain memory, in what may be such a loop
  std::uint64_t address = 0;
  std::uint64_t before = 0;
  std::uint32_t visits = 0;  // before it
  std::uint8_t size = 0;
};
struct Failed {  // without a reason, and not come back yet
  bool exists = false;
  Shared::Site* site = nullptr;
  std::uint64_t pc = 0;
  std::uint64_t state = 0;
  std::uint32_t visit = 0;
  std::uint8_t level = 0;  // how often in a row, here
  std::uint8_t next = 0;   // and if it fails here once more; 0: it has done something else since
  std::int64_t time = 0;   // on its clock
};
struct Looking {  // at the clock, last (hooks_time.cpp)
  std::uint64_t place = 0;
  std::uint64_t steps = 0;
  std::int64_t time = 0;
  std::uint32_t repeats = 0;
  bool hurried = false;  // time passed since, in a loop that waits
  bool answers = false;  // the next one is to tell whether a timed call was in time
  bool cut = false;      // it was not let be late
  bool in_time = false;  // it woke up without a reason; that its time ran out is another schedule
};
struct Awaited {
  const Object* object = nullptr;
  const volatile void* memory = nullptr;
  std::uint8_t size = 0;
  std::uint64_t seen = 0;
};

struct ThreadLocal {  // a destructor to run when a thread ends
  void (*destroy)(void*);
  void* object;
  ThreadLocal* next;
};

struct Outside {                          // a call that waits for something outside
  bool (*attempt)(void* call) = nullptr;  // makes it if it need not wait
  void* call = nullptr;
  bool timed = false;
  bool done = false;
};

struct Controlled {
  static constexpr std::size_t kFrames = std::size_t{1} << 16;
  static constexpr std::size_t kVisits = 64;
  static constexpr std::size_t kKeys = 1024;
  enum class State : std::uint8_t { absent, fresh, running, stopped, resumed, leaving, ended };

  State state = State::absent;
  Thread number = 0;
  Thread parent = kNoThread;
  bool detached = false, joined = false, notified = false, timed = false;
  bool held_back = false;  // timed: its time runs out only if nothing else can happen
  Thread next_waiter = kNoThread;
  Object* waits_for = nullptr;  // the object of the operation it stopped at
  Thread joins = kNoThread;
  Awaited awaited[Operation::kAccesses];
  std::uint8_t awaited_count = 0;
  bool hurries = false;      // if nothing has changed, time has passed
  bool hurry_early = false;  // while others could go on
  std::int64_t hurry = 0;    // so much
  std::uint64_t hurry_pc = 0;
  std::int64_t passed = 0;  // nanoseconds, when it slept last or waited in vain
  std::uint64_t looks = 0;  // at the clock
  Looking looking;
  std::uint64_t stamp_found = 0;  // on the object of the operation it performs
  Outside outside;                // Need::outside
  std::uint32_t children = 0;
  std::uint32_t temporaries = 0;  // files without a name of their own that it made
  int spurious = 0;               // failures without a reason that are left
  int timeouts = 0;
  int tries = 0;            // failures of try_lock that are left
  int late = 0;             // looks at the clock that come late
  bool asks = false;        // it knows what to ask world.memory
  bool tired = false;       // its try_lock is to fail again only if nothing else can happen
  bool repeats = false;     // which it would as it did before
  std::uint64_t plain = 0;  // accesses since its last visible operation
  std::uint32_t gave_way = 0;
  // For the reports: what it stopped at.
  Action doing = Action::read;
  std::uint64_t doing_address = 0;
  const void* doing_pc = nullptr;
  const void* doing_caller = nullptr;  // in the program, if that is in a library

  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* cleanup = nullptr;  // the last buffer of pthread_cleanup_push: hooks_cleanup.cpp
  ThreadLocal* destructors = nullptr;
  Hold* holds = nullptr;
  Object* condition = nullptr;        // that it waits for
  Object* condition_mutex = nullptr;  // and takes again then
  int benign = 0;                     // depth of regions whose races are meant
  void* keys[kKeys];
  std::uint32_t keys_set[kKeys];  // for which key (hooks_keys.cpp); means something if keys_used
  bool keys_used = false;

  void* stack = nullptr;          // its memory
  void* stack_pointer = nullptr;  // while it does not run
  void* stack_top = nullptr;
  void* fresh_top = nullptr;
  std::uint64_t modes = 0;  // of floating point, to begin with
  std::uint64_t storage = 0;
  bool has_pthread = false;
  // The futex backend's.
  std::uint32_t turn = 0;
  void* parked = nullptr;  // the stack pointer of its pthread's own loop
  bool unwinding = false;  // sent back there

  Clock clock, release_fence, acquire_fence;
  bool has_release_fence = false, has_acquire_fence = false;

  Visit visits[kVisits];
  std::uint32_t visits_count = 0;
  static constexpr std::size_t kWritten = 16;
  Written written[kWritten];
  std::uint32_t written_count = 0;
  std::uint64_t registers[7] = {};  // of the caller of the hook it is in: bounds.cpp
  Failed failed;
  std::uint32_t depth = 0;
  std::uint64_t* frames = nullptr;

  std::uint64_t heap_used = 0, heap_high = 0;
};

enum class Backend : std::uint8_t { fiber, futex };

struct Settings {
  Backend backend = Backend::fiber;
  std::uint32_t spurious = 1;   // failures without a reason, each thread
  std::uint32_t timeouts = 2;   // timed waits that run out while others could go on, each thread
  std::uint32_t tries = 8;      // failures of try_lock while others could go on, each thread
  std::uint32_t late = 1;       // looks at the clock that find that much time has passed, each thread
  std::uint64_t steps = 20000;  // visible operations of one execution
  bool leaks = false;
  bool keep_going = false;   // a race becomes a scheduling point, not a failure
  bool races_meant = false;  // nor a doubt
};

struct World {
  bool active = false;     // hooks act
  bool over = false;       // this execution is
  bool abandoned = false;  // by the scheduler
  bool timer = false;      // was armed
  bool recording = false;
  bool is_other_process = false;  // forked by the program: nothing here is explored
  bool undoing = false;           // the process runs more executions: writes to globals are taken back
  std::uint32_t generation = 0;
  Settings settings;
  Scheduler* scheduler = nullptr;
  Memory* memory = nullptr;  // where the values of atomics come from; nullptr: from memory
  Shared* shared = nullptr;
  Controlled* current = nullptr;
  Thread threads = 0;  // numbers handed out
  Thread last = kNoThread;
  std::uint32_t stack_holds = 0;  // locks that are held, conditions that are waited for, on stacks
  Controlled* leaver = nullptr;   // the first thread that is at the process's end
  std::uint32_t unseen = 0;       // threads that are fresh or resumed
  std::uint64_t steps = 0;
  std::uint64_t stamps = 0;
  std::uint64_t* beats = nullptr;  // counts visible operations where the process that watches can see
  Controlled* all[kMaxThreads] = {};
  ThreadView views[kMaxThreads];
  void* driver_stack = nullptr;
  std::uint64_t driver_storage = 0;
};
extern World world __attribute__((visibility("hidden")));
extern "C" std::uint64_t heddle_registers[8] __attribute__((visibility("hidden")));

inline bool controlled() { return world.active; }

// ---- core.cpp -------------------------------------------------------------------------------------------

void prepare(Shared* shared);  // once a process
void prepare_unwinding();      // hooks_cleanup.cpp
// Zeroed memory. What starts on a page boundary shares its lines of the cache with all else that does, and
// half a million executions a second touch the first lines of most things.
void* map_apart(std::size_t bytes);
void make_pthreads();  // for as many threads as were ever seen
// Runs `function` as thread 0 under the scheduler. True: to the end; false: given up or failed.
bool execute(void (*function)(void*), void* argument);
// Stops in front of the operation until it is this thread's turn.
void reach(Operation& operation, Object* object, Action action, std::uint64_t address, const void* pc);
unsigned outcome(unsigned count);
void performed(const Operation& operation, bool has_value = false, std::uint64_t value = 0);
void blocked_until_resumed(const Operation& operation, Object* object);
void resume(Controlled& thread);  // it goes on, unseen, to its next visible operation
Controlled& spawn(void* (*start)(void*), void* argument, const void* pc);
[[noreturn]] void leave_thread(void* result);  // the current one ends
void order(Controlled& earlier, Controlled& later);
void reset_thread_locals(Controlled& thread);   // to what a new thread has
void run_thread_locals(Controlled& thread);     // destructors of its thread-local objects
Controlled* find_thread(std::uint64_t handle);  // nullptr: there is none
void forget_signals();                          // what the last execution set for them
void run_thread_end(Controlled& thread);  // these, those of its keys, and what holders give up when they end
void end_visibly(Controlled& thread);     // for those who look whether a thread has ended
void note_end(const Controlled& thread);  // for those who looked before
bool threads_outside();                   // there are, which were started outside of executions
void run_key_destructors(Controlled& thread);
void wait_for_others();       // the process's end: until nobody else can go on
[[noreturn]] void abandon();  // this execution
void doubt(Shared& shared, Doubt kind, const char* text);
void doubt(Doubt kind, const char* text = nullptr);
[[noreturn]] void cut(Doubt kind, const char* text = nullptr);  // and the execution ends here
class SharedLock {  // the only thing two processes do at the same time: number what is new
 public:
  SharedLock();
  ~SharedLock();
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;
};

// ---- lives.cpp ------------------------------------------------------------------------------------------

void forget_holds();                     // of all threads, before an execution
void end_holds(Controlled& thread);      // it ends: robust mutexes are given up, other locks stay held
Thread holder_of(const Object& object);  // one of them
void memory_ends(std::uint64_t begin, std::uint64_t end, const void* pc);  // with locks in it?

// ---- hooks_exit.cpp -------------------------------------------------------------------------------------

enum class Ending : std::uint8_t { normal, quick, at_once };
[[noreturn]] void leave_process(Ending ending, int status, const void* pc);
std::size_t exit_handlers();                  // how many are registered
void forget_exit_handlers(std::size_t kept);  // but the first so many

// ---- hooks_exceptions.cpp -------------------------------------------------------------------------------

bool frees_what_is_counted(const void* pc);  // inside libstdc++, by the last who had it

// ---- hooks_time.cpp -------------------------------------------------------------------------------------

// If the error says that the time ran out, it has: the thread's clocks stand there. Returns the error.
int noted_time(int error, clockid_t clock, const timespec* until);
void note_time(const timespec& time);     // so much later
void begins_to_wait(Controlled& thread);  // until a moment, which it may have asked the clock for
void note_last_look(Controlled& thread);  // it ends
void start_clocks(Shared& shared);        // once a search

// ---- objects.cpp ----------------------------------------------------------------------------------------

enum class Role : std::uint64_t { memory, queue, once, outside, annotation, racy, end, file, signal };
Object& object_at(const volatile void* address, Role role = Role::memory);
Object* known_object(const volatile void* address);  // nullptr: this execution has not seen it
std::uint32_t number_of(std::uint64_t key);

// ---- happens_before.cpp ---------------------------------------------------------------------------------

void tick(Controlled& thread);
void acquire_from(Controlled& thread, const Clock* published);
void publish(Controlled& thread, Object& object, bool joining);
void publish_shared(Controlled& thread, Object& object);
void fence(int memory_order);
void inherit(Controlled& from, Controlled& to);
// Checks for races and remembers the access.
// True: there are atomic accesses of these bytes.
bool access(std::uint64_t address, std::uint64_t size, bool write, bool atomic, const void* pc);
void access_atomic(Object& object, std::uint64_t address, std::uint64_t size, int memory_order, bool reads,
                   bool writes, const void* pc);
void access_by_free(std::uint64_t address, std::uint64_t size, const void* pc);
void forget_accesses();
// Memory is unmapped, or cannot be accessed as before any more; nobody can who is not stopped by a signal.
void range_ends(std::uint64_t address, std::uint64_t size, bool write, bool unmaps, const void* pc);
void forget_accesses_of(std::uint64_t address, std::uint64_t size);
void make_visible(std::uint64_t word);  // from the next search on
bool is_visible(std::uint64_t word);
// Adds the racy words in this range to what the operation touches; false: there are none.
bool add_racy(Operation& operation, std::uint64_t address, std::uint64_t size, bool write);

// ---- modules.cpp ----------------------------------------------------------------------------------------

struct Range {
  std::uint64_t begin, end;
};
// The place in the program from which a library that called heddle was called; looked for only while an
// execution is recorded. nullptr: `pc` is in the program itself, or nothing was found.
const void* own_caller(const void* pc);
bool is_own_module(const dl_phdr_info* info);  // it was compiled for heddle
bool is_own_code(std::uint64_t pc);
// Where the globals of instrumented modules are, and their thread-local variables of this thread: all that
// there is room for; how many ranges there are.
std::size_t own_globals(Range* ranges, std::size_t room);
// The destructor functions of instrumented modules, in the order in which they run; false: there are no more.
bool own_destructor(std::size_t index, void (**function)());

struct UninstrumentedCode {  // of one module
  static constexpr std::size_t kNamed = 3;
  char path[512];
  bool whole;           // nothing of it was compiled for heddle
  bool stripped;        // its functions are not known
  std::uint32_t count;  // functions of it that were not
  char names[kNamed][256];
  std::uint64_t addresses[kNamed];  // in the file's own terms
};
// Looks once a process; the array it returns stays.
const UninstrumentedCode* uninstrumented_code(std::size_t* count);

// ---- heap.cpp -------------------------------------------------------------------------------------------

void reset_heap();
void forget_mappings();  // of the last execution: hooks_maps.cpp
bool in_heap(std::uint64_t address);
void check_heap(std::uint64_t address, std::uint64_t size, bool write, const void* pc);
void report_leaks();
bool is_global(std::uint64_t address);  // of an instrumented module, or memory from outside of any execution
void remember(std::uint64_t address, std::uint64_t size);  // such memory about to be written
void undo_globals();
bool heap_escaped();  // memory of this execution is reachable from globals

// ---- failures.cpp ---------------------------------------------------------------------------------------

Place place_of(const Controlled& thread, Action action, std::uint64_t address, std::uint32_t size,
               const void* pc);
Place here(Action action, std::uint64_t address, std::uint32_t size, const void* pc);
void fail(FailureKind kind, const char* message, std::uint64_t address = 0, std::uint32_t size = 0,
          const Place* places = nullptr, std::size_t count = 0);  // returns only for races that are kept
bool claim_failure(Shared& shared);                               // false: another process was faster
bool failed(const Shared& shared);
bool failed_here(const Shared& shared);
void forget_failure(Shared& shared);
void deadlock();
void partial_deadlock();  // main ends: do others wait for each other?
void install_signal_handlers();
const char* system_call_name(long number);  // hooks_outside.cpp

}  // namespace heddle::control
