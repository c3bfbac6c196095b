// SPDX-License-Identifier: Apache-2.0
#include "predict/witness.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/check.h"
#include "order/happens_before.h"
#include "predict/race_pairs.h"
#include "predict/schedule.h"

namespace heddle::predict {

namespace {

// How many events of p can be done next to `state`, towards `goal`.
Index reach(const Poset& poset, const State& state, const State& goal, std::size_t p) {
  Index furthest = goal[p];
  for (std::size_t q = 0; q < state.size(); ++q) {
    if (q != p) furthest = std::min(furthest, poset.reverse(q, state[q])[p]);
  }
  return furthest;
}

class Judge final : private GlobalState {
 public:
  Judge(std::span<const event::Event> events, const event::Names& names, bool merged)
      : events_(events), names_(names), is_merged_(merged), threads_(names.threads.size()) {
    for (const event::Event& e : events) threads_[e.thread.index()].seen = true;
    epochs_.resize(threads_.size());
    for (std::size_t t = 0; t < threads_.size(); ++t)
      if (threads_[t].seen) seen_.push_back(t);
  }

  void advance(event::Position position) {
    const event::Event& e = events_[position];
    Thread& thread = threads_[e.thread.index()];
    order_.before(e);
    epochs_[e.thread.index()] = order_.epoch(e.thread);
    order_.after();
    thread.last = position;
    ++thread.done;
    if (e.operation != event::Operation::mark) return;
    const event::Mark& mark = names_.marks[e.mark()];
    if (mark.values.empty()) ++thread.values[mark.label];
    for (const event::MarkValue& value : mark.values) thread.values[value.name] = value.value;
  }

  bool holds(const Claim& claim) {
    if (claim.expression != nullptr && value(*claim.expression) == 0) return false;
    return claim.function == nullptr || claim.function(*this);
  }

 private:
  std::int64_t value(const Expression& e, std::size_t each = 0) {
    using Kind = Expression::Kind;
    switch (e.kind) {
      case Kind::number:
        return e.number;
      case Kind::variable: {
        const Thread& thread = threads_[e.thread.empty() ? each : names_.threads.find(e.thread).index()];
        const auto found = thread.values.find(e.name);
        return found == thread.values.end() ? 0 : found->second;
      }
      case Kind::race:
        return race(e.name) ? 1 : 0;
      case Kind::negate:
        return saturating_subtract(0, value(e.operands[0], each));
      case Kind::logical_not:
        return value(e.operands[0], each) == 0 ? 1 : 0;
      case Kind::both:
        return value(e.operands[0], each) != 0 && value(e.operands[1], each) != 0 ? 1 : 0;
      case Kind::either:
        return value(e.operands[0], each) != 0 || value(e.operands[1], each) != 0 ? 1 : 0;
      default:
        break;
    }
    if (e.kind < Kind::count) return apply(e.kind, value(e.operands[0], each), value(e.operands[1], each));
    std::vector<std::int64_t> all;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (threads_[t].seen) all.push_back(value(e.operands[0], t));
    }
    const auto holding = std::count_if(all.begin(), all.end(), [](std::int64_t v) { return v != 0; });
    switch (e.kind) {
      case Kind::count:
        return holding;
      case Kind::exists:
        return holding > 0 ? 1 : 0;
      case Kind::forall:
        return static_cast<std::size_t>(holding) == all.size() ? 1 : 0;
      case Kind::minimum:
        return all.empty() ? 0 : *std::min_element(all.begin(), all.end());
      case Kind::maximum:
        return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
      default:
        break;
    }
    std::int64_t sum = 0;
    for (std::int64_t v : all) sum = saturating_add(sum, v);
    return sum;
  }

  // The state as a predicate of a library sees it.
  std::size_t threads() const override { return seen_.size(); }
  const char* thread_name(std::size_t thread) const override {
    return names_.threads[event::ThreadId(seen_[thread])].c_str();
  }
  std::int64_t value(std::size_t thread, const char* name) const override {
    const auto& values = threads_[seen_[thread]].values;
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second;
  }
  std::size_t events(std::size_t thread) const override { return threads_[seen_[thread]].done; }

  struct Thread {
    bool seen = false;  // has an event in the trace
    std::size_t done = 0;
    std::map<std::string, std::int64_t> values;
    std::optional<event::Position> last;
  };

