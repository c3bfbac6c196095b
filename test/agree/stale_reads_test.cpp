// SPDX-License-Identifier: Apache-2.0
// Whether weak atomics show more than sequential consistency does, as the machine says (stateful/stale_reads.h), against all
// execution graphs of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: "Repairing Sequential Consistency in C/C++11", PLDI 2017,
// with C++20's release sequences): every choice of which write a read sees and how the writes of a variable are ordered.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random/builder.h"
#include "stateful/machine_search.h"

namespace heddle {
namespace {

using event::MemoryOrder;

struct Step {
  enum class Kind : std::uint8_t { load, store, exchange, fence, lock, unlock };
  Kind kind = Kind::load;
  unsigned variable = 0;
  MemoryOrder order = MemoryOrder::seq_cst;
};
using Litmus = std::vector<std::vector<Step>>;

constexpr unsigned kVariables = 3;

Litmus random_litmus(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  static const std::vector<std::vector<unsigned>> kShapes = {{2, 2},    {3, 2},    {3, 3},
                                                             {2, 2, 2}, {1, 2, 2}, {1, 1, 2, 2}};
  const unsigned variables = below(8) == 0 ? 1 : 2 + below(kVariables - 1);
  const unsigned strong = below(3) == 0 ? below(5) : 0;  // of four are seq_cst
  const bool fences = below(3) == 0;
  const bool locks = below(3) == 0;
  Litmus made;
  for (const unsigned size : kShapes[below(static_cast<unsigned>(kShapes.size()))]) {
    std::vector<Step> thread;
    for (unsigned i = 0; i < size; ++i) {
      Step step;
      unsigned kind = below(fences ? 12 : 9);
      if (below(2) == 0) kind = i == 0 ? 4 : i + 1 == size ? 0 : kind;  // what may pass each other
      step.kind = kind < 4   ? Step::Kind::load
                  : kind < 8 ? Step::Kind::store
                  : kind < 9 ? Step::Kind::exchange
                             : Step::Kind::fence;
      step.variable = below(variables);
      static constexpr std::array kLoads = {MemoryOrder::relaxed, MemoryOrder::acquire};
      static constexpr std::array kStores = {MemoryOrder::relaxed, MemoryOrder::release};
      static constexpr std::array kBoth = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                                           MemoryOrder::acq_rel};
      step.order = step.kind == Step::Kind::load    ? kLoads[below(2)]
                   : step.kind == Step::Kind::store ? kStores[below(2)]
                   : step.kind == Step::Kind::fence ? kBoth[1 + below(3)]
                                                    : kBoth[below(4)];
      if (below(4) < strong || (step.kind == Step::Kind::fence && below(2) == 0))
        step.order = MemoryOrder::seq_cst;
      thread.push_back(step);
    }
    if (locks && below(2) == 0) {
      const unsigned from = below(size);
      const unsigned to = from + 1 + below(size - from);
      thread.insert(thread.begin() + to, {.kind = Step::Kind::unlock});
      thread.insert(thread.begin() + from, {.kind = Step::Kind::lock});
    }
    made.push_back(thread);
  }
  return made;
}

std::string text(const Litmus& litmus) {
  static constexpr std::array kNames = {"load", "store", "exchange", "fence", "lock", "unlock"};
  std::string said;
  for (const auto& thread : litmus) {
    for (const Step& step : thread)
      said += fmt::format("{} {} {}; ", kNames[static_cast<std::size_t>(step.kind)], "xyz"[step.variable],
                          event::name(step.order));
    said += "\n";
  }
  return said;
}

program::Program built(const Litmus& litmus) {
  program::Builder b;
  std::vector<std::size_t> functions;
  for (std::size_t t = 0; t < litmus.size(); ++t) functions.push_back(b.function(fmt::format("thread{}", t)));
  const std::size_t main = b.function("main");
  std::vector<std::size_t> variables;
  for (unsigned v = 0; v < kVariables; ++v) variables.push_back(b.global(std::string(1, "xyz"[v]), 4));
  const std::size_t lock = b.global("m", 40);
  std::uint32_t line = 0;
  for (std::size_t t = 0; t < litmus.size(); ++t) {
    b.into(functions[t]);
    for (const Step& step : litmus[t]) {
      b.line(++line);
      const auto order = static_cast<std::uint8_t>(1 + static_cast<int>(step.order));
      const program::Operand at = b.global_address(variables[step.variable]);
      switch (step.kind) {
        case Step::Kind::load:
          b.load(at, 4, order);
          break;
        case Step::Kind::store:
          b.store(b.constant(line), at, 4, order);
          break;
        case Step::Kind::exchange:
          b.emit({.opcode = program::Opcode::rmw,
                  .width = 4,
                  .aux = order,
                  .dst = b.fresh(),
                  .a = at,
                  .b = b.constant(line)});
          break;
        case Step::Kind::fence:
          b.emit({.opcode = program::Opcode::fence, .aux = order});
          break;
        case Step::Kind::lock:
          b.call(sync::Call::mutex_lock, {b.global_address(lock)});
          break;
        case Step::Kind::unlock:
          b.call(sync::Call::mutex_unlock, {b.global_address(lock)});
          break;
      }
    }
    b.ret();
  }
  b.into(main);
  std::vector<program::Operand> ids;
  for (const std::size_t function : functions)
    ids.push_back(b.call(sync::Call::thread_create,
                         {b.function_address(function), b.constant(0), b.constant(0)}, 2)[1]);
  for (const program::Operand id : ids) b.call(sync::Call::thread_join, {id});
  b.ret();
  return b.finish(main);
}

// A relation of a few events: for each the set of those that come after it.
using Set = std::uint32_t;
struct Relation : std::vector<Set> {
  using std::vector<Set>::vector;
  bool has(std::size_t a, std::size_t b) const { return ((*this)[a] >> b & 1) != 0; }
  void add(std::size_t a, std::size_t b) { (*this)[a] |= Set{1} << b; }
  Relation operator|(const Relation& other) const {
    Relation both = *this;
    for (std::size_t i = 0; i < size(); ++i) both[i] |= other[i];
    return both;
  }
  Relation then(const Relation& next) const {
    Relation made(size());
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size(); ++j)
        if (has(i, j)) made[i] |= next[j];
    return made;
  }
  Relation closed() const {
    Relation made = *this;
    for (std::size_t k = 0; k < size(); ++k)
      for (std::size_t i = 0; i < size(); ++i)
        if (made.has(i, k)) made[i] |= made[k];
    return made;
  }
  bool is_acyclic() const {
    const Relation all = closed();
    for (std::size_t i = 0; i < size(); ++i)
      if (all.has(i, i)) return false;
    return true;
  }
};

