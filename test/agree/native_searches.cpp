// SPDX-License-Identifier: Apache-2.0
// The searches on real threads: random programs of real mutexes, condition variables, semaphores, barriers, atomics
// and loops that wait for them are run in-process by `all`, `races` and `dpor`, the last two by one worker and by two, which must reach
// the same final states and agree on whether a schedule deadlocks. Compiled for heddle and linked with
// libheddle_check.so:  native_searches PROGRAMS SEED [STYLE]
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>

#include <heddle/check.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

namespace {

enum class Kind {
  load,
  store,
  add,
  swap,
  exchange,
  weak_exchange,
  lock,
  unlock,
  try_lock,
  wait,
  notify,
  post,
  acquire,
  await,          // as long as it has a value
  await_either,   // the same, looking twice
  guard,          // an addition under a lock: test-and-set
  guard_looking,  // test and test-and-set
  guard_comparing,
  guard_both,  // test and compare-exchange
  increase,    // by a load and a compare-exchange, until nobody came in between
  await_two,   // as long as both have a value
  arrive
};
constexpr int kKinds = 13;  // of programs without loops and barriers
constexpr Kind kWaiting[] = {Kind::load,          Kind::store,           Kind::add,        Kind::await,
                             Kind::await_either,  Kind::guard,           Kind::guard_both, Kind::increase,
                             Kind::guard_looking, Kind::guard_comparing, Kind::await_two};
constexpr Kind kArriving[] = {Kind::load, Kind::store, Kind::add, Kind::arrive, Kind::arrive};
struct Instruction {
  Kind kind;
  int target;
  int value;
  int expected;
};
constexpr int kThreads = 4;
constexpr int kLength = 6;
struct Program {
  int threads = 2;
  int parent[kThreads] = {};  // who creates it: the test, or an earlier thread
  int length[kThreads] = {};
  Instruction code[kThreads][kLength + 2];
};

// Final states, in memory that the worker process shares with this one.
struct States {
  std::uint64_t count;
  std::uint64_t at[1 << 16];
};
constexpr int kSearches = 5;
struct Search {
  const char* name;
  unsigned jobs;
};
constexpr Search kSearch[kSearches] = {{"all", 1}, {"races", 1}, {"dpor", 1}, {"races", 2}, {"dpor", 2}};
States* states[kSearches];
int now = 0;

void reached(std::uint64_t state) {  // two workers may write the same state twice: that is no other set
  States& set = *states[now];
  const std::uint64_t count = __atomic_load_n(&set.count, __ATOMIC_ACQUIRE);
  for (std::uint64_t i = 0; i < count; ++i)
    if (set.at[i] == state) return;
  const std::uint64_t place = __atomic_fetch_add(&set.count, 1, __ATOMIC_ACQ_REL);
  if (place < (1 << 16)) set.at[place] = state;
}
bool contains(const States& set, std::uint64_t state) {
  for (std::uint64_t i = 0; i < set.count; ++i)
    if (set.at[i] == state) return true;
  return false;
}
bool includes(const States& a, const States& b) {
  for (std::uint64_t i = 0; i < b.count; ++i)
    if (!contains(a, b.at[i])) return false;
  return true;
}

Program program;
struct World {
  std::atomic<int> atomics[2];
  std::atomic<int> taken;
  pthread_barrier_t barrier;
  pthread_mutex_t mutexes[2];
  pthread_cond_t condition;
  sem_t semaphore;
  std::atomic<int> registers[kThreads];
};
World* world;

void* run_thread(void* argument);
void start(int parent, pthread_t* threads) {
  for (int i = 0; i < program.threads; ++i)
    if (program.parent[i] == parent)
      pthread_create(&threads[i], nullptr, run_thread,
                     reinterpret_cast<void*>(static_cast<std::intptr_t>(i)));
}
void join(int parent, const pthread_t* threads) {
  for (int i = 0; i < program.threads; ++i)
    if (program.parent[i] == parent) pthread_join(threads[i], nullptr);
}

// Those that wait.
void run_loop(const Instruction& each, int& reg) {
  switch (each.kind) {
    case Kind::await:
      while (world->atomics[each.target] == each.expected) {
      }
      break;
    case Kind::await_either:
      while (world->atomics[each.target] == each.expected || world->atomics[each.target] == each.value) {
      }
      break;
    case Kind::guard:
      while (world->taken.exchange(1) != 0) {
      }
      reg = reg * 3 + world->atomics[0].fetch_add(each.value);
      world->taken = 0;
      break;
    case Kind::guard_looking:
      do {
        while (world->taken != 0) {
        }
      } while (world->taken.exchange(1) != 0);
      reg = reg * 3 + world->atomics[0].fetch_add(each.value);
      world->taken = 0;
      break;
    case Kind::guard_comparing:
      for (int free = 0; !world->taken.compare_exchange_strong(free, 1); free = 0) {
      }
      reg = reg * 3 + world->atomics[0].fetch_add(each.value);
      world->taken = 0;
      break;
    case Kind::guard_both:
      for (int free = 1; free != 0 || !world->taken.compare_exchange_strong(free, 1);) free = world->taken;
      reg = reg * 3 + world->atomics[0].fetch_add(each.value);
      world->taken = 0;
      break;
    case Kind::increase:
      for (int old = world->atomics[each.target];
           !world->atomics[each.target].compare_exchange_strong(old, old + each.value);)
        old = world->atomics[each.target];
      break;
    case Kind::await_two:
      while (world->atomics[0] == each.expected && world->atomics[1] == each.expected) {
      }
      break;
    default:
      break;
  }
}

void* run_thread(void* argument) {
  const int self = static_cast<int>(reinterpret_cast<std::intptr_t>(argument));
  int reg = 0;
  pthread_t threads[kThreads];
  start(self, threads);
  bool held[2] = {};
  for (int i = 0; i < program.length[self]; ++i) {
    const Instruction& each = program.code[self][i];
    switch (each.kind) {
      case Kind::load:
        reg = reg * 3 + world->atomics[each.target];
        break;
      case Kind::store:
        world->atomics[each.target] = reg + each.value;
        break;
      case Kind::add:
        reg = reg * 3 + world->atomics[each.target].fetch_add(each.value);
        break;
      case Kind::swap:
        reg = reg * 3 + world->atomics[each.target].exchange(each.value);
        break;
      case Kind::exchange: {
        int expected = each.expected;
        reg = reg * 3 + world->atomics[each.target].compare_exchange_strong(expected, each.value);
        break;
      }
      case Kind::weak_exchange: {
        int expected = each.expected;
        reg = reg * 3 + world->atomics[each.target].compare_exchange_weak(expected, each.value);
        break;
      }
      case Kind::lock:
        if (!held[each.target]) pthread_mutex_lock(&world->mutexes[each.target]);
        held[each.target] = true;
        break;
      case Kind::try_lock:
        if (!held[each.target]) held[each.target] = pthread_mutex_trylock(&world->mutexes[each.target]) == 0;
        reg = reg * 3 + held[each.target];
        break;
      case Kind::unlock:
        if (held[each.target]) pthread_mutex_unlock(&world->mutexes[each.target]);
        held[each.target] = false;
        break;
      case Kind::wait:
        if (held[0]) pthread_cond_wait(&world->condition, &world->mutexes[0]);
        break;
      case Kind::notify:
        pthread_cond_signal(&world->condition);
        break;
      case Kind::post:
        sem_post(&world->semaphore);
        break;
      case Kind::acquire:
        reg = reg * 3 + (sem_trywait(&world->semaphore) == 0);
        break;
      case Kind::arrive:
        if (each.value == 1)
          pthread_barrier_wait(&world->barrier);
        else
          reg = reg * 3 + (pthread_barrier_wait(&world->barrier) != 0);
        break;
      default:
        run_loop(each, reg);
    }
  }
  for (int i = 0; i < 2; ++i)
    if (held[i]) pthread_mutex_unlock(&world->mutexes[i]);
  join(self, threads);
  world->registers[self].store(reg, std::memory_order_relaxed);
  return nullptr;
}

void test(void*) {
  World fresh{};
  world = &fresh;
  for (auto& mutex : fresh.mutexes) pthread_mutex_init(&mutex, nullptr);
  pthread_cond_init(&fresh.condition, nullptr);
  sem_init(&fresh.semaphore, 0, 0);
  pthread_barrier_init(&fresh.barrier, nullptr, 2);
  pthread_t threads[kThreads];
  start(kThreads, threads);
  join(kThreads, threads);
  std::uint64_t state = 0;
  for (auto& each : fresh.atomics) state = state * 1000003 + static_cast<std::uint64_t>(each.load() + 7);
  for (auto& each : fresh.registers) state = state * 1000003 + static_cast<std::uint64_t>(each.load() + 7);
  reached(state);
}

}  // namespace