  // Two threads stand at conflicting accesses that nothing orders, told by clocks of this very run. What a
  // thread did since its last synchronisation may have been merged with its last access: all of it counts.
  bool race(const std::string& variable) {
    for (std::size_t a = 0; a < threads_.size(); ++a) {
      for (std::size_t b = 0; b < threads_.size(); ++b) {
        if (a == b || !threads_[a].last || !threads_[b].last) continue;
        if (order_.knows(event::ThreadId(a), epochs_[b]) || order_.knows(event::ThreadId(b), epochs_[a]))
          continue;
        for (event::Position first : recent(a)) {
          for (event::Position second : recent(b)) {
            const event::Event& x = events_[first];
            const event::Event& y = events_[second];
            if (event::conflict(x.operation, y.operation) && x.variable().overlaps(y.variable()) &&
                (is_about(names_, x.variable(), variable) || is_about(names_, y.variable(), variable))) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }
  std::vector<event::Position> recent(std::size_t t) const {
    std::vector<event::Position> result;
    for (event::Position position = *threads_[t].last + 1; position-- > 0;) {
      if (events_[position].thread.index() != t) continue;
      const bool access = event::is_access(events_[position].operation);
      if (access) result.push_back(position);
      if (!access || !is_merged_ || order::Flow::orders(events_[position].operation)) break;
    }
    return result;
  }

  std::span<const event::Event> events_;
  const event::Names& names_;
  bool is_merged_;
  std::vector<Thread> threads_;
  order::HappensBefore order_;
  std::vector<order::Epoch> epochs_;
  std::vector<std::size_t> seen_;  // threads with events
};

}  // namespace

std::vector<Stretch> stretches_to(const Poset& poset, const State& goal) {
  State state = poset.bottom();
  std::vector<Stretch> run;
  while (state != goal) {
    std::size_t next = state.size();
    Index gain = 0;
    for (std::size_t p = 0; p < state.size(); ++p) {
      const Index furthest = reach(poset, state, goal, p);
      if (furthest == state[p]) continue;
      if (furthest == goal[p]) {
        next = p;
        break;
      }
      if (furthest - state[p] > gain) {
        gain = furthest - state[p];
        next = p;
      }
    }
    HEDDLE_CHECK(next < state.size(), "a consistent state can be reached");
    const Index furthest = reach(poset, state, goal, next);
    run.push_back({next, state[next], furthest});
    state[next] = furthest;
  }
  return run;
}

std::vector<Turn> run_to(const Computation& computation, const State& goal) {
  std::vector<Turn> run;
  for (const auto [p, from, to] : stretches_to(computation.poset(), goal)) {
    run.push_back({p, computation.steps(p, to) - computation.steps(p, from)});
  }
  return run;
}

std::vector<event::Position> positions_of(const Computation& computation, const std::vector<Turn>& run) {
  std::vector<event::Position> result;
  std::vector<std::size_t> done(computation.poset().processes(), 0);
  for (const Turn& turn : run) {
    for (std::size_t k = 0; k < turn.steps; ++k) {
      result.push_back(computation.positions(turn.process)[done[turn.process]++]);
    }
  }
  return result;
}

base::Result<std::vector<event::Position>> positions_of(const finding::Witness& witness,
                                                        std::span<const event::Event> events,
                                                        const event::Names& names) {
  std::vector<std::uint64_t> start(names.threads.size(), 0), done(names.threads.size(), 0);
  std::vector<std::vector<event::Position>> own(names.threads.size());
  const auto thread_named = [&](const std::string& name) -> base::Result<std::size_t> {
    const event::ThreadId id = names.threads.find(name);
    if (id.exists()) return id.index();
    return base::failure(base::ErrorCode::malformed, fmt::format("the trace has no thread '{}'", name));
  };
  for (const auto& [name, count] : witness.start) {
    const auto thread = thread_named(name);
    if (!thread) return base::failure(thread.error());
    start[*thread] = count;
  }
  std::vector<event::Position> result;
  for (event::Position position = 0; position < events.size(); ++position) {
    const std::size_t thread = events[position].thread.index();
    own[thread].push_back(position);
    if (done[thread] == start[thread]) continue;
    ++done[thread];
    result.push_back(position);
  }
  for (const finding::Slice& slice : witness.run) {
    const auto thread = thread_named(slice.thread);
    if (!thread) return base::failure(thread.error());
    if (slice.steps > own[*thread].size() - done[*thread]) {
      return base::failure(
          base::ErrorCode::malformed,
          fmt::format("the run has more events of {} than the trace: {}", slice.thread, own[*thread].size()));
    }
    for (std::uint64_t k = 0; k < slice.steps; ++k) result.push_back(own[*thread][done[*thread]++]);
  }
  return result;
}

Checked check_run(std::span<const event::Event> events, const event::Names& names,
                  std::span<const event::Position> run, const Claim& claim) {
  const base::Result<Recording> recording = Recording::from(events, names);
  if (!recording) return {.unchecked = base::describe(recording.error())};
  Schedule schedule{.start = State(recording->must().threads(), 0)};
  State done(schedule.start);
  for (event::Position position : run) {
    const std::size_t thread = events[position].thread.index();
    if (recording->position({thread, ++done[thread]}) != position) {
      return {.broken = fmt::format("event {} is out of its thread's order", position)};
    }
    schedule.run.push_back(static_cast<std::uint32_t>(thread));
  }
  const Referee::Judgement judgement = Referee(*recording).judge(schedule);
  Checked result{.broken = judgement.broken, .other_read = judgement.other_read};
  if (!result.broken.empty()) return result;
  Judge judge(events, names, claim.merged);
  std::size_t done_here = 0;
  const auto go_to = [&](std::size_t after) {
    for (; done_here < after && done_here < run.size(); ++done_here) judge.advance(run[done_here]);
  };
  for (const Claim::Point& point : claim.on_the_way) {
    go_to(point.after);
    if (judge.holds({.expression = point.expression}) != point.holds)
      result.broken = fmt::format("after {} events of the run it is not as is claimed", point.after);
  }
  go_to(run.size());
  if (!judge.holds(claim)) result.broken = "the predicate does not hold at the end of the run";
  return result;
}

}  // namespace heddle::predict