class Graphs {
 public:
  explicit Graphs(const Litmus& litmus) {
    for (unsigned v = 0; v < kVariables; ++v)
      events_.push_back({{Step::Kind::store, v, MemoryOrder::relaxed}, kFirst});
    for (std::size_t t = 0; t < litmus.size(); ++t)
      for (const Step& step : litmus[t]) events_.push_back({step, t});
    before_ = Relation(events_.size());
    for (std::size_t a = 0; a < events_.size(); ++a)
      for (std::size_t b = a + 1; b < events_.size(); ++b)
        if (events_[a].thread == events_[b].thread ? events_[a].thread != kFirst
                                                   : events_[a].thread == kFirst)
          before_.add(a, b);
    for (std::size_t e = 0; e < events_.size(); ++e) {
      const Step& step = events_[e].step;
      if (writes(e)) writes_[step.variable].push_back(e);
      if (reads(e)) reads_.push_back(e);
      if (step.kind == Step::Kind::lock) locks_.push_back(e);
    }
  }
  // Whether a consistent one is not sequentially consistent.
  bool leave() {
    from_.assign(events_.size(), 0);
    return order_writes(0);
  }

 private:
  static constexpr std::size_t kFirst = ~std::size_t{0};
  struct Placed {
    Step step;
    std::size_t thread;
  };
  bool writes(std::size_t e) const {
    return events_[e].step.kind == Step::Kind::store || events_[e].step.kind == Step::Kind::exchange;
  }
  bool reads(std::size_t e) const {
    return events_[e].step.kind == Step::Kind::load || events_[e].step.kind == Step::Kind::exchange;
  }
  bool is_fence(std::size_t e) const { return events_[e].step.kind == Step::Kind::fence; }
  bool is_memory(std::size_t e) const { return writes(e) || reads(e); }
  bool same_variable(std::size_t a, std::size_t b) const {
    return is_memory(a) && is_memory(b) && events_[a].step.variable == events_[b].step.variable;
  }
  bool is_strong(std::size_t e) const {
    return (is_memory(e) || is_fence(e)) && events_[e].step.order == MemoryOrder::seq_cst &&
           events_[e].thread != kFirst;
  }

