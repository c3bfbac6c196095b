// SPDX-License-Identifier: Apache-2.0
// What locks force (states/normal_form.h), of whole recordings and of recordings that grow, against the definition: orders
// are added one by one, each time with all that follows, until no two sections force another one.
#include "states/normal_form.h"

#include <gtest/gtest.h>

#include "order/loset_trace.h"
#include "random/execution.h"

namespace heddle {
namespace {

using event::Event;
using event::Operation;
using order::Index;
using order::Loset;
using order::State;

class ByDefinition {
 public:
  explicit ByDefinition(const Loset& loset) : loset_(loset), first_(1, 0) {
    for (std::size_t t = 0; t < loset.threads(); ++t) first_.push_back(first_.back() + loset.size(t));
    before_.assign(first_.back(), std::vector<bool>(first_.back()));
    for (std::size_t t = 0; t < loset.threads(); ++t)
      for (Index i = 1; i <= loset.size(t); ++i)
        for (std::size_t u = 0; u < loset.threads(); ++u)
          for (Index k = 1; k <= loset.seen(t, i, u); ++k) before_[number(u, k)][number(t, i)] = true;
  }

  // Dynamic: what has ended comes before what is left open.
  void force(bool dynamic) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t t = 0; t < loset_.threads(); ++t)
        for (std::size_t u = 0; u < loset_.threads(); ++u)
          for (const auto& mine : loset_.intervals(t))
            for (const auto& other : loset_.intervals(u))
              if (t != u && order::exclude(mine, other) && forces(t, mine, u, other, dynamic))
                changed = add(number(t, mine.release), number(u, other.acquire)) || changed;
    }
  }
  Index seen(std::size_t thread, Index index, std::size_t other) const {
    Index last = 0;
    for (Index k = 1; k <= loset_.size(other); ++k)
      if (before_[number(other, k)][number(thread, index)]) last = k;
    return last;
  }

 private:
  std::size_t number(std::size_t t, Index index) const { return first_[t] + index - 1; }
  // The first section has to end before the second begins.
  bool forces(std::size_t t, const order::LockInterval& first, std::size_t u,
              const order::LockInterval& second, bool dynamic) const {
    if (first.release == order::kNever) return false;
    if (second.release == order::kNever) return dynamic;
    return before_[number(t, first.acquire)][number(u, second.release)];
  }
  bool add(std::size_t a, std::size_t b) {
    if (before_[a][b]) return false;
    for (std::size_t x = 0; x < before_.size(); ++x)
      for (std::size_t y = 0; y < before_.size(); ++y)
        if ((x == a || before_[x][a]) && (y == b || before_[b][y])) before_[x][y] = true;
    return true;
  }

  const Loset& loset_;
  std::vector<std::size_t> first_;
  std::vector<std::vector<bool>> before_;
};

std::string difference(const Loset& loset, const states::NormalForm& form, const ByDefinition& expected) {
  for (std::size_t t = 0; t < loset.threads(); ++t)
    for (Index i = 1; i <= loset.size(t); ++i)
      for (std::size_t u = 0; u < loset.threads(); ++u)
        if (form.seen(t, i, u) != expected.seen(t, i, u))
          return "another order before event " + std::to_string(i) + " of thread " + std::to_string(t);
  return "";
}

struct Compared {
  std::string wrong;
  std::size_t orders = 0;
};
// The execution in so many parts, each with the ones before.
Compared compare(const std::vector<Event>& events, std::size_t part) {
  Compared compared;
  states::NormalForm grown;
  for (std::size_t end = std::min(part, events.size()); compared.wrong.empty();
       end = std::min(end + part, events.size())) {
    const auto recorded = order::loset_of(std::span(events).first(end));
    if (!recorded) return {base::describe(recorded.error())};
    const Loset& loset = recorded->loset;
    ByDefinition expected(loset);
    expected.force(false);
    if (!grown.grow(loset)) compared.wrong = "a cycle";
    if (compared.wrong.empty()) compared.wrong = difference(loset, grown, expected);
    if (end < events.size()) continue;
    compared.orders = grown.added().size();
    states::NormalForm whole(loset);
    ByDefinition whole_expected(loset);
    whole_expected.force(true);
    if (!whole.compute(loset.initial(), loset.final())) compared.wrong = "a cycle in the whole";
    if (compared.wrong.empty()) compared.wrong = difference(loset, whole, whole_expected);
    break;
  }
  return compared;
}

TEST(NormalForm, GrowsToWhatTheDefinitionSays) {
  std::mt19937_64 random(20);
  std::size_t orders = 0;
  for (int i = 0; i < 8000; ++i) {
    random::Shape shape = random() % 4 == 0 ? random::random_shape(random) : random::Shape();
    shape.threads = 2 + random() % 4;
    shape.events = 8 + random() % 30;
    shape.locks = 1 + random() % 4;
    if (shape.weights.empty())
      shape.weights = {{Operation::acquire, 8},        {Operation::release, 6},
                       {Operation::acquire_shared, 1}, {Operation::release_shared, 1},
                       {Operation::send, 4},           {Operation::receive, 4},
                       {Operation::fork, 1},           {Operation::wait, 1},
                       {Operation::wake, 1},           {Operation::notify, 1}};
    const random::Execution execution = random::random_execution(shape, random);
    const std::size_t part = 1 + random() % 9;
    const Compared compared = compare(execution.events, part);
    orders += compared.orders;
    if (compared.wrong.empty()) continue;
    const auto small = random::shrink(execution.events, [&](const std::vector<Event>& events) {
      return compare(events, part).wrong == compared.wrong;
    });
    FAIL() << compared.wrong << ", in parts of " << part << "\n" << random::text(execution.names, small);
  }
  EXPECT_GT(orders, 1000U);
}

}  // namespace
}  // namespace heddle
