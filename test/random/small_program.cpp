// SPDX-License-Identifier: Apache-2.0
#include "random/small_program.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace heddle::small {
namespace {

using control::Need;
using control::Operation;
using control::Thread;
using control::ThreadView;
using control::Writes;
using Kind = Instruction::Kind;

constexpr int kKinds = 8;  // of objects: variable, atomic, lock, condition, semaphore, once
constexpr std::uint32_t object(int kind, int number) {
  return static_cast<std::uint32_t>(number * kKinds + kind);
}

struct Lock {
  int owner = -1;
  std::set<int> readers;
};

struct Once {
  int owner = -1;
  bool done = false;
};

struct Step {  // whatever can order or race, visible or not
  int thread = 0;
  int instruction = 0;
  int variable = -1;
  bool writes = false;
};

class Machine {
 public:
  Machine(const Program& program, const Visibility& visible, control::Scheduler& scheduler)
      : program_(program), visible_(visible), scheduler_(scheduler), threads_(program.threads.size()) {
    views_.resize(threads_.size());
    std::vector<bool> spawned(threads_.size());
    for (const auto& code : program.threads)
      for (const Instruction& each : code)
        if (each.kind == Kind::try_lock)
          tried_ = true;
        else if (each.kind == Kind::lock_shared)
          shared_.insert(each.target);
        else if (each.kind == Kind::spawn)
          spawned[static_cast<std::size_t>(each.target)] = true;
    for (std::size_t i = 0; i < threads_.size(); ++i) threads_[i].alive = !spawned[i];
    for (auto& thread : threads_) thread.clock.resize(threads_.size());
  }

  Execution run(bool* another) {
    scheduler_.begin();
    int current = -1;
    bool given_up = false;
    while (true) {
      settle();
      bool any = false;
      for (std::size_t i = 0; i < threads_.size(); ++i) any |= view(i).state == ThreadView::State::ready;
      if (!any) break;
      control::Moment moment{views_, control::kNoThread};
      if (current >= 0 && views_[std::size_t(current)].state == ThreadView::State::ready)
        moment.current = Thread(current);
      const Thread chosen = scheduler_.choose(moment);
      if (chosen == control::kNoThread) {
        given_up = true;
        break;
      }
      current = int(chosen);
      perform(current);
      ++result_.steps;
    }
    result_.complete = !given_up;
    judge();
    const bool more = scheduler_.finish({views_, control::kNoThread});
    if (another != nullptr) *another = more;
    return result_;
  }

 private:
  struct State {
    std::size_t at = 0;
    int reg = 0;
    bool alive = false;
    bool waiting = false;    // in a condition's queue
    bool relocking = false;  // has to get the wait's lock again
    int spurious = 1;        // failures left that need no reason
    std::vector<int> clock;  // C11 happens-before
  };
  struct Visible {
    int thread;
    Operation operation;
    unsigned outcome;
    std::vector<std::pair<int, int>> after;  // (thread, visible events of it) ordered before by other means
  };

  bool ended(std::size_t t) const { return threads_[t].at >= program_.threads[t].size(); }
  const Instruction& now(std::size_t t) const { return program_.threads[t][threads_[t].at]; }

  static bool is_plain(Kind kind) { return kind == Kind::read || kind == Kind::write; }
  bool is_visible(const Instruction& instruction) const {
    switch (instruction.kind) {
      case Kind::read:
      case Kind::write:
        return visible_.all || visible_.variables.contains(instruction.target);
      case Kind::skip_unless:
      case Kind::spawn:
      case Kind::join:
        return false;
      default:
        return true;
    }
  }

  // Runs every thread up to its next visible operation, or until it has to wait.
  void settle() {
    for (bool again = true; again;) {
      again = false;
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        while (threads_[t].alive && !threads_[t].waiting && !threads_[t].relocking && !ended(t) &&
               !is_visible(now(t))) {
          const Instruction& instruction = now(t);
          State& state = threads_[t];
          if (instruction.kind == Kind::join) {
            const auto target = std::size_t(instruction.target);
            if (!(threads_[target].alive && ended(target))) break;
            order(int(target), int(t));
            ++state.at;
          } else if (instruction.kind == Kind::spawn) {
            threads_[std::size_t(instruction.target)].alive = true;
            order(int(t), instruction.target);
            ++state.at;
          } else if (instruction.kind == Kind::skip_unless) {
            state.at += state.reg == instruction.value ? 1 : std::size_t(1 + instruction.other);
          } else {
            access(int(t));
          }
          again = true;
        }
      }
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) view(t);
  }

