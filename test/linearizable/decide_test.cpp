// SPDX-License-Identifier: Apache-2.0
// The general decision against all orders of the calls, and each monitor against the general decision, on histories made
// up by chance. The oracle shares nothing with what it judges: it puts the calls in every order that keeps what ended
// before what began, and runs containers of the standard library.
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <heddle/linearizable/typed.h>

namespace heddle::linearize {
namespace {

// ---- the oracle ----

struct Plain {  // an object of any kind, as one would write it down first
  std::deque<std::uint32_t> values;
  std::map<std::uint32_t, std::uint32_t> entries;
  long number = 0;
  bool held = false;

  // What the call returns now, or -1 if it cannot happen now; results as in TypedCall, -2 if it returns nothing.
  long act(Kind kind, const TypedCall& call) {
    const auto found = entries.find(has_keys(kind) ? call.key : 0);
    const long seen = found == entries.end() ? 0 : static_cast<long>(found->second) + 1;
    const std::uint32_t key = has_keys(kind) ? call.key : 0;
    switch (call.role) {
      case Role::push:
        values.push_back(call.value);
        return -2;
      case Role::pop: {
        if (values.empty()) return 0;
        const std::uint32_t value = kind == Kind::queue ? values.front() : values.back();
        if (kind == Kind::queue)
          values.pop_front();
        else
          values.pop_back();
        return static_cast<long>(value) + 1;
      }
      case Role::add:
        return entries.emplace(key, 0).second;
      case Role::put_if_absent:
        return entries.emplace(key, call.value).second;
      case Role::contains:
        return seen != 0;
      case Role::remove:
        return static_cast<long>(entries.erase(key));
      case Role::put:
      case Role::write:
        entries[key] = call.value;
        return -2;
      case Role::get:
      case Role::read:
        return seen;
      case Role::take:
        entries.erase(key);
        return seen;
      case Role::compare_exchange:
        if (seen != static_cast<long>(call.key) + 1) return 0;
        entries[key] = call.value;
        return 1;
      case Role::increment:
        ++number;
        return -2;
      case Role::fetch_increment:
        return TypedCall::kZero + number++;
      case Role::amount:
        number += call.value;
        return -2;
      case Role::count:
        return TypedCall::kZero + number;
      case Role::acquire:
        if (held) return -1;
        held = true;
        return -2;
      case Role::try_acquire: {
        const bool was = held;
        held = true;
        return !was;
      }
      case Role::release:
        if (!held) return -1;
        held = false;
        return -2;
    }
    return -1;
  }
};

// Must the first come before the second? Written down once more, from the definitions.
bool comes_before(const TypedHistory& history, std::size_t a, std::size_t b, Keeps keeps) {
  const TypedCall& first = history[a];
  const TypedCall& second = history[b];
  if (first.end == kNever || first.end >= second.begin) return false;
  if (keeps == Keeps::real_time) return true;
  if (keeps == Keeps::program_order) return first.thread == second.thread;
  for (Time moment = first.end; moment < second.begin; ++moment)  // just after it
    if (std::none_of(history.begin(), history.end(),
                     [&](const TypedCall& call) { return call.begin <= moment && moment < call.end; }))
      return true;
  return false;
}

using MustComeBefore = std::function<bool(std::size_t, std::size_t)>;
bool some_order(Kind kind, const TypedHistory& history, std::uint32_t done, const Plain& object,
                const MustComeBefore& before) {
  bool all = true;
  for (std::size_t i = 0; i < history.size(); ++i) all &= (done >> i & 1) != 0 || history[i].end == kNever;
  if (all) return true;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if ((done >> i & 1) != 0) continue;
    bool first = true;
    for (std::size_t j = 0; j < history.size(); ++j) first &= (done >> j & 1) != 0 || !before(j, i);
    if (!first) continue;
    Plain after = object;
    const long result = after.act(kind, history[i]);
    if (result == -1) continue;
    if (result >= 0 && history[i].end != kNever && result != static_cast<long>(history[i].result)) continue;
    if (some_order(kind, history, done | 1U << i, after, before)) return true;
  }
  return false;
}
bool some_order(Kind kind, const TypedHistory& history, std::uint32_t done, const Plain& object,
                Keeps keeps = Keeps::real_time) {
  return some_order(kind, history, done, object,
                    [&](std::size_t a, std::size_t b) { return comes_before(history, a, b, keeps); });
}

// ---- histories by chance ----

struct Chance {
  explicit Chance(unsigned seed) : engine(seed) {}
  unsigned below(unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(engine); }
  std::mt19937 engine;
};

TypedCall random_call(Kind kind, Chance& chance, unsigned& fresh, bool distinct) {
  TypedCall call;
  const auto value = [&] { return distinct ? fresh++ : chance.below(3); };
  switch (kind) {
    case Kind::queue:
    case Kind::stack:
      call.role = chance.below(2) == 0 ? Role::push : Role::pop;
      if (call.role == Role::push) call.value = value();
      break;
    case Kind::set:
      call.role = std::array{Role::add, Role::remove, Role::contains}[chance.below(3)];
      call.key = chance.below(2);
      break;
    case Kind::map:
      call.role =
          std::array{
              Role::put, Role::get, Role::get, Role::remove, Role::take, Role::put_if_absent}[chance.below(
              distinct ? 3 : 6)];
      call.key = chance.below(2);
      if (call.role == Role::put || call.role == Role::put_if_absent) call.value = value();
      break;
    case Kind::register_of:
      call.role = std::array{Role::write, Role::read, Role::read,
                             Role::compare_exchange}[chance.below(distinct ? 3 : 4)];
      call.key = chance.below(3);
      if (call.role != Role::read) call.value = value();
      if (call.role != Role::compare_exchange) call.key = 0;
      break;
    case Kind::counter:
      call.role = std::array{Role::increment, Role::fetch_increment, Role::count,
                             Role::amount}[chance.below(distinct ? 3 : 4)];
      if (call.role == Role::amount) call.value = chance.below(3);
      break;
    case Kind::lock:
      call.role = std::array{Role::acquire, Role::release, Role::try_acquire}[chance.below(3)];
      break;
  }
  return call;
}

// Calls of a few threads. Each takes effect at some moment, on a real object, so most results are right; then some are
// changed, or their times are. A call that cannot happen is left out.
TypedHistory random_history(Kind kind, Chance& chance, unsigned calls, bool distinct, bool pending) {
  const unsigned threads = 1 + chance.below(4);
  std::vector<Time> free_at(threads, 0);
  struct Effect {
    Time at;
    std::uint32_t call;
  };
  TypedHistory history;
  std::vector<Effect> effects;
  unsigned fresh = 0;
  const unsigned spread = 1 + chance.below(12);
  for (unsigned i = 0; i < calls; ++i) {
    TypedCall call = random_call(kind, chance, fresh, distinct);
    call.thread = chance.below(threads);
    call.begin = free_at[call.thread] + chance.below(4);
    call.end = call.begin + chance.below(spread);
    free_at[call.thread] = call.end + 1;
    effects.push_back(
        {call.begin +
             (call.end == call.begin ? 0 : chance.below(static_cast<unsigned>(call.end - call.begin))),
         i});
    history.push_back(call);
  }
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Effect& a, const Effect& b) { return a.at < b.at; });
  Plain object;
  std::vector<bool> happens(calls, true);
  for (const Effect& effect : effects) {
    const long result = object.act(kind, history[effect.call]);
    if (result == -1) happens[effect.call] = false;
    history[effect.call].result = result < 0 ? TypedCall::kNothing : static_cast<std::uint32_t>(result);
  }
  TypedHistory kept;
  for (unsigned i = 0; i < calls; ++i)
    if (happens[i]) kept.push_back(history[i]);
  const unsigned changes = chance.below(3);
  for (unsigned i = 0; i < changes && !kept.empty(); ++i) {
    TypedCall& call = kept[chance.below(static_cast<unsigned>(kept.size()))];
    switch (chance.below(4)) {
      case 0:
        call.result = kept[chance.below(static_cast<unsigned>(kept.size()))].result;
        if (kind == Kind::set || call.role == Role::remove || call.role == Role::put_if_absent ||
            call.role == Role::compare_exchange || call.role == Role::try_acquire)
          call.result = call.result != 0;
        break;
      case 1:
        call.result = call.result == 0 ? 1 : 0;
        break;
      case 2:
        call.end = call.begin;
        break;
      case 3:
        call.begin = call.end;
        break;
    }
    if (kind == Kind::counter && call.result < 2) call.result += TypedCall::kZero;
  }
  if (pending)
    for (TypedCall& call : kept)
      if (chance.below(6) == 0 && std::none_of(kept.begin(), kept.end(), [&](const TypedCall& other) {
            return other.thread == call.thread && other.begin > call.begin;
          }))
        call.end = kNever;
  return kept;
}