int main(int argc, char** argv) {
  const int programs = argc > 1 ? std::atoi(argv[1]) : 100;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  for (auto& each : states)
    each = static_cast<States*>(
        mmap(nullptr, sizeof(States), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  int wrong = 0, compared = 0, deadlocks = 0;
  std::uint64_t seen = 0;
  for (int i = 0; compared < programs && i < programs * 4; ++i) {
    program = {};
    program.threads = 2 + below(3);
    const bool is_atomic = below(2) == 0;  // only atomics, one of them, as hard to tell apart as can be
    const int style = argc > 3 ? std::atoi(argv[3]) : below(4);  // 2: with loops that wait, 3: with a barrier
    const bool creates = below(3) == 0;
    for (int t = 0; t < program.threads; ++t) {
      const int parent = creates ? below(static_cast<unsigned>(t) + 1) : t;
      program.parent[t] = parent == t ? kThreads : parent;
      program.length[t] = 1 + below(program.threads == 2 ? kLength : program.threads == 3 ? 4 : 2);
      if (style == 2 && program.length[t] > 3) program.length[t] = 3;
      for (int j = 0; j < program.length[t]; ++j) {
        const Kind kind = style == 2   ? kWaiting[below(std::size(kWaiting))]
                          : style == 3 ? kArriving[below(std::size(kArriving))]
                                       : static_cast<Kind>(below(is_atomic ? 6 : kKinds));
        program.code[t][j] = {kind, is_atomic ? 0 : below(2), 1 + below(3), below(4)};
      }
    }
    int results[kSearches];
    bool too_many = false;
    for (now = 0; now < kSearches; ++now) {
      states[now]->count = 0;
      heddle_check_options options{};
      options.strategy = kSearch[now].name;
      options.jobs = kSearch[now].jobs;
      options.executions = 20000;
      results[now] = heddle_check_run(test, nullptr, &options);
      too_many |= results[now] == 3;
      if (now == 0 && too_many) break;
    }
    if (too_many) continue;
    ++compared;
    deadlocks += results[0] == 1;
    // A call that does not get what it tries for orders nothing in C++'s memory model, which `dpor` answers for: it
    // may reach more than there is under sequential consistency.
    bool tries = false;
    for (int t = 0; t < program.threads; ++t)
      for (int j = 0; j < program.length[t]; ++j)
        tries |= program.code[t][j].kind == Kind::acquire || program.code[t][j].kind == Kind::try_lock;
    bool same = true;
    for (int other = 1; other < kSearches; ++other) {
      const bool may_reach_more = tries && kSearch[other].name[0] == 'd';
      same = same && results[other] == results[0] &&
             (results[0] != 0 || (includes(*states[other], *states[0]) &&
                                  (may_reach_more || includes(*states[0], *states[other]))));
    }
    if (results[0] == 0) seen += states[0]->count;
    if (same) continue;
    ++wrong;
    std::printf("program %d:", i);
    for (int other = 0; other < kSearches; ++other)
      std::printf(" %s with %u: %d, %lu states;", kSearch[other].name, kSearch[other].jobs, results[other],
                  states[other]->count);
    std::printf("\n");
    for (int t = 0; t < program.threads; ++t) {
      std::printf("  T%d of %d:", t, program.parent[t]);
      for (int j = 0; j < program.length[t]; ++j)
        std::printf(" %d(%d,%d,%d)", static_cast<int>(program.code[t][j].kind), program.code[t][j].target,
                    program.code[t][j].value, program.code[t][j].expected);
      std::printf("\n");
    }
  }
  std::printf("%d programs compared, %d with a deadlock, %lu final states, %d wrong\n", compared, deadlocks,
              seen, wrong);
  return wrong == 0 && compared == programs ? 0 : 1;
}