  void order(int earlier, int later) {
    join(threads_[std::size_t(later)].clock, threads_[std::size_t(earlier)].clock);
    scheduler_.order(Thread(earlier), Thread(later));
    pending_[later].push_back({earlier, visible_of_[earlier]});
    for (const auto& each : pending_[earlier]) pending_[later].push_back(each);
  }
  static void join(std::vector<int>& into, const std::vector<int>& from) {
    if (into.size() < from.size()) into.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
  }

  void access(int t) {
    State& state = threads_[std::size_t(t)];
    const Instruction& instruction = now(std::size_t(t));
    const bool writes = instruction.kind == Kind::write;
    ++state.clock[std::size_t(t)];
    steps_.push_back({t, int(state.at), instruction.target, writes});
    clocks_.push_back(state.clock);
    if (writes)
      memory_[instruction.target] = state.reg + instruction.value;
    else
      state.reg = memory_[instruction.target];
    ++state.at;
  }

  Operation announce(std::size_t t) {
    const State& state = threads_[t];
    const Instruction& i = now(t);
    Operation operation;
    const auto touch = [&](int kind, int number, bool write) {
      operation.accesses[operation.count++] = {object(kind, number), write};
    };
    if (state.waiting && i.kind == Kind::wait) {
      operation.need = Need::event;
      return operation;
    }
    if (state.relocking || state.waiting) {
      touch(2, i.other, true);
      if (i.kind == Kind::timed_wait) touch(3, i.target, true);
      operation.need = Need::exclusive;
      return operation;
    }
    switch (i.kind) {
      case Kind::read:
        touch(0, i.target, false);
        break;
      case Kind::write:
        touch(0, i.target, true);
        break;
      case Kind::load:
        touch(1, i.target, false);
        break;
      case Kind::await:
        touch(1, i.target, false);
        operation.seen[operation.awaited++] = std::uint64_t(i.value);
        if (i.other > 0) {
          touch(1, 1 - i.target, false);
          operation.seen[operation.awaited++] = std::uint64_t(i.other - 1);
        }
        break;
      case Kind::exchange:
      case Kind::weak_exchange:
        operation.writes = Writes::if_equal;
        operation.expected = std::uint64_t(i.other);
        [[fallthrough]];
      case Kind::store:
      case Kind::add:
      case Kind::swap:
        touch(1, i.target, true);
        break;
      case Kind::lock:
        touch(2, i.target, true);
        operation.need = Need::exclusive;
        break;
      case Kind::lock_shared:
        touch(2, i.target, false);
        operation.need = Need::shared;
        break;
      case Kind::try_lock:
        // Readers do not conflict with readers, but with one that fails because of them.
        if (!shared_.contains(i.target)) operation.writes = Writes::if_available;
        touch(2, i.target, true);
        break;
      case Kind::unlock:
        touch(2, i.target, true);
        operation.point = tried_;
        break;
      case Kind::unlock_shared:
        touch(2, i.target, false);
        operation.point = tried_;
        break;
      case Kind::wait:
      case Kind::timed_wait:
        touch(2, i.other, true);
        touch(3, i.target, true);
        break;
      case Kind::notify:
      case Kind::notify_all:
        touch(3, i.target, true);
        break;
      case Kind::post:
        touch(4, i.target, true);
        break;
      case Kind::acquire:
        touch(4, i.target, true);
        operation.need = Need::exclusive;
        break;
      case Kind::try_acquire:
        touch(4, i.target, true);
        operation.writes = Writes::if_available;
        break;
      case Kind::once:
        touch(5, i.target, true);
        operation.need = Need::exclusive;
        operation.writes = Writes::if_equal;
        break;
      case Kind::once_end:
        touch(5, i.target, true);
        break;
      default:
        break;
    }
    return operation;
  }

  bool free_for(int lock, Need need) {
    const Lock& l = locks_[lock];
    return l.owner < 0 && (need == Need::shared || l.readers.empty());
  }

  // Which of the variables that are awaited differ.
  std::uint8_t changes(const Instruction& i) {
    const bool other = i.other > 0 && atomics_[1 - i.target] != i.other - 1;
    return std::uint8_t((atomics_[i.target] != i.value ? 1 : 0) | (other ? 2 : 0));
  }

