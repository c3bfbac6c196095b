// SPDX-License-Identifier: Apache-2.0
// gcc's OpenMP. libgomp synchronises with futexes of its own, which nobody sees: what its entry points order
// is said here instead. Beginning and end of a parallel region, barriers (explicit and at the end of loops,
// sections and single copies), critical sections, ordered, locks, tasks with taskwait and taskgroup. Task
// dependences are taken to order each task after every dependent one that ended before it began: this may
// hide a race between two of them; so are the iterations of a doacross loop. What is not understood, a few constructs and a
// libomp that does not tell (openmp_tool.cpp), switches the runtime off at its first use: silence there would not
// mean that nothing raced, nor a race that there is one.
#include <cstddef>
#include <cstdint>

#include "runtime/shared/abi.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/openmp.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {
namespace {

// Keys are addresses: of fields of these, which live as long as the region or task.
struct Team;
struct Task {
  Task* parent;
  // A thread whose own part of the region is over runs tasks too, while it waits for the end of all.
  Team* team;
  char begin, children;
  void (*body)(void*);
  void* argument;
  bool depends;
};
struct Team {
  void (*body)(void*);
  void* argument;
  Team* outer;
  char begin, end, tasks, dependences, doacross, barrier[2];
};
struct Place {
  Team* team;
  Task* task;
  unsigned barriers;
};
__thread Place place __attribute__((tls_model("initial-exec")));

void send(const char& key, const void* pc) { send_to(&key, ObjectKind::annotation, pc); }

void run_member(void* state) {
  auto* team = static_cast<Team*>(state);
  const Place outer = place;
  Task implicit{};
  place = {team, &implicit, 0};
  receive_from(&team->begin, reinterpret_cast<const void*>(team->body));
  team->body(team->argument);
  send(team->end, reinterpret_cast<const void*>(team->body));
  forget_objects(reinterpret_cast<std::uintptr_t>(&implicit), sizeof implicit);
  place = outer;
}

void arrive(const void* pc) {
  if (place.team != nullptr) send(place.team->barrier[place.barriers % 2], pc);
}
void leave(const void* pc) {
  if (place.team == nullptr) return;
  receive_from(&place.team->barrier[place.barriers % 2], pc);
  receive_from(&place.team->tasks, pc);  // a barrier completes all tasks
  ++place.barriers;
}

template <class Start>
void parallel(void (*body)(void*), void* argument, const void* pc, Start start) {
  if (!attached()) return start(body, argument);
  Team team{body, argument, place.team, 0, 0, 0, 0, 0, {}};
  send(team.begin, pc);
  start(run_member, static_cast<void*>(&team));
  receive_from(&team.end, pc);
  receive_from(&team.tasks, pc);
  forget_objects(reinterpret_cast<std::uintptr_t>(&team), sizeof team);
}

// libomp tells of its locks itself.
void lock(const void* key, const void* pc) {
  if (!libomp_tells) lock_openmp(key, pc);
}
void unlock(const void* key, const void* pc) {
  if (!libomp_tells) unlock_openmp(key, pc);
}

// What libgomp does with the memory of its own tasks is not the program's; the body of a task, which it may
// run within the same call, is.
void run_task(void* state) {
  Task* task = *static_cast<Task**>(state);
  const Place outer = place;
  const auto busy = self != nullptr ? self->busy : 0;
  if (self != nullptr) self->busy = 0;
  place = {task->team, task, outer.barriers};
  const auto* pc = reinterpret_cast<const void*>(task->body);
  receive_from(&task->begin, pc);
  if (task->depends && place.team != nullptr) receive_from(&place.team->dependences, pc);
  task->body(task->argument);
  if (place.team != nullptr) {
    send(place.team->tasks, pc);
    if (task->depends) send(place.team->dependences, pc);
  }
  if (task->parent != nullptr) send(task->parent->children, pc);
  place = outer;
  if (self != nullptr) self->busy = busy;
}

char critical_key, atomic_key, ordered_key;

// A piece of a taskloop. libgomp makes a copy of the data for each, and writes the first and last iteration to its first two
// words: the loop's own data follow behind ours, which are the same for all pieces.
struct Piece {
  static constexpr unsigned kReduction = 1 << 12, kNoGroup = 1 << 11;
  long first, last;
  Task* loop;
  std::uint64_t front;  // bytes from here to the loop's own data
  void (*copy)(void*, void*);

