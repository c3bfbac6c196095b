// SPDX-License-Identifier: Apache-2.0
// clang's OpenMP. libomp synchronises with flags of its own, which nobody sees, but tells a tool what it does by OMPT, the
// tools interface of OpenMP 5: it looks for ompt_start_tool, which is here. What each callback orders:
//   parallel_begin → implicit_task, barrier begin → barrier end and parallel_end; mutex_released → mutex_acquired;
//   task_create → its first schedule; a task's completion → its parent's taskwait, the end of a taskgroup, a barrier;
//   doacross source → sink of the same iteration (of 64 classes of them).
// Dependences between tasks are taken to order each after every dependent one that ended before it began, as with gcc:
// this may hide a race between two of them. So may two tasks on one thread, which are taken to be ordered.
#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "runtime/shared/abi.h"
#include "runtime/watch/openmp.h"
#include "runtime/watch/real.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {

bool libomp_tells;

namespace {

// OMPT's types, as its specification has them.
union Data {
  std::uint64_t value;
  void* pointer;
};
enum Endpoint : int { scope_begin = 1, scope_end = 2 };
enum Region : int {
  barrier_implementation = 4,  // and those before
  taskwait = 5,
  taskgroup = 6,
  reduction = 7,
  barrier_implicit_parallel = 9
};
enum TaskFlag : int { task_initial = 1, task_explicit = 4 };
enum Status : int { complete = 1, cancelled = 3 };
struct Dependence {
  Data variable;
  int type;
};
enum DependenceType : int { source = 5, sink = 6 };
enum Event : int {
  parallel_begins = 3,
  parallel_ends = 4,
  task_created = 5,
  task_scheduled = 6,
  implicit_task = 7,
  mutex_released = 17,
  dependences_told = 18,
  region_synchronised = 23,
  mutex_acquired = 27,
  reduction_done = 31
};
using Function = void (*)();
using SetCallback = int (*)(int event, Function callback);
using Lookup = Function (*)(const char* name);

// Keys are addresses: of fields of these.
struct Team {
  char begin, tasks, dependences, barrier[2], doacross[64];
};
struct Task {
  Team* team;
  Task* parent;
  std::uint32_t users;  // the task itself and its children
  std::uint32_t barriers;
  bool is_explicit, started, depends, at_end;
  char begin, children;
};

template <class T>
T* make() {
  return static_cast<T*>(__libc_calloc(1, sizeof(T)));
}
template <class T>
void dispose(T* what) {
  forget_objects(reinterpret_cast<std::uintptr_t>(what), sizeof *what);
  __libc_free(what);
}
void let_go(Task* task) {
  while (task != nullptr && __atomic_sub_fetch(&task->users, 1, __ATOMIC_ACQ_REL) == 0) {
    Task* parent = task->parent;
    dispose(task);
    task = parent;
  }
}
template <class T>
T* in(const Data* data) {
  return data != nullptr ? static_cast<T*>(data->pointer) : nullptr;
}
Task* make_task(Team* team, Task* parent) {
  auto* task = make<Task>();
  if (task == nullptr) {
    switch_off(Doubt::no_memory);
    return nullptr;
  }
  task->team = team;
  task->parent = parent;
  task->users = 1;
  if (parent != nullptr) __atomic_add_fetch(&parent->users, 1, __ATOMIC_RELAXED);
  return task;
}
void send(const char& key, const void* pc) { send_to(&key, ObjectKind::annotation, pc); }
void receive(const char& key, const void* pc) { receive_from(&key, pc); }

// ---- what libomp calls ----

void on_parallel_begin(Data*, const void*, Data* parallel, unsigned, int, const void* pc) {
  auto* team = make<Team>();
  if (team == nullptr) return switch_off(Doubt::no_memory);
  parallel->pointer = team;
  send(team->begin, pc);
}

void on_parallel_end(Data* parallel, Data*, int, const void* pc) {
  auto* team = in<Team>(parallel);
  if (team == nullptr) return;
  for (const char& key : team->barrier) receive(key, pc);
  receive(team->tasks, pc);
  dispose(team);
}

void on_implicit_task(int endpoint, Data* parallel, Data* task, unsigned, unsigned, int flags) {
  if (endpoint == scope_end) {
    let_go(in<Task>(task));
    task->pointer = nullptr;
    return;
  }
  // The initial task has no region: it has a team of its own, for tasks outside of all.
  Team* team = (flags & task_initial) != 0 ? make<Team>() : in<Team>(parallel);
  task->pointer = team != nullptr ? make_task(team, nullptr) : nullptr;
  if (team != nullptr && (flags & task_initial) == 0) receive(team->begin, __builtin_return_address(0));
}

void on_barrier(int endpoint, const Data* parallel, Task& task, bool ends_region, const void* pc) {
  if (endpoint == scope_begin) {
    task.at_end = ends_region;
    return send(task.team->barrier[task.barriers % 2], pc);
  }
  // Who waits at the end of a region hears of it when the next one begins, and the team may be gone.
  if (task.at_end || parallel == nullptr || parallel->pointer == nullptr) return;
  receive(task.team->barrier[task.barriers++ % 2], pc);
  receive(task.team->tasks, pc);
}

void on_region(int kind, int endpoint, Data* parallel, Data* data, const void* pc) {
  auto* task = in<Task>(data);
  if (task == nullptr || task->team == nullptr) return;
  if (kind == taskwait) {
    if (endpoint != scope_begin) receive(task->children, pc);
  } else if (kind == taskgroup) {
    if (endpoint != scope_begin) receive(task->team->tasks, pc);
  } else if (kind != reduction) {
    on_barrier(endpoint, parallel, *task, kind == barrier_implicit_parallel, pc);
  }
}

// One thread combines what the others have, while they wait; how they do so is libomp's own.
void on_reduction(int, int endpoint, Data*, Data*, const void*) {
  Thread* thread = self;
  if (thread == nullptr) return;
  if (endpoint == scope_begin)
    ++thread->ignore;
  else if (thread->ignore > 0)
    --thread->ignore;
}

void on_task_create(Data* creator, const void*, Data* made, int flags, int depends, const void* pc) {
  if ((flags & task_explicit) == 0) return;
  auto* parent = in<Task>(creator);
  if (parent == nullptr) return;
  Task* task = make_task(parent->team, parent);
  made->pointer = task;
  if (task == nullptr) return;
  task->is_explicit = true;
  task->depends = depends != 0;
  send(task->begin, pc);
}

void on_task_schedule(Data* prior, int status, Data* next) {
  const void* pc = __builtin_return_address(0);
  if (auto* ended = in<Task>(prior);
      ended != nullptr && ended->is_explicit && (status == complete || status == cancelled)) {
    send(ended->team->tasks, pc);
    send(ended->parent->children, pc);
    if (ended->depends) send(ended->team->dependences, pc);
    prior->pointer = nullptr;
    let_go(ended);
  }
  auto* begun = in<Task>(next);
  if (begun == nullptr || !begun->is_explicit || begun->started) return;
  begun->started = true;
  receive(begun->begin, pc);
  if (begun->depends) receive(begun->team->dependences, pc);
}

void on_dependences(Data* data, const Dependence* dependences, int count) {
  auto* task = in<Task>(data);
  if (task == nullptr || count == 0) return;
  if (dependences[0].type != source && dependences[0].type != sink) {
    task->depends = true;
    return;
  }
  std::uint64_t iteration = 0;
  for (int i = 0; i < count; ++i) iteration = base::combine(iteration, dependences[i].variable.value);
  const char& key = task->team->doacross[iteration % sizeof task->team->doacross];
  if (dependences[0].type == source)
    send(key, __builtin_return_address(0));
  else
    receive(key, __builtin_return_address(0));
}

// libomp tells of a release when it is over: whoever has the lock next may be here before that.
void on_mutex_acquired(int, std::uint64_t name, const void* pc) {
  constexpr unsigned kLong = 100'000;
  const auto held = [&] {
    Object* object = find_object(name);
    if (object == nullptr) return false;
    const ObjectGuard guard(*object);
    return object->holder != nullptr && object->holder != self;
  };
  for (unsigned spins = 0; spins < kLong && held(); ++spins) SpinLock::relax(spins);
  lock_openmp(reinterpret_cast<const void*>(name), pc);
}
void on_mutex_released(int, std::uint64_t name, const void* pc) {
  unlock_openmp(reinterpret_cast<const void*>(name), pc);
}

int start_tool(Lookup lookup, int, Data*) {
  const auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
  if (set == nullptr) return 0;
  const struct {
    int event;
    Function callback;
  } wanted[] = {{parallel_begins, reinterpret_cast<Function>(on_parallel_begin)},
                {parallel_ends, reinterpret_cast<Function>(on_parallel_end)},
                {implicit_task, reinterpret_cast<Function>(on_implicit_task)},
                {region_synchronised, reinterpret_cast<Function>(on_region)},
                {reduction_done, reinterpret_cast<Function>(on_reduction)},
                {task_created, reinterpret_cast<Function>(on_task_create)},
                {task_scheduled, reinterpret_cast<Function>(on_task_schedule)},
                {dependences_told, reinterpret_cast<Function>(on_dependences)},
                {mutex_acquired, reinterpret_cast<Function>(on_mutex_acquired)},
                {mutex_released, reinterpret_cast<Function>(on_mutex_released)}};
  constexpr int kAlways = 5;
  libomp_tells = true;
  for (const auto& [event, callback] : wanted) libomp_tells &= set(event, callback) == kAlways;
  return 1;
}
void end_tool(Data*) {}

struct Tool {
  int (*start)(Lookup lookup, int device, Data* data);
  void (*end)(Data* data);
  Data data;
} tool = {start_tool, end_tool, {}};

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" Tool* ompt_start_tool(unsigned version, const char* runtime);
HEDDLE_INTERPOSE Tool* ompt_start_tool(unsigned, const char*) {
  initialise();
  return attached() ? &tool : nullptr;
}