  const ThreadView& view(std::size_t t) {
    ThreadView& result = views_[t];
    State& state = threads_[t];
    if (!state.alive) {
      result.state = ThreadView::State::absent;
    } else if (ended(t)) {
      result.state = ThreadView::State::ended;
    } else if (!state.waiting && !state.relocking && now(t).kind == Kind::join) {
      result.state = ThreadView::State::blocked;
      result.next = Operation{};
      result.next.need = Need::event;
    } else {
      result.next = announce(t);
      bool ready = true;
      const Instruction& i = now(t);
      switch (result.next.need) {
        case Need::event:
        case Need::outside:  // not in these programs
          ready = false;
          break;
        case Need::exclusive:
        case Need::shared:
          ready = i.kind == Kind::acquire ? memory_[1000 + i.target] > 0
                  : i.kind == Kind::once
                      ? onces_[i.target].owner < 0
                      : free_for(i.kind == Kind::lock || i.kind == Kind::lock_shared ? i.target : i.other,
                                 result.next.need);
          break;
        case Need::nothing:
          break;
      }
      if (i.kind == Kind::await) ready = changes(i) != 0;
      result.state = ready ? ThreadView::State::ready : ThreadView::State::blocked;
    }
    return result;
  }

  void perform(int t) {
    State& state = threads_[std::size_t(t)];
    const Instruction& i = now(std::size_t(t));
    Operation operation = announce(std::size_t(t));
    unsigned outcome = 0;
    unsigned outcomes = 1;
    const auto ask = [&](unsigned count) {
      outcomes = count;
      return outcome = count > 1 ? scheduler_.outcome(count) : 0;
    };
    const auto available = [&](int lock) {
      operation.available =
          std::uint8_t((free_for(lock, Need::exclusive) ? 1 : 0) | (free_for(lock, Need::shared) ? 2 : 0));
    };
    std::vector<int> woken;
    ++state.clock[std::size_t(t)];
    const auto acquired = [&](int lock) {
      join(state.clock, lock_clocks_[lock]);
      join(state.clock, shared_clocks_[lock]);
    };
    const auto released = [&](int lock) { join(lock_clocks_[lock], state.clock); };
    bool next = true;
    if (state.relocking || state.waiting) {
      available(i.other);
      if (state.waiting) {  // timed out
        auto& queue = queues_[i.target];
        queue.erase(std::find(queue.begin(), queue.end(), t));
        state.reg = -1;
      }
      state.waiting = state.relocking = false;
      locks_[i.other].owner = t;
      acquired(i.other);
    } else {
      switch (i.kind) {
        case Kind::read:
        case Kind::write:
          --state.clock[std::size_t(t)];
          access(t);
          next = false;
          break;
        case Kind::await:
          operation.changed = changes(i);
          [[fallthrough]];
        case Kind::load:
          operation.before = std::uint64_t(atomics_[i.target]);
          state.reg = atomics_[i.target];
          join(state.clock, atomic_clocks_[i.target]);
          break;
        case Kind::store:
          operation.before = std::uint64_t(atomics_[i.target]);
          atomics_[i.target] = state.reg + i.value;
          atomic_clocks_[i.target] = state.clock;
          break;
        case Kind::add:
          operation.before = std::uint64_t(atomics_[i.target]);
          state.reg = atomics_[i.target];
          atomics_[i.target] += i.value;
          join(state.clock, atomic_clocks_[i.target]);
          join(atomic_clocks_[i.target], state.clock);
          break;
        case Kind::swap:
          operation.before = std::uint64_t(atomics_[i.target]);
          state.reg = std::exchange(atomics_[i.target], i.value);
          join(state.clock, atomic_clocks_[i.target]);
          join(atomic_clocks_[i.target], state.clock);
          break;
        case Kind::exchange:
        case Kind::weak_exchange: {
          operation.before = std::uint64_t(atomics_[i.target]);
          bool succeeds = atomics_[i.target] == i.other;
          if (succeeds && i.kind == Kind::weak_exchange && state.spurious > 0 && ask(2) == 1) {
            --state.spurious;
            succeeds = false;
          }
          join(state.clock, atomic_clocks_[i.target]);
          if (succeeds) {
            atomics_[i.target] = i.value;
            join(atomic_clocks_[i.target], state.clock);
          } else if (outcomes == 1) {
            operation.accesses[0].write = false;
          }
          state.reg = succeeds;
          break;
        }
        case Kind::lock:
          available(i.target);
          locks_[i.target].owner = t;
          acquired(i.target);
          break;
        case Kind::lock_shared:
          available(i.target);
          operation.readers = std::uint32_t(locks_[i.target].readers.size());
          operation.hold = 1;
          locks_[i.target].readers.insert(t);
          join(state.clock, lock_clocks_[i.target]);
          break;
        case Kind::try_lock:
          available(i.target);
          if (free_for(i.target, Need::exclusive)) {
            locks_[i.target].owner = t;
            acquired(i.target);
            state.reg = 1;
          } else {
            operation.accesses[0].write = operation.writes == Writes::always;
            state.reg = 0;
          }
          break;
        case Kind::unlock:
          available(i.target);
          if (locks_[i.target].owner == t) {
            released(i.target);
            locks_[i.target].owner = -1;
          } else {
            operation.count = 0;
          }
          break;
        case Kind::unlock_shared:
          available(i.target);
          operation.readers = std::uint32_t(locks_[i.target].readers.size());
          operation.hold = -1;
          if (locks_[i.target].readers.erase(t) > 0)
            join(shared_clocks_[i.target], state.clock);
          else
            operation.count = 0;
          break;
        case Kind::wait:
        case Kind::timed_wait:
          available(i.other);
          if (locks_[i.other].owner != t) {
            operation.count = 0;
            break;
          }
          released(i.other);
          locks_[i.other].owner = -1;
          next = false;
          if (i.kind == Kind::wait && state.spurious > 0 && ask(2) == 1) {
            --state.spurious;
            state.relocking = true;
          } else {
            state.waiting = true;
            queues_[i.target].push_back(t);
          }
          break;
        case Kind::notify: {
          auto& queue = queues_[i.target];
          if (!queue.empty()) {
            const auto pick = queue.begin() + ask(unsigned(queue.size()));
            woken.push_back(*pick);
            queue.erase(pick);
          }
          break;
        }
        case Kind::notify_all:
          woken = queues_[i.target];
          queues_[i.target].clear();
          break;
        case Kind::choose:
          state.reg = int(ask(unsigned(i.value)));
          break;
        case Kind::post:
          operation.available = memory_[1000 + i.target] > 0 ? 3 : 0;
          ++memory_[1000 + i.target];
          join(atomic_clocks_[1000 + i.target], state.clock);
          break;
        case Kind::acquire:
          operation.available = 3;
          --memory_[1000 + i.target];
          join(state.clock, atomic_clocks_[1000 + i.target]);
          break;
        case Kind::try_acquire:
          state.reg = memory_[1000 + i.target] > 0 ? 1 : 0;
          operation.available = state.reg != 0 ? 3 : 0;
          if (state.reg != 0) {
            --memory_[1000 + i.target];
            join(state.clock, atomic_clocks_[1000 + i.target]);
          } else {
            operation.accesses[0].write = false;
          }
          break;
        case Kind::once:
          operation.before = onces_[i.target].done ? 1 : 0;
          join(state.clock, atomic_clocks_[2000 + i.target]);
          if (onces_[i.target].done) {
            operation.accesses[0].write = false;
            state.at += std::size_t(i.other);
          } else {
            onces_[i.target].owner = t;
          }
          break;
        case Kind::once_end:
          operation.available = 0;
          if (onces_[i.target].owner == t) {
            onces_[i.target] = {-1, true};
            join(atomic_clocks_[2000 + i.target], state.clock);
          } else {
            operation.count = 0;
          }
          break;
        default:
          break;
      }
    }
    if (next) ++state.at;
    trace_.push_back({t, operation, outcome, pending_[t]});
    pending_[t].clear();
    ++visible_of_[t];
    scheduler_.performed(operation);
    for (const int other : woken) {
      State& sleeper = threads_[std::size_t(other)];
      sleeper.waiting = false;
      sleeper.relocking = true;
      // A timed wait could end without it: what orders the two is the condition variable both touch.
      if (now(std::size_t(other)).kind == Kind::wait) order(t, other);
    }
  }