  char* data() { return reinterpret_cast<char*>(this) + front; }
};

void run_piece(void* state) {
  auto* piece = static_cast<Piece*>(state);
  Task* loop = piece->loop;
  const auto* pc = reinterpret_cast<const void*>(loop->body);
  const long range[2] = {piece->first, piece->last};
  __builtin_memcpy(piece->data(), range, sizeof range);
  const Place outer = place;
  const auto busy = self != nullptr ? self->busy : 0;
  if (self != nullptr) self->busy = 0;
  Task own{loop, loop->team, 0, 0, nullptr, nullptr, false};
  place = {loop->team, &own, outer.barriers};
  receive_from(&loop->begin, pc);
  loop->body(piece->data());
  if (place.team != nullptr) send(place.team->tasks, pc);
  send(loop->children, pc);
  if (loop->parent != nullptr) send(loop->parent->children, pc);
  place = outer;
  if (self != nullptr) self->busy = busy;
}
void copy_piece(void* to, void* from) {
  auto* source = static_cast<Piece*>(from);
  __builtin_memcpy(to, from, sizeof(Piece));
  source->copy(static_cast<Piece*>(to)->data(), source->data());
}

using Loop = void (*)(void (*body)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
                      unsigned flags, unsigned long tasks, int priority, long first, long last, long step);
void taskloop(Loop real, void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
              long alignment, unsigned flags, unsigned long tasks, int priority, long first, long last,
              long step, const void* pc) {
  if (attached() && (flags & Piece::kReduction) != 0)
    switch_off(Doubt::openmp);  // its data are laid out otherwise
  if (!attached() || !process.on)
    return real(body, data, copy, size, alignment, flags, tasks, priority, first, last, step);
  const std::size_t align = alignment > 16 ? static_cast<std::size_t>(alignment) : 16;
  const std::size_t front = (sizeof(Piece) + align - 1) / align * align;
  auto* loop = static_cast<Task*>(__libc_calloc(1, sizeof(Task)));  // never freed, as other tasks
  auto* piece = static_cast<Piece*>(__libc_memalign(align, front + static_cast<std::size_t>(size)));
  if (loop == nullptr || piece == nullptr) return switch_off(Doubt::no_memory);
  *loop = {place.task, place.team, 0, 0, body, nullptr, false};
  *piece = {0, 0, loop, front, copy};
  __builtin_memcpy(piece->data(), data, static_cast<std::size_t>(size));
  send(loop->begin, pc);
  Thread* maker = active();
  if (maker != nullptr) ++maker->busy;
  real(run_piece, piece, copy != nullptr ? copy_piece : nullptr, static_cast<long>(front) + size,
       static_cast<long>(align), flags, tasks, priority, first, last, step);
  if (maker != nullptr) --maker->busy;
  if ((flags & Piece::kNoGroup) == 0) receive_from(&loop->children, pc);
  __libc_free(piece);
}

}  // namespace

void lock_openmp(const void* key, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, reinterpret_cast<std::uintptr_t>(key), ObjectKind::mutex, pc))
    on_lock(*thread, *object, Hold::exclusive, true, 0, pc);
}
void unlock_openmp(const void* key, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, reinterpret_cast<std::uintptr_t>(key), ObjectKind::mutex, pc))
    on_unlock(*thread, sync::Call::mutex_unlock, *object, {}, pc);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;
#define HEDDLE_PC __builtin_return_address(0)

#define HEDDLE_PARALLEL(name, extra_parameters, extra_arguments)                    \
  extern "C" void name(void (*body)(void*), void* argument, unsigned threads,       \
                       HEDDLE_STRIP extra_parameters);                              \
  HEDDLE_INTERPOSE void name(void (*body)(void*), void* argument, unsigned threads, \
                             HEDDLE_STRIP extra_parameters) {                       \
    parallel(body, argument, HEDDLE_PC, [&](void (*run)(void*), void* with) {       \
      HEDDLE_REAL(name)(run, with, threads, HEDDLE_STRIP extra_arguments);          \
    });                                                                             \
  }
#define HEDDLE_STRIP(...) __VA_ARGS__
HEDDLE_PARALLEL(GOMP_parallel, (unsigned flags), (flags))
HEDDLE_PARALLEL(GOMP_parallel_sections, (unsigned count, unsigned flags), (count, flags))
#define HEDDLE_PARALLEL_LOOP(name)                                                   \
  HEDDLE_PARALLEL(name, (long from, long to, long step, long chunk, unsigned flags), \
                  (from, to, step, chunk, flags))