std::string words(const TypedHistory& history) {
  std::ostringstream text;
  for (const TypedCall& call : history)
    text << "T" << call.thread << " role " << static_cast<int>(call.role) << " key " << call.key << " value "
         << call.value << " → " << call.result << "  [" << call.begin << ", "
         << (call.end == kNever ? "never" : std::to_string(call.end)) << "]\n";
  return text.str();
}

template <class Differs>
TypedHistory shrink(TypedHistory history, Differs differs) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < history.size(); ++i) {
      TypedHistory smaller = history;
      smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
      if (!differs(smaller)) continue;
      history = smaller;
      again = true;
      break;
    }
  }
  return history;
}

bool general(Kind kind, const TypedHistory& history) {
  TypedStates object(kind, history);
  return Decider().decide(object.history(), Keeps::real_time, object).explained;
}
bool general_by_parts(Kind kind, const TypedHistory& history) {
  for (const auto& part : parts_of(kind, history)) {
    TypedHistory calls;
    for (const std::uint32_t call : part) calls.push_back(history[call]);
    if (!general(kind, calls)) return false;
  }
  return true;
}

constexpr Kind kKinds[] = {Kind::queue,       Kind::stack,   Kind::set, Kind::map,
                           Kind::register_of, Kind::counter, Kind::lock};
