// SPDX-License-Identifier: Apache-2.0
#include "states/state_diagram.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::states {

using order::exclude;
using order::kNever;
using order::LockInterval;

namespace {
struct GivenUp {};  // too large, or told to stop: leaves saturation; never leaves this file

struct PairHash {
  std::size_t operator()(std::uint64_t key) const { return base::mix(key); }
};
}  // namespace

std::size_t StateDiagram::NodeHash::operator()(Node node) const {
  const std::size_t level = owner->level_[node];
  const std::size_t size = owner->starts_[level].size() - 1;
  return base::hash_bytes({reinterpret_cast<const char*>(owner->children(node)), size * sizeof(Node)}, level);
}
bool StateDiagram::NodeEqual::operator()(Node a, Node b) const {
  if (owner->level_[a] != owner->level_[b]) return false;
  const std::size_t size = owner->starts_[owner->level_[a]].size() - 1;
  return std::equal(owner->children(a), owner->children(a) + size, owner->children(b));
}

struct StateDiagram::Building {
  StateDiagram& diagram;
  std::size_t byte_limit;
  base::StopCheck stop;
  std::size_t step_bytes = 0;
  std::vector<Step> steps;
  std::vector<std::vector<std::uint32_t>> by_top;  // by level: numbers into steps
  tsl::robin_set<Node, NodeHash, NodeEqual> unique;
  tsl::robin_map<std::uint64_t, Node, PairHash> united, fired;

  Building(StateDiagram& d, std::size_t limit, const base::Stop& asked)
      : diagram(d), byte_limit(limit), stop(asked), by_top(d.n_), unique(0, NodeHash{&d}, NodeEqual{&d}) {}

  static std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

  Node node(std::size_t level, const std::vector<Node>& kids) {
    if (std::all_of(kids.begin(), kids.end(), [](Node kid) { return kid == kNone; })) return kNone;
    const auto id = static_cast<Node>(diagram.level_.size());
    diagram.offset_.push_back(diagram.pool_.size());
    diagram.level_.push_back(static_cast<std::uint16_t>(level));
    diagram.pool_.insert(diagram.pool_.end(), kids.begin(), kids.end());
    const auto [found, is_new] = unique.insert(id);
    if (!is_new) {
      diagram.pool_.resize(diagram.offset_.back());
      diagram.offset_.pop_back();
      diagram.level_.pop_back();
      return *found;
    }
    if (id % 1024 == 0) check_bytes();
    return id;
  }

  void check_bytes() const {
    const std::size_t tables =
        (unique.bucket_count() + 2 * (united.bucket_count() + fired.bucket_count())) * 12;
    if (diagram.bytes() + step_bytes + tables > byte_limit) throw GivenUp();
  }

  void add(Step step) {
    step_bytes += sizeof(Step);
    for (const std::vector<bool>& allowed : step.allowed)
      step_bytes += sizeof(std::vector<bool>) + allowed.size() / 8;
    if (stop.reached()) throw GivenUp();
    by_top[step.top].push_back(static_cast<std::uint32_t>(steps.size()));
    steps.push_back(std::move(step));
    check_bytes();
  }

  Node unite(Node a, Node b) {
    if (a == b || b == kNone) return a;
    if (a == kNone) return b;
    if (a > b) std::swap(a, b);
    if (const auto known = united.find(key(a, b)); known != united.end()) return known->second;
    if (stop.reached()) throw GivenUp();
    const std::size_t level = diagram.level_[a];
    std::vector<Node> kids(diagram.starts_[level].size() - 1);
    for (std::size_t k = 0; k < kids.size(); ++k)
      kids[k] = unite(diagram.children(a)[k], diagram.children(b)[k]);
    const Node result = node(level, kids);
    united.emplace(key(a, b), result);
    return result;
  }