HEDDLE_PARALLEL_LOOP(GOMP_parallel_loop_static)
HEDDLE_PARALLEL_LOOP(GOMP_parallel_loop_dynamic)
HEDDLE_PARALLEL_LOOP(GOMP_parallel_loop_guided)
HEDDLE_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
HEDDLE_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_guided)
#define HEDDLE_PARALLEL_RUNTIME(name) \
  HEDDLE_PARALLEL(name, (long from, long to, long step, unsigned flags), (from, to, step, flags))
HEDDLE_PARALLEL_RUNTIME(GOMP_parallel_loop_runtime)
HEDDLE_PARALLEL_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
HEDDLE_PARALLEL_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

#define HEDDLE_OMP_BARRIER(name) \
  extern "C" void name();        \
  HEDDLE_INTERPOSE void name() { \
    arrive(HEDDLE_PC);           \
    HEDDLE_REAL(name)();         \
    leave(HEDDLE_PC);            \
  }
HEDDLE_OMP_BARRIER(GOMP_barrier)
HEDDLE_OMP_BARRIER(GOMP_loop_end)
HEDDLE_OMP_BARRIER(GOMP_sections_end)

// One thread prepares, the others take its data.
extern "C" void* GOMP_single_copy_start();
HEDDLE_INTERPOSE void* GOMP_single_copy_start() {
  void* data = HEDDLE_REAL(GOMP_single_copy_start)();
  if (data != nullptr) leave(HEDDLE_PC);
  return data;
}
extern "C" void GOMP_single_copy_end(void* data);
HEDDLE_INTERPOSE void GOMP_single_copy_end(void* data) {
  arrive(HEDDLE_PC);
  HEDDLE_REAL(GOMP_single_copy_end)(data);
  leave(HEDDLE_PC);
}

#define HEDDLE_OMP_LOCK(start, end, parameters, arguments, key) \
  extern "C" void start parameters;                             \
  HEDDLE_INTERPOSE void start parameters {                      \
    HEDDLE_REAL(start) arguments;                               \
    lock(key, HEDDLE_PC);                                       \
  }                                                             \
  extern "C" void end parameters;                               \
  HEDDLE_INTERPOSE void end parameters {                        \
    unlock(key, HEDDLE_PC);                                     \
    HEDDLE_REAL(end) arguments;                                 \
  }
HEDDLE_OMP_LOCK(GOMP_critical_start, GOMP_critical_end, (), (), &critical_key)
HEDDLE_OMP_LOCK(GOMP_critical_name_start, GOMP_critical_name_end, (void** name), (name), name)
HEDDLE_OMP_LOCK(GOMP_atomic_start, GOMP_atomic_end, (), (), &atomic_key)
HEDDLE_OMP_LOCK(GOMP_ordered_start, GOMP_ordered_end, (), (), &ordered_key)
HEDDLE_OMP_LOCK(omp_set_lock, omp_unset_lock, (void* name), (name), name)
HEDDLE_OMP_LOCK(omp_set_nest_lock, omp_unset_nest_lock, (void* name), (name), name)
extern "C" int omp_test_lock(void* name);
HEDDLE_INTERPOSE int omp_test_lock(void* name) {
  const int taken = HEDDLE_REAL(omp_test_lock)(name);
  if (taken != 0) lock(name, HEDDLE_PC);
  return taken;
}

// libgomp copies a task's data when the task is made; so do we, into memory that holds the task as well.
extern "C" void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                          long alignment, bool deferred, unsigned flags, void** depends, int priority,
                          void* detach);
HEDDLE_INTERPOSE void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                                long alignment, bool deferred, unsigned flags, void** depends, int priority,
                                void* detach) {
  if (!attached())
    return HEDDLE_REAL(GOMP_task)(body, data, copy, size, alignment, deferred, flags, depends, priority,
                                  detach);
  const std::size_t align = alignment > 16 ? static_cast<std::size_t>(alignment) : 16;
  const std::size_t front = (sizeof(Task) + align - 1) / align * align;
  // Never freed: a task may be the parent of one that outlives it. Programs make few tasks per byte of their
  // data.
  auto* memory = static_cast<char*>(__libc_memalign(align, front + static_cast<std::size_t>(size) + 1));
  if (memory == nullptr)
    return HEDDLE_REAL(GOMP_task)(body, data, copy, size, alignment, deferred, flags, depends, priority,
                                  detach);
  auto* task = reinterpret_cast<Task*>(memory);
  constexpr unsigned kDepends = 8;
  *task = {place.task, place.team, 0, 0, body, memory + front, (flags & kDepends) != 0};
  if (copy != nullptr)
    copy(task->argument, data);
  else
    __builtin_memcpy(task->argument, data, static_cast<std::size_t>(size));
  send(task->begin, HEDDLE_PC);
  Thread* maker = active();
  if (maker != nullptr) ++maker->busy;
  HEDDLE_REAL(GOMP_task)
  (run_task, static_cast<void*>(&task), nullptr, sizeof(void*), alignof(void*), deferred, flags, depends,
   priority, detach);
  if (maker != nullptr) --maker->busy;
  if (!deferred && place.task != nullptr) receive_from(&place.task->children, HEDDLE_PC);
}
extern "C" void GOMP_taskwait();
HEDDLE_INTERPOSE void GOMP_taskwait() {
  HEDDLE_REAL(GOMP_taskwait)();
  if (place.task != nullptr) receive_from(&place.task->children, HEDDLE_PC);
}
extern "C" void GOMP_taskgroup_end();
HEDDLE_INTERPOSE void GOMP_taskgroup_end() {
  HEDDLE_REAL(GOMP_taskgroup_end)();
  if (place.team != nullptr) receive_from(&place.team->tasks, HEDDLE_PC);
}