constexpr const char* kNames[] = {"queue", "stack", "set", "map", "register", "counter", "lock"};

class Kinds : public testing::TestWithParam<Kind> {};

TEST_P(Kinds, GeneralDecisionIsWhatAllOrdersSay) {
  const Kind kind = GetParam();
  Chance chance(1);
  unsigned explained = 0;
  constexpr unsigned kHistories = 15000;  // of seven kinds: 105,000
  for (unsigned i = 0; i < kHistories; ++i) {
    const TypedHistory history =
        random_history(kind, chance, 2 + chance.below(7), chance.below(2) == 0, chance.below(3) == 0);
    const bool expected = some_order(kind, history, 0, Plain());
    explained += expected;
    if (general_by_parts(kind, history) == expected) continue;
    FAIL() << words(shrink(history,
                           [&](const TypedHistory& each) {
                             return general_by_parts(kind, each) != some_order(kind, each, 0, Plain());
                           }))
           << "all orders say " << expected;
  }
  EXPECT_GT(explained, kHistories / 10);
  EXPECT_LT(explained, kHistories * 9 / 10);
}

// Weaker orders, on histories short enough for all of them.
TEST_P(Kinds, OtherOrdersAreWhatAllOrdersSay) {
  const Kind kind = GetParam();
  Chance chance(3);
  for (const Keeps keeps : {Keeps::program_order, Keeps::quiescence})
    for (unsigned i = 0; i < 1500; ++i) {
      const TypedHistory history =
          random_history(kind, chance, 2 + chance.below(5), chance.below(2) == 0, false);
      const auto differs = [&](const TypedHistory& each) {
        TypedStates object(kind, each);
        // Keys are not decided one by one here: sequential and quiescent consistency do not compose.
        if (has_keys(kind) && parts_of(kind, each).size() > 1) return false;
        return Decider().decide(object.history(), keeps, object).explained !=
               some_order(kind, each, 0, Plain(), keeps);
      };
      ASSERT_FALSE(differs(history)) << static_cast<int>(keeps) << "\n" << words(shrink(history, differs));
    }
}

// What happens before what, by chance: calls of a thread in their order, and whatever a call learns of others.
Before random_before(const TypedHistory& history, Chance& chance) {
  const std::size_t calls = history.size();
  Before before(calls, std::vector<bool>(calls, false));
  for (std::size_t a = 0; a < calls; ++a)
    for (std::size_t b = 0; b < calls; ++b)
      before[a][b] = history[a].end < history[b].begin && history[a].end != kNever &&
                     (history[a].thread == history[b].thread || chance.below(3) == 0);
  for (std::size_t middle = 0; middle < calls; ++middle)
    for (std::size_t a = 0; a < calls; ++a)
      for (std::size_t b = 0; b < calls; ++b)
        if (before[a][middle] && before[middle][b]) before[a][b] = true;
  return before;
}