  void judge() {
    for (std::size_t b = 0; b < steps_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) {
        const Step& x = steps_[a];
        const Step& y = steps_[b];
        if (x.variable != y.variable || x.thread == y.thread || !(x.writes || y.writes)) continue;
        if (clocks_[b][std::size_t(x.thread)] >= clocks_[a][std::size_t(x.thread)]) continue;
        auto first = std::pair(x.thread, x.instruction);
        auto second = std::pair(y.thread, y.instruction);
        if (second < first) std::swap(first, second);
        result_.races.insert(
            fmt::format("T{}.{} T{}.{}", first.first, first.second, second.first, second.second));
        result_.racy.insert(x.variable);
      }
    std::string& state = result_.final_state;
    for (const auto& [name, value] : memory_)
      if (value != 0) state += fmt::format("v{}={} ", name, value);
    for (const auto& [name, value] : atomics_)
      if (value != 0) state += fmt::format("a{}={} ", name, value);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      state += fmt::format("T{}@{}:{} ", t, threads_[t].at, threads_[t].reg);
      if (threads_[t].alive && !ended(t)) result_.deadlock = true;
    }
    // The class: each event with the numbers of the events of each thread that happen before it.
    std::vector<std::vector<int>> clocks;
    std::map<int, std::vector<int>> last;
    std::map<std::pair<int, int>, std::vector<int>> by_position;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const Visible& event = trace_[i];
      std::vector<int> clock = last[event.thread];
      clock.resize(threads_.size());
      for (std::size_t j = 0; j < i; ++j)
        if (conflict(trace_[j].operation, event.operation)) join(clock, clocks[j]);
      for (const auto& [thread, count] : event.after)
        if (count > 0) join(clock, by_position[{thread, count}]);
      const int position = ++clock[std::size_t(event.thread)];
      by_position[{event.thread, position}] = clock;
      last[event.thread] = clock;
      clocks.push_back(clock);
      lines.push_back(
          fmt::format("T{}.{}:{}<{}>", event.thread, position, event.outcome, fmt::join(clock, ",")));
    }
    std::sort(lines.begin(), lines.end());
    result_.equivalence_class = fmt::format("{}", fmt::join(lines, " "));
  }

  const Program& program_;
  const Visibility& visible_;
  control::Scheduler& scheduler_;
  std::vector<State> threads_;
  std::vector<ThreadView> views_;
  std::map<int, int> memory_;
  std::map<int, int> atomics_;
  std::map<int, std::vector<int>> atomic_clocks_;
  std::map<int, Lock> locks_;
  std::map<int, Once> onces_;
  std::set<int> shared_;  // locks that somebody takes shared
  std::map<int, std::vector<int>> lock_clocks_;
  std::map<int, std::vector<int>> shared_clocks_;  // readers order writers only
  std::map<int, std::vector<int>> queues_;
  std::vector<Step> steps_;
  std::vector<std::vector<int>> clocks_;
  std::vector<Visible> trace_;
  std::map<int, std::vector<std::pair<int, int>>> pending_;
  std::map<int, int> visible_of_;
  bool tried_ = false;  // somebody notices a release without waiting for it
  Execution result_;
};

}  // namespace