  bool order_writes(unsigned variable) {
    if (variable == kVariables) {
      std::sort(locks_.begin(), locks_.end());
      do {
        if (read_from(0)) return true;
      } while (std::next_permutation(locks_.begin(), locks_.end()));
      return false;
    }
    std::vector<std::size_t>& all = writes_[variable];
    std::sort(all.begin(), all.end());
    do {  // the first one stays
      if (order_writes(variable + 1)) return true;
    } while (std::next_permutation(all.begin() + 1, all.end()));
    return false;
  }
  bool read_from(std::size_t which) {
    if (which == reads_.size()) return is_consistent_and_leaves();
    for (const std::size_t write : writes_[events_[reads_[which]].step.variable]) {
      if (write == reads_[which]) continue;
      from_[reads_[which]] = write;
      if (read_from(which + 1)) return true;
    }
    return false;
  }
  bool is_consistent_and_leaves() const {
    const std::size_t n = events_.size();
    Relation rf(n), mo(n), fr(n), sw(n), order(n);
    for (const auto& all : writes_)
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) mo.add(all[i], all[j]);
    for (const std::size_t read : reads_) {
      rf.add(from_[read], read);
      const auto& all = writes_[events_[read].step.variable];
      const auto source = std::find(all.begin(), all.end(), from_[read]);
      if (writes(read) && (source + 1 == all.end() || *(source + 1) != read))
        return false;  // not in one step
      for (auto later = source + 1; later != all.end(); ++later)
        if (*later != read) fr.add(read, *later);
    }
    for (std::size_t i = 0; i < locks_.size(); ++i)
      for (std::size_t j = i + 1; j < locks_.size(); ++j) {
        std::size_t unlock = locks_[i];
        while (events_[unlock].step.kind != Step::Kind::unlock) ++unlock;
        order.add(unlock, locks_[j]);
      }
    if (!(before_ | rf | order).is_acyclic()) return false;
    for (const std::size_t read : reads_) {
      // The release sequence that this read sees: back through read-modify-writes.
      for (std::size_t head = from_[read];; head = from_[head]) {
        for (std::size_t r = 0; r < n; ++r)
          for (std::size_t a = 0; a < n; ++a) {
            const bool released =
                r == head ? event::releases(events_[r].step.order) && events_[r].thread != kFirst
                          : is_fence(r) && event::releases(events_[r].step.order) && before_.has(r, head);
            const bool acquired =
                a == read ? event::acquires(events_[a].step.order)
                          : is_fence(a) && event::acquires(events_[a].step.order) && before_.has(read, a);
            if (released && acquired && r != a) sw.add(r, a);
          }
        if (!reads(head)) break;
      }
    }
    const Relation hb = (before_ | sw | order).closed();
    const Relation eco = (rf | mo | fr).closed();
    for (std::size_t i = 0; i < n; ++i) {
      if (hb.has(i, i)) return false;
      for (std::size_t j = 0; j < n; ++j)
        if (hb.has(i, j) && eco.has(j, i)) return false;
    }
    Relation apart(n), local(n);  // of different variables; happens-before of the same
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (before_.has(i, j) && !same_variable(i, j)) apart.add(i, j);
        if (hb.has(i, j) && same_variable(i, j)) local.add(i, j);
      }
    const Relation scb = before_ | apart.then(hb).then(apart) | local | mo | fr;
    const Relation far = hb.then(eco).then(hb) | hb;
    Relation psc(n);
    const auto begins = [&](std::size_t strong, std::size_t at) {
      return is_strong(strong) && (strong == at || (is_fence(strong) && hb.has(strong, at)));
    };
    const auto ends = [&](std::size_t at, std::size_t strong) {
      return is_strong(strong) && (strong == at || (is_fence(strong) && hb.has(at, strong)));
    };
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) {
        if (is_strong(a) && is_strong(b) && is_fence(a) && is_fence(b) && far.has(a, b)) psc.add(a, b);
        for (std::size_t i = 0; i < n && is_strong(a) && is_strong(b); ++i)
          for (std::size_t j = 0; j < n; ++j)
            if (begins(a, i) && scb.has(i, j) && ends(j, b)) psc.add(a, b);
      }
    if (!psc.is_acyclic()) return false;
    return !(before_ | rf | mo | fr | order).is_acyclic();
  }

  std::vector<Placed> events_;
  Relation before_;
  std::array<std::vector<std::size_t>, kVariables> writes_;
  std::vector<std::size_t> reads_, locks_, from_;
};

bool machine_is_sure(const program::Program& program, stateful::Reduction reduction) {
  stateful::MachineSearchOptions options;
  options.reduction = reduction;
  return stateful::search_machine(program, options).verdict.reasons().empty();
}

TEST(StaleReads, SureOnlyWhereEveryExecutionIsSequentiallyConsistent) {
  const char* asked = std::getenv("HEDDLE_RANDOM_PROGRAMS");
  const std::uint64_t count = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1500;
  std::uint64_t sure = 0, unsure = 0, needlessly = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const Litmus litmus = random_litmus(seed);
    const bool leaves = Graphs(litmus).leave();
    const program::Program program = built(litmus);
    const bool plainly = machine_is_sure(program, stateful::Reduction::none);
    EXPECT_FALSE(plainly && leaves) << "seed " << seed << "\n" << text(litmus);
    for (const auto reduction : {stateful::Reduction::left_movers, stateful::Reduction::transactions,
                                 stateful::Reduction::goldilocks})
      EXPECT_EQ(machine_is_sure(program, reduction), plainly) << "seed " << seed << "\n" << text(litmus);
    sure += plainly ? 1 : 0;
    unsure += plainly ? 0 : 1;
    needlessly += !plainly && !leaves ? 1 : 0;
    if (HasFailure()) break;
  }
  // It must mean something: sure of most that are, and there are enough of both.
  EXPECT_GT(sure, count / 5);
  EXPECT_GT(unsure, count / 15);
  EXPECT_LT(needlessly, count / 50) << sure << " sure, " << unsure << " not, " << needlessly
                                    << " of these needlessly";
  fmt::print("{} sure, {} not, {} of these needlessly\n", sure, unsure, needlessly);
}

}  // namespace
}  // namespace heddle
