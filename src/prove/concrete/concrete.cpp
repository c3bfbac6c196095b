// SPDX-License-Identifier: Apache-2.0
#include "prove/concrete/concrete.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "prove/concrete/concrete_step.h"
#include "prove/domain/bytes_map.h"
#include "prove/front/liveness.h"

namespace heddle::prove {
namespace {

using namespace concrete;

// Breadth first, so that the execution that is shown is a shortest one.
class Explorer {
 public:
  Explorer(const Program& program, const Bounds& bounds, bool draws)
      : program_(program),
        bounds_(bounds),
        draws_(draws),
        leaving_(program.nodes()),
        live_(live_locals(program)),
        stepper_(program, bounds, [this](State& state) { add(state); }) {
    for (std::size_t edge = 0; edge < program.edges.size(); ++edge)
      leaving_[static_cast<std::size_t>(program.edges[edge].from)].push_back(static_cast<int>(edge));
  }
  Exploration run();

 private:
  struct Visited {
    int parent;
    int thread;
    int edge;
    int argument;
    std::string function;
    std::string heap;
    std::vector<int> allocated;
  };

  void successors(const State& state, int parent);
  void add(State& state);
  bool waits_for_lock(NodeId node) const;
  void show(const State& state) const;

  const Program& program_;
  const Bounds& bounds_;
  bool draws_;
  std::vector<std::vector<int>> leaving_;
  std::vector<Layout> live_;
  concrete::Stepper stepper_;
  BytesMap<int> ids_;
  std::vector<Visited> visited_;
  std::deque<std::pair<int, State>> open_;
  Visited now_{};
  std::uint64_t emitted_ = 0;
  bool deadlock_ = false;
};

// For tests: the state as each of its threads sees it.
void Explorer::show(const State& state) const {
  const auto seen = [](Address address) {
    if (address <= 0) return address;
    return (address & kWild) != 0 ? kUndefinedAddress : (address & kLost) != 0 ? kFreedAddress : address;
  };
  std::vector<Sight> sights;
  for (const Thread& thread : state.threads) {
    Sight& sight = sights.emplace_back();
    for (Address address : state.shared) sight.shared.push_back(seen(address));
    for (const Cell& at : state.cells) sight.next.push_back(seen(at.next));
    for (const Cell& at : state.cells) {
      sight.keys.push_back(at.data);
      sight.marks.push_back(at.mark);
      sight.holders.push_back(at.holder);
    }
    for (std::size_t lock = 0; lock < state.holders.size(); ++lock)
      if (state.holders[lock] == static_cast<int>(sights.size()) - 1) sight.locks |= 1U << lock;
    sight.argument = thread.input;
    sight.node = thread.node;
    sight.locals = thread.locals;
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function_of(thread, program_).locals[local].kind == LocalKind::pointer)
        sight.locals[local] = seen(thread.locals[local]);
  }
  bounds_.on_sight(sights);
}

void Explorer::add(State& state) {
  ++emitted_;
  const std::string bytes = canonical(state, program_, live_, bounds_.calls >= bounds_.total_calls);
  const auto [entry, is_new] = ids_.try_emplace(bytes, static_cast<int>(visited_.size()));
  if (!is_new) return;
  if (bounds_.on_sight && !is_initialising(state, program_)) show(state);
  Visited visited = now_;
  visited.allocated = std::exchange(state.allocated, {});
  if (draws_) visited.heap = draw(state, program_);
  visited_.push_back(std::move(visited));
  open_.emplace_back(entry->second, std::move(state));
}

void Explorer::successors(const State& state, int parent) {
  const int threads = is_initialising(state, program_) ? 1 : bounds_.threads;
  bool is_blocked = true;  // every call that is under way waits for a lock
  emitted_ = 0;
  int waiting = 0;
  for (int id = 0; id < threads; ++id) {
    const Thread& thread = state.threads[static_cast<std::size_t>(id)];
    if (thread.node == kIdle) {
      if (thread.calls >= bounds_.calls || state.total >= bounds_.total_calls) continue;
      for (std::size_t function = 0; function < program_.functions.size(); ++function) {
        const Function& callee = program_.functions[function];
        if (program_.kind == Kind::set) {
          for (int key = 1; key <= bounds_.keys; ++key) {
            now_ = {parent, thread.id, -1, key, callee.name, {}, {}};
            stepper_.call(state, id, function, key);
          }
          continue;
        }
        const int argument = callee.role == Role::input ? state.inputs + 1 : -1;
        now_ = {parent, thread.id, -1, argument, callee.name, {}, {}};
        stepper_.call(state, id, function);
      }
      emitted_ = 0;
    }
    for (int edge : leaving_[static_cast<std::size_t>(thread.node)]) {
      if (program_.edges[static_cast<std::size_t>(edge)].is_guess && !bounds_.guesses) {
        is_blocked = false;
        continue;
      }
      now_ = {parent, thread.id, edge, -1, {}, {}, {}};
      stepper_.take(state, id, program_.edges[static_cast<std::size_t>(edge)]);
      if (stepper_.trouble()) return;
    }
    if (thread.node == kIdle) continue;
    ++waiting;
    is_blocked &= std::exchange(emitted_, 0) == 0 && waits_for_lock(thread.node);
  }
  deadlock_ = is_blocked && waiting > 0;
  if (!program_.reclaims || !bounds_.explicit_memory) return;
  for (Address address = 1; address <= static_cast<Address>(state.cells.size()); ++address) {
    if (!may_be_reclaimed(state, address)) continue;
    State freed = state;
    free_cell(freed, address, program_, bounds_.tracks_lost);
    now_ = {parent, kScheme, -1, -1, {}, {}, {}};
    add(freed);
  }
}

bool Explorer::waits_for_lock(NodeId node) const {
  const auto& edges = leaving_[static_cast<std::size_t>(node)];
  return std::ranges::any_of(edges, [&](int index) {
    const Edge& edge = program_.edges[static_cast<std::size_t>(index)];
    return std::ranges::any_of(
        edge.ops, [](const Op& op) { return op.action == Action::lock || op.action == Action::lock_cell; });
  });
}

Exploration Explorer::run() {
  State start;
  start.shared.assign(program_.shared.size(), 0);
  start.ages.assign(program_.shared.size(), 0);
  start.holders.assign(program_.locks.size(), -1);
  start.threads.resize(static_cast<std::size_t>(bounds_.threads));
  for (int id = 0; id < bounds_.threads; ++id) start.threads[static_cast<std::size_t>(id)].id = id;
  Stepper::begin(start.threads[0], program_.initial);
  now_ = {-1, 0, -1, -1, "init", {}, {}};
  add(start);
  Exploration result;
  while (!open_.empty()) {
    auto [id, state] = std::move(open_.front());
    open_.pop_front();
    successors(state, id);
    if (const auto& trouble = stepper_.trouble(); trouble || deadlock_) {
      Violation violation;
      std::vector<Visited> path;
      if (trouble) {
        violation = {trouble->kind, trouble->message, trouble->line, {}};
        path.push_back(now_);
        path.back().heap = draw(state, program_);
      } else {
        violation.kind = finding::Kind::deadlock;
        violation.message = "every thread waits for a lock that another one holds";
      }
      for (int at = id; at >= 0; at = visited_[static_cast<std::size_t>(at)].parent)
        path.push_back(visited_[static_cast<std::size_t>(at)]);
      std::ranges::reverse(path);
      for (const Visited& visited : path)
        violation.steps.push_back({visited.thread, visited.edge, visited.function, visited.argument,
                                   visited.heap, visited.allocated});
      result.violation = std::move(violation);
      break;
    }
    const bool is_stopped = visited_.size() % 256 == 0 && bounds_.stopped && bounds_.stopped();
    if (visited_.size() > bounds_.max_states || is_stopped) break;
  }
  result.states = visited_.size();
  result.is_complete = open_.empty() || result.violation.has_value();
  return result;
}

}  // namespace

// Drawing every heap would cost more than the search: the heaps are drawn in a second run, if there is
// anything to show.
Exploration explore(const Program& program, const Bounds& bounds) {
  Exploration found = Explorer(program, bounds, false).run();
  if (!found.violation || !bounds.draws) return found;
  Bounds again = bounds;
  again.on_sight = nullptr;
  again.stopped = nullptr;
  again.max_states = found.states + 1;
  return Explorer(program, again, true).run();
}

}  // namespace heddle::prove