// Are all calls of a part before all others, with the first in it and the second not?
bool is_parted(const Before& before, std::size_t first, std::size_t second) {
  for (std::uint32_t part = 0; part < 1U << before.size(); ++part) {
    const auto is_in = [&](std::size_t call) { return (part >> call & 1) != 0; };
    bool good = is_in(first) && !is_in(second);
    for (std::size_t a = 0; good && a < before.size(); ++a)
      for (std::size_t b = 0; b < before.size(); ++b) good &= !is_in(a) || is_in(b) || before[a][b];
    if (good) return true;
  }
  return false;
}

TEST_P(Kinds, WhatHappensBeforeIsKept) {
  const Kind kind = GetParam();
  Chance chance(11);
  unsigned explained = 0, drawn = 0;
  constexpr unsigned kHistories = 1000;
  for (const Keeps keeps : {Keeps::real_time, Keeps::program_order, Keeps::quiescence})
    for (unsigned i = 0; i < kHistories; ++i) {
      const TypedHistory history =
          random_history(kind, chance, 2 + chance.below(5), chance.below(2) == 0, false);
      if (has_keys(kind) && parts_of(kind, history).size() > 1) continue;
      const Before before = random_before(history, chance);
      TypedStates object(kind, history);
      Precedence precedence;
      find_precedence(object.history(), before, keeps, precedence);
      const bool decided = Decider().decide(object.history(), precedence, object, {}).explained;
      const bool expected = some_order(kind, history, 0, Plain(), [&](std::size_t a, std::size_t b) {
        return before[a][b] && (keeps == Keeps::program_order ? history[a].thread == history[b].thread
                                : keeps == Keeps::quiescence  ? is_parted(before, a, b)
                                                              : true);
      });
      ASSERT_EQ(decided, expected) << static_cast<int>(keeps) << "\n" << words(history);
      explained += decided;
      History picture = object.history();  // says nothing less
      draw_by(before, picture);
      for (std::size_t a = 0; a < picture.size(); ++a)
        for (std::size_t b = 0; b < picture.size(); ++b) {
          ASSERT_TRUE(!before[a][b] || picture[a].end < picture[b].begin) << words(history);
          drawn += before[a][b];
        }
    }
  EXPECT_GT(explained, kHistories / 10);
  EXPECT_GT(drawn, kHistories);
}

TEST_P(Kinds, MonitorIsWhatTheGeneralDecisionSays) {
  const Kind kind = GetParam();
  if (kind == Kind::lock) GTEST_SKIP() << "has no monitor";
  Chance chance(2);
  unsigned answered = 0, explained = 0;
  const auto by_monitor = [&](const TypedHistory& history) {
    Answer answer = Answer::yes;
    for (const auto& part : parts_of(kind, history)) {
      TypedHistory calls;
      for (const std::uint32_t call : part) calls.push_back(history[call]);
      const Answer each = monitor(kind, calls);
      if (each == Answer::does_not_apply) return each;
      if (each == Answer::no) answer = each;
    }
    return answer;
  };
  while (answered < 100000) {
    const TypedHistory history =
        random_history(kind, chance, 2 + chance.below(14), chance.below(8) != 0, chance.below(4) == 0);
    const Answer answer = by_monitor(history);
    if (answer == Answer::does_not_apply) continue;
    ++answered;
    const bool expected = general_by_parts(kind, history);
    explained += expected;
    if ((answer == Answer::yes) == expected) continue;
    FAIL() << words(shrink(history,
                           [&](const TypedHistory& each) {
                             const Answer now = by_monitor(each);
                             return now != Answer::does_not_apply &&
                                    (now == Answer::yes) != general_by_parts(kind, each);
                           }))
           << "the general decision says " << expected;
  }
  EXPECT_GT(explained, answered / 20);
  EXPECT_LT(explained, answered * 19 / 20);
}

INSTANTIATE_TEST_SUITE_P(All, Kinds, testing::ValuesIn(kKinds),
                         [](const auto& each) { return std::string(kNames[static_cast<int>(each.param)]); });

}  // namespace
}  // namespace heddle::linearize