Execution run(const Program& program, const Visibility& visible, control::Scheduler& scheduler,
              bool* another) {
  return Machine(program, visible, scheduler).run(another);
}

std::string describe(const Instruction& i) {
  static constexpr std::array kNames = {
      "read",          "write",  "load",       "store",       "add",         "swap",          "exchange",
      "weak_exchange", "lock",   "unlock",     "try_lock",    "lock_shared", "unlock_shared", "wait",
      "timed_wait",    "notify", "notify_all", "skip_unless", "choose",      "post",          "acquire",
      "try_acquire",   "once",   "once_end",   "spawn",       "join",        "await"};
  return fmt::format("{}({},{},{})", kNames[std::size_t(i.kind)], i.target, i.value, i.other);
}

std::string describe(const Program& program) {
  std::string text;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    text += fmt::format("T{}:", t);
    for (const Instruction& each : program.threads[t]) text += " " + describe(each);
    text += "\n";
  }
  return text;
}

Program generate(std::mt19937_64& random, const Shape& shape) {
  const auto below = [&](int n) { return int(random() % std::uint64_t(n)); };
  Program program;
  program.threads.resize(std::size_t(shape.threads));
  for (auto& code : program.threads) {
    const int length = 1 + below(shape.instructions);
    int held = -1;
    bool held_shared = false;
    while (int(code.size()) < length) {
      Instruction i;
      i.value = 1 + below(2);
      switch (shape.exchanges && below(3) != 0 ? 4 : below(12)) {
        case 0:
        case 1:
          if (!shape.plain) continue;
          i.kind = Kind::read;
          i.target = below(2);
          break;
        case 2:
        case 3:
          if (!shape.plain) continue;
          i.kind = Kind::write;
          i.target = below(2);
          break;
        case 4:
        case 5: {
          if (!shape.atomics) continue;
          static constexpr std::array kAtomics = {Kind::load,     Kind::load,          Kind::store,
                                                  Kind::store,    Kind::add,           Kind::swap,
                                                  Kind::exchange, Kind::weak_exchange, Kind::await};
          i.kind = kAtomics[std::size_t(below(int(kAtomics.size())))];
          if (shape.exchanges && below(2) == 0) i.kind = below(2) == 0 ? Kind::exchange : Kind::weak_exchange;
          if (i.kind == Kind::weak_exchange && !shape.outcomes) i.kind = Kind::exchange;
          i.target = below(shape.variables);
          i.value = 1 + below(3);
          i.other = below(4);
          if (i.kind == Kind::await) {
            i.value = below(2);
            i.other = below(2) == 0 ? 0 : 1 + below(2);
          }
          break;
        }
        case 6:
        case 7:
          if (!shape.locks) continue;
          if (held >= 0) {
            i.kind = held_shared ? Kind::unlock_shared : Kind::unlock;
            i.target = held;
            held = -1;
          } else {
            held = i.target = below(2);
            held_shared = below(5) == 0;
            i.kind = held_shared ? Kind::lock_shared : Kind::lock;
          }
          break;
        case 8:
          if (!shape.conditions) continue;
          i.target = 0;
          if (held >= 0 && !held_shared && below(2) == 0) {
            i.kind = shape.outcomes && below(4) == 0 ? Kind::timed_wait : Kind::wait;
            i.other = held;
          } else {
            i.kind = below(3) == 0 ? Kind::notify_all : Kind::notify;
          }
          break;
        case 9:
          i.kind = Kind::skip_unless;
          i.value = below(3);
          i.other = 1 + below(2);
          if (held >= 0) continue;  // locks are given back
          break;
        case 10:
          if (!shape.locks) continue;
          if (below(3) != 0) {
            static constexpr std::array kSemaphores = {Kind::post, Kind::acquire, Kind::try_acquire};
            i.kind = kSemaphores[std::size_t(below(3))];
            i.target = 0;
          } else if (below(3) == 0) {
            code.push_back({Kind::once, 0, 0, 2});
            code.push_back({below(2) == 0 ? Kind::load : Kind::store, 0, 1, 0});
            i = {Kind::once_end, 0, 0, 0};
          } else if (held != 1) {
            // try_lock; on success one instruction and the unlock
            i.kind = Kind::try_lock;
            i.target = 1;
            code.push_back(i);
            code.push_back({Kind::skip_unless, 0, 1, 1});
            i.kind = Kind::unlock;
          } else {
            continue;
          }
          break;
        default:
          if (!shape.outcomes) continue;
          i.kind = Kind::choose;
          i.value = 2;
          break;
      }
      code.push_back(i);
    }
    if (held >= 0 && below(6) != 0)
      code.push_back({held_shared ? Kind::unlock_shared : Kind::unlock, held, 0, 0});
  }
  if (shape.spawns && below(2) == 0) {
    const bool from_one = below(2) == 0;
    for (int t = 1; t < shape.threads; ++t) {
      auto& parent = program.threads[std::size_t(from_one ? 0 : below(t))];
      const int at = below(int(parent.size()) + 1);
      parent.insert(parent.begin() + at, {Kind::spawn, t, 0, 0});
      if (below(2) == 0)
        parent.insert(parent.begin() + at + 1 + below(int(parent.size()) - at), {Kind::join, t, 0, 0});
    }
  }
  return program;
}

Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
        Program smaller = program;
        smaller.threads[t].erase(smaller.threads[t].begin() + std::ptrdiff_t(i));
        if (!fails(smaller)) continue;
        program = smaller;
        again = true;
        --i;
      }
  }
  return program;
}

}  // namespace heddle::small