#define HEDDLE_TASKLOOP(name)                                                                               \
  extern "C" void name(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,              \
                       long alignment, unsigned flags, unsigned long tasks, int priority, long first,       \
                       long last, long step);                                                               \
  HEDDLE_INTERPOSE void name(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,        \
                             long alignment, unsigned flags, unsigned long tasks, int priority, long first, \
                             long last, long step) {                                                        \
    taskloop(HEDDLE_REAL(name), body, data, copy, size, alignment, flags, tasks, priority, first, last,     \
             step, HEDDLE_PC);                                                                              \
  }
HEDDLE_TASKLOOP(GOMP_taskloop)
HEDDLE_TASKLOOP(GOMP_taskloop_ull)

// An iteration that waits for others learns from every one that was posted before. As many numbers as the loop has
// dimensions are passed, of which six at most are in registers; what stands behind the last one is passed on unread.
#define HEDDLE_DOACROSS(wait, post)                                                                     \
  extern "C" void post(void* counts);                                                                   \
  HEDDLE_INTERPOSE void post(void* counts) {                                                            \
    if (place.team != nullptr) send(place.team->doacross, HEDDLE_PC);                                   \
    HEDDLE_REAL(post)(counts);                                                                          \
  }                                                                                                     \
  extern "C" void wait(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j); \
  HEDDLE_INTERPOSE void wait(long a, long b, long c, long d, long e, long f, long g, long h, long i,    \
                             long j) {                                                                  \
    reinterpret_cast<void (*)(long, ...)>(HEDDLE_REAL(wait))(a, b, c, d, e, f, g, h, i, j);             \
    if (place.team != nullptr) receive_from(&place.team->doacross, HEDDLE_PC);                          \
  }
HEDDLE_DOACROSS(GOMP_doacross_wait, GOMP_doacross_post)
HEDDLE_DOACROSS(GOMP_doacross_ull_wait, GOMP_doacross_ull_post)

namespace {
// libomp's parallel regions are, if it tells of them; a call starts it, if it has not been.
bool is_understood(const char* name) {
  if (__builtin_strcmp(name, "__kmpc_fork_call") != 0) return false;
  if (!libomp_tells) reinterpret_cast<int (*)()>(real_function("omp_get_max_threads", nullptr))();
  return libomp_tells;
}
}  // namespace

// Calls with any arguments: all registers that may hold some are kept, and the real function is jumped to.
#define HEDDLE_NOT_UNDERSTOOD(name)                                                     \
  extern "C" __attribute__((used, visibility("hidden"))) void* heddle_before_##name() { \
    initialise();                                                                       \
    if (attached() && !is_understood(#name)) switch_off(Doubt::openmp);                 \
    return real_function(#name, nullptr);                                               \
  }                                                                                     \
  HEDDLE_INTERPOSE __attribute__((naked)) void name() {                                 \
    asm("push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax\n"   \
        "call heddle_before_" #name                                                     \
        "\n"                                                                            \
        "mov %rax, %r11\n"                                                              \
        "pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi\n"          \
        "jmp *%r11");                                                                   \
  }
HEDDLE_NOT_UNDERSTOOD(__kmpc_fork_call)
HEDDLE_NOT_UNDERSTOOD(__kmpc_fork_teams)
HEDDLE_NOT_UNDERSTOOD(GOMP_parallel_reductions)
HEDDLE_NOT_UNDERSTOOD(GOMP_teams_reg)