  // The fixpoint of the events whose highest level is this one; what is below `kids` is at its fixpoint.
  Node saturate(std::size_t level, std::vector<Node> kids) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t s : by_top[level]) {
        const Step& step = steps[s];
        if (step.own == level) {
          if (kids[step.from] == kNone) continue;
          const Node all = unite(kids[step.from + 1], fire(s, kids[step.from], level));
          if (all != kids[step.from + 1]) kids[step.from + 1] = all, changed = true;
          continue;
        }
        for (std::size_t k = 0; k < kids.size(); ++k) {
          if (kids[k] == kNone || !step.allowed[level][k]) continue;
          const Node all = unite(kids[k], fire(s, kids[k], level));
          if (all != kids[k]) kids[k] = all, changed = true;
        }
      }
    }
    return node(level, kids);
  }

  // What the event makes of the states below `parent_level`, at its fixpoint there.
  Node fire(std::uint32_t s, Node from, std::size_t parent_level) {
    const Step& step = steps[s];
    if (from == kNone || parent_level == 0 || parent_level <= step.bottom) return from;
    if (const auto known = fired.find(key(s, from)); known != fired.end()) return known->second;
    if (stop.reached()) throw GivenUp();
    const std::size_t level = parent_level - 1;
    std::vector<Node> kids(diagram.starts_[level].size() - 1, kNone);
    if (step.own == level) {
      kids[step.from + 1] = fire(s, diagram.children(from)[step.from], level);
    } else {
      for (std::size_t k = 0; k < kids.size(); ++k)
        if (step.allowed[level].empty() || step.allowed[level][k])
          kids[k] = fire(s, diagram.children(from)[k], level);
    }
    const Node result = saturate(level, std::move(kids));
    fired.emplace(key(s, from), result);
    return result;
  }
};

// Level l is thread n - 1 - l, so that a path from the root reads the digits in their order.
StateDiagram::StateDiagram(const Loset& loset) : n_(loset.threads()), offset_(2, 0), level_(2, 0) {
  std::vector<std::vector<bool>> noticed(n_);  // by thread, position: entering it can be noticed
  for (std::size_t t = 0; t < n_; ++t) noticed[t].assign(loset.size(t) + 1, false);
  for (std::size_t t = 0; t < n_; ++t) {
    noticed[t][0] = true;
    for (Index p = 1; p <= loset.size(t); ++p)
      if (loset.clock_number(t, p) != loset.clock_number(t, p - 1)) {
        noticed[t][p] = true;
        for (std::size_t u = 0; u < n_; ++u)
          if (u != t) noticed[u][loset.seen(t, p, u)] = true;
      }
    for (const LockInterval& interval : loset.intervals(t)) {
      noticed[t][interval.acquire] = true;
      if (interval.release != kNever) noticed[t][interval.release] = true;
    }
  }
  for (std::size_t level = 0; level < n_; ++level) {
    const std::size_t t = n_ - 1 - level;
    auto& starts = starts_.emplace_back();
    for (Index p = 0; p <= loset.size(t); ++p)
      if (noticed[t][p]) starts.push_back(p);
    starts.push_back(loset.size(t) + 1);
  }
}

std::optional<StateDiagram> StateDiagram::reachable(const Loset& loset, std::size_t byte_limit,
                                                    const base::Stop& stop) try {
  StateDiagram diagram(loset);
  const std::size_t n = diagram.n_;
  Building building(diagram, byte_limit, stop);
  for (std::size_t level = 0; level < n; ++level) {
    const std::size_t t = n - 1 - level;
    const auto& starts = diagram.starts_[level];
    for (std::uint32_t b = 1; b + 1 < starts.size(); ++b) {
      const Index event = starts[b];
      Step step{.own = level, .from = b - 1, .bottom = level, .top = level, .allowed = {}};
      step.allowed.resize(n);
      const std::uint32_t acquired = loset.acquired_at(t, event);
      for (std::size_t other = 0; other < n; ++other) {
        if (other == level) continue;
        const std::size_t u = n - 1 - other;
        const auto& places = diagram.starts_[other];
        std::vector<bool> allowed(places.size() - 1, true);
        bool any = false;
        for (std::size_t k = 0; k + 1 < places.size(); ++k) {
          bool fine =
              places[k] >= loset.seen(t, event, u) || loset.seen(t, event, u) == loset.seen(t, event - 1, u);
          if (fine && acquired != kNever)
            for (const std::uint32_t held : loset.held(u, places[k]))
              fine = fine && !exclude(loset.intervals(u)[held], loset.intervals(t)[acquired]);
          if (!fine) allowed[k] = false, any = true;
        }
        if (!any) continue;
        step.allowed[other] = std::move(allowed);
        step.bottom = std::min(step.bottom, other);
        step.top = std::max(step.top, other);
      }
      building.add(std::move(step));
    }
  }
  Node root = kEnd;
  for (std::size_t level = 0; level < n; ++level) {
    std::vector<Node> kids(diagram.starts_[level].size() - 1, kNone);
    kids[0] = root;
    root = building.saturate(level, std::move(kids));
  }
  diagram.root_ = root;
  return diagram;
} catch (const GivenUp&) {
  return std::nullopt;
}

std::optional<Count> StateDiagram::count(const base::Stop& stop) const {
  base::StopCheck check(stop);
  std::vector<Count> below(level_.size(), 0);
  std::vector<bool> known(level_.size(), false);
  below[kEnd] = 1;
  known[kNone] = known[kEnd] = true;
  std::vector<Node> stack = {root_};
  while (!stack.empty()) {
    const Node node = stack.back();
    if (check.reached()) return std::nullopt;
    if (known[node]) {
      stack.pop_back();
      continue;
    }
    const auto& starts = starts_[level_[node]];
    const Node* kids = children(node);
    bool ready = true;
    for (std::size_t k = 0; k + 1 < starts.size(); ++k)
      if (!known[kids[k]]) stack.push_back(kids[k]), ready = false;
    if (!ready) continue;
    for (std::size_t k = 0; k + 1 < starts.size(); ++k)
      if (kids[k] != kNone) below[node] += below[kids[k]] * (starts[k + 1] - starts[k]);
    known[node] = true;
    stack.pop_back();
  }
  return below[root_];
}

StateDiagram::Best StateDiagram::best(const Allowed& allowed, const Values& values,
                                      const base::Stop& stop) const {
  base::StopCheck check(stop);
  // The best allowed position of every block.
  struct Choice {
    bool exists = false;
    std::int64_t value = 0;
    Index position = 0;
  };
  std::vector<std::vector<Choice>> blocks(n_);
  for (std::size_t level = 0; level < n_; ++level) {
    const std::size_t t = n_ - 1 - level;
    const bool all = t >= allowed.size() || allowed[t].empty(),
               none = t >= values.size() || values[t].empty();
    for (std::size_t b = 0; b + 1 < starts_[level].size(); ++b) {
      Choice choice;
      for (Index p = starts_[level][b]; p < starts_[level][b + 1]; ++p) {
        if (!all && !allowed[t][p]) continue;
        const std::int64_t value = none ? 0 : values[t][p];
        if (!choice.exists || value > choice.value) choice = {true, value, p};
      }
      blocks[level].push_back(choice);
    }
  }
  struct Known {
    bool known = false, exists = false;
    std::int64_t sum = 0;
    std::size_t block = 0;
  };
  std::vector<Known> best_below(level_.size());
  best_below[kNone] = {true, false, 0, 0};
  best_below[kEnd] = {true, true, 0, 0};
  const auto visit = [&](const auto& self, Node node) -> const Known& {
    if (best_below[node].known) return best_below[node];
    Known known{true, false, 0, 0};
    if (check.reached()) return best_below[node] = known;
    const auto& choices = blocks[level_[node]];
    for (std::size_t b = 0; b < choices.size(); ++b) {
      if (!choices[b].exists) continue;
      const Known& below = self(self, children(node)[b]);
      if (below.exists && (!known.exists || below.sum + choices[b].value > known.sum))
        known = {true, true, below.sum + choices[b].value, b};
    }
    return best_below[node] = known;
  };
  const Known& top = visit(visit, root_);
  if (check.reached()) return {.state = {}, .complete = false};
  if (!top.exists) return {};
  Best best{.state = State(n_), .sum = top.sum};
  Node node = root_;
  for (std::size_t t = 0; t < n_; ++t) {
    const std::size_t level = n_ - 1 - t;
    (*best.state)[t] = blocks[level][best_below[node].block].position;
    node = children(node)[best_below[node].block];
  }
  return best;
}

bool StateDiagram::contains(const State& state) const {
  Node node = root_;
  for (std::size_t t = 0; t < n_ && node != kNone; ++t) {
    const auto& starts = starts_[n_ - 1 - t];
    if (state[t] >= starts.back()) return false;
    const auto block = std::upper_bound(starts.begin(), starts.end(), state[t]) - starts.begin() - 1;
    node = children(node)[block];
  }
  return node != kNone;
}

std::size_t StateDiagram::bytes() const {
  return pool_.capacity() * sizeof(Node) + offset_.capacity() * sizeof(std::size_t) +
         level_.capacity() * sizeof(std::uint16_t);
}

}  // namespace heddle::states
