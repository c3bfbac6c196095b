// SPDX-License-Identifier: Apache-2.0
#include "linearize/verdict.h"

#include <set>

#include <fmt/format.h>

#include "base/stop.h"
#include "heddle/linearizable/words.h"

namespace heddle::linearize {
namespace {

constexpr std::uint64_t kPatience = 1'000'000;  // steps of a decision that only makes an explanation smaller

struct Asked {  // to make it smaller; past its end all stays as it is
  Kind kind;
  base::Stop stop;
  TypedDecision about(const TypedHistory& history) const { return decide(kind, history, {kPatience, stop}); }
  bool out_of_time() const { return stop && stop(); }
};

bool has_none(const Asked& asked, const TypedHistory& history) {
  if (asked.out_of_time()) return false;
  const TypedDecision decision = asked.about(history);
  return !decision.explained && !decision.given_up;
}

// ---- a small part ----

// What can be left out at once: all calls on one value; -1: it stays.
std::vector<std::int64_t> units_of(Kind kind, const TypedHistory& history) {
  std::vector<std::int64_t> units;
  std::int64_t alone = std::int64_t{1} << 40;
  for (const TypedCall& call : history) {
    switch (call.role) {
      case Role::push:
        units.push_back(call.value);
        break;
      case Role::pop:
        units.push_back(call.end == kNever                   ? -1
                        : call.result == TypedCall::kNothing ? alone++
                                                             : static_cast<std::int64_t>(call.result) - 1);
        break;
      case Role::write:
      case Role::put:
        units.push_back(call.value == TypedCall::kNull ? -1 : static_cast<std::int64_t>(call.value));
        break;
      case Role::read:
      case Role::get:
        units.push_back(call.end == kNever || call.result == TypedCall::kNothing
                            ? alone++
                            : static_cast<std::int64_t>(call.result) - 1);
        break;
      case Role::contains:
        units.push_back(alone++);
        break;
      default:
        units.push_back(-1);
    }
  }
  // A value that is removed from a map by its key alone, or compared, cannot be told from others.
  const bool whole = kind == Kind::map || kind == Kind::register_of;
  if (whole && std::find(units.begin(), units.end(), -1) != units.end())
    for (std::size_t i = 0; i < units.size(); ++i)
      if (history[i].role == Role::write || history[i].role == Role::put) units[i] = -1;
  return units;
}

TypedHistory without(const TypedHistory& history, const std::vector<std::int64_t>& units,
                     const std::set<std::int64_t>& gone) {
  TypedHistory kept;
  for (std::size_t i = 0; i < history.size(); ++i)
    if (!gone.contains(units[i])) kept.push_back(history[i]);
  return kept;
}

TypedHistory with_fewer_values(const Asked& asked, TypedHistory history) {
  for (std::size_t parts = 2;;) {
    const std::vector<std::int64_t> units = units_of(asked.kind, history);
    std::vector<std::int64_t> all(units);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (!all.empty() && all.front() == -1) all.erase(all.begin());
    parts = std::min(parts, all.size());
    if (parts == 0) return history;
    bool smaller = false;
    for (std::size_t part = 0; part < parts && !smaller; ++part) {
      const std::set<std::int64_t> gone(
          all.begin() + static_cast<std::ptrdiff_t>(part * all.size() / parts),
          all.begin() + static_cast<std::ptrdiff_t>((part + 1) * all.size() / parts));
      TypedHistory candidate = without(history, units, gone);
      if (!has_none(asked, candidate)) continue;
      history = std::move(candidate);
      smaller = true;
    }
    if (smaller)
      parts = std::max<std::size_t>(parts - 1, 2);
    else if (parts >= all.size())
      return history;
    else
      parts *= 2;
  }
}

TypedHistory until(const TypedHistory& history, Time time) {
  TypedHistory kept;
  for (const TypedCall& call : history) {
    if (call.begin > time) continue;
    kept.push_back(call);
    if (call.end != kNever && call.end > time) {
      kept.back().end = kNever;
      kept.back().result = kUnknown;
    }
  }
  return kept;
}

TypedHistory cut_early(const Asked& asked, const TypedHistory& history) {
  Time low = 0, high = 0;  // at `high` there is no order
  for (const TypedCall& call : history)
    high = std::max({high, call.begin, call.end == kNever ? 0 : call.end});
  while (low < high) {
    const Time middle = low + (high - low) / 2;
    if (has_none(asked, until(history, middle)))
      high = middle;
    else
      low = middle + 1;
  }
  TypedHistory cut = until(history, high);
  return has_none(asked, cut) ? cut : history;
}

// Did it return, and leave the object as it was? Whatever explains the others with it explains them without it.
bool only_looks(const TypedCall& call) {
  if (call.end == kNever) return false;
  switch (call.role) {
    case Role::contains:
    case Role::read:
    case Role::get:
    case Role::count:
      return true;
    case Role::pop:
    case Role::add:
    case Role::remove:
    case Role::take:
    case Role::put_if_absent:
    case Role::compare_exchange:
    case Role::try_acquire:
      return call.result == TypedCall::kNothing;
    default:
      return false;
  }
}

TypedHistory without(const TypedHistory& history, std::size_t call) {
  TypedHistory kept = history;
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(call));
  return kept;
}

constexpr std::size_t kFew = 200;  // calls, each of which is tried

TypedHistory with_fewer_looks(const Asked& asked, TypedHistory history) {
  if (history.size() > kFew) return history;
  for (std::size_t i = history.size(); i-- > 0;)
    if (only_looks(history[i]) && has_none(asked, without(history, i))) history = without(history, i);
  return history;
}

// A value is left out with all calls on it; what has no value of its own stays, and then nothing is claimed.
bool no_value_can_be_left_out(const Asked& asked, const TypedHistory& history) {
  const Kind kind = asked.kind;
  if (kind == Kind::set || kind == Kind::counter || kind == Kind::lock || history.size() > kFew) return false;
  const std::vector<std::int64_t> units = units_of(asked.kind, history);
  return std::all_of(units.begin(), units.end(), [&](std::int64_t unit) {
    return unit != -1 && asked.about(without(history, units, {unit})).explained;
  });
}

// ---- words ----

class TypedNames : public Names {
 public:
  TypedNames(const RecordedHistory& history, const TypedStates& states)
      : history_(history), states_(states) {}

  std::string call(std::uint32_t operation) const override {
    const TypedCall& call = states_.operation(operation);
    const auto key = [&] { return history_.keys[call.key]; };
    const auto text = [&](std::uint32_t number) {
      return number == TypedCall::kNull ? "null" : history_.values[number];
    };
    const std::string& word = history_.words[call.word];
    switch (call.role) {
      case Role::push:
      case Role::write:
        return fmt::format("{}({})", word, text(call.value));
      case Role::add:
      case Role::contains:
      case Role::remove:
      case Role::get:
      case Role::take:
        return fmt::format("{}({})", word, key());
      case Role::put:
      case Role::put_if_absent:
        return fmt::format("{}({}, {})", word, key(), text(call.value));
      case Role::compare_exchange:
        return fmt::format("{}({}, {})", word, text(call.key), text(call.value));
      case Role::amount: {
        const auto amount = static_cast<std::int32_t>(call.value);
        return fmt::format("{}({})", word, word.starts_with("dec") ? -amount : amount);
      }
      default:
        return word + "()";
    }
  }
  std::string result(std::uint32_t operation, std::uint32_t number) const override {
    switch (states_.operation(operation).role) {
      case Role::pop:
      case Role::get:
      case Role::take:
      case Role::read:
        return number == TypedCall::kNothing ? "nothing" : history_.values[number - 1];
      case Role::fetch_increment:
      case Role::count:
        return std::to_string(static_cast<std::int32_t>(number - TypedCall::kZero));
      case Role::add:
      case Role::contains:
      case Role::remove:
      case Role::put_if_absent:
      case Role::compare_exchange:
      case Role::try_acquire:
        return number == TypedCall::kNothing ? "false" : "true";
      default:
        return "";
    }
  }
  std::string thread(std::uint32_t number) const override { return history_.threads[number]; }

 private:
  const RecordedHistory& history_;
  const TypedStates& states_;
};

class SpokenStates : public Spoken {
 public:
  SpokenStates(const RecordedHistory& history, TypedStates& states) : history_(history), states_(states) {}
  State initial() override { return states_.initial(); }
  States next(State state, std::uint32_t operation, std::uint32_t result) override {
    return states_.next(state, operation, result);
  }
  bool waits(State state, std::uint32_t operation) override { return states_.waits(state, operation); }
  std::uint32_t result(State state, std::uint32_t operation) override {
    return states_.result(state, operation);
  }
  std::string text(State state) override {
    const std::vector<std::uint32_t>& numbers = states_.contents(state);
    switch (history_.kind) {
      case Kind::counter:
        return std::to_string(numbers.empty() ? 0 : static_cast<std::int32_t>(numbers.front()));
      case Kind::lock:
        return numbers.empty() ? "a free lock" : "a held lock";
      default:
        break;
    }
    std::string text = "{";
    for (const std::uint32_t number : numbers) text += (text.size() > 1 ? ", " : "") + held(number);
    return text + "}";
  }

 private:
  std::string held(std::uint32_t number) const {
    if (number == TypedCall::kNull) return "null";
    if (!has_keys(history_.kind)) return history_.values[number];
    const std::string& key = history_.keys[states_.operation(0).key];  // all calls are on that
    return history_.kind == Kind::set ? key : fmt::format("({}, {})", key, history_.values[number]);
  }

  const RecordedHistory& history_;
  TypedStates& states_;
};

finding::History words_for(const RecordedHistory& recorded, const TypedHistory& part, const std::string& name,
                           bool has_time) {
  TypedStates states(recorded.kind, part);
  SpokenStates spoken(recorded, states);
  const TypedNames names(recorded, states);
  finding::History result;
  result.object = name;
  constexpr std::size_t kExplained = 40;  // calls: the decisions it takes grow with their square
  const bool is_short = part.size() <= kExplained && has_time;
  for (const Call& call : states.history()) {
    finding::HistoryCall& each = result.calls.emplace_back();
    each.thread = names.thread(call.thread);
    each.call = names.call(call.operation);
    each.begin = call.begin;
    if (call.end == kNever) continue;
    each.end = call.end;
    each.result = names.result(call.operation, call.result);
  }
  if (!is_short) return result;
  const Account account(states.history(), Keeps::real_time, spoken, names);
  result.core = account.why.core;
  result.order = account.why.furthest;
  result.states = account.states;
  result.why = account.lines;
  return result;
}

TypedHistory smallest_part(const Asked& asked, TypedHistory history) {
  const bool has_values = asked.kind != Kind::counter && asked.kind != Kind::lock;
  if (has_values) history = with_fewer_values(asked, std::move(history));
  history = cut_early(asked, history);
  if (has_values) history = with_fewer_values(asked, std::move(history));
  return with_fewer_looks(asked, std::move(history));
}

}  // namespace

void judge(const RecordedHistory& recorded, const Patience& patience, finding::Report& report) {
  const TypedDecision decision = decide(recorded.kind, recorded.calls, patience);
  const Asked asked{recorded.kind, patience.ends};
  std::uint64_t unknown = 0;
  for (const TypedCall& call : recorded.calls) unknown += call.end == kNever;
  report.statistics.push_back({"calls", std::uint64_t{recorded.calls.size()}});
  report.statistics.push_back({"threads", std::uint64_t{recorded.threads.size()}});
  if (unknown > 0) report.statistics.push_back({"unknown_results", unknown});
  report.statistics.push_back({"decided_by", std::string(decision.by_monitor ? "a monitor" : "search")});
  for (const std::string& doubt : recorded.doubts) report.verdict.doubt(doubt);
  if (decision.given_up && !asked.out_of_time())
    report.verdict.doubt("no order was found in as many steps as --search-steps allows");
  if (decision.explained || decision.given_up) return;
  TypedHistory part;
  for (const std::uint32_t call : decision.part) part.push_back(recorded.calls[call]);
  part = smallest_part(asked, std::move(part));
  std::string name;
  for (const std::string& each : kind_names())
    if (*kind_named(each) == recorded.kind) name = each;
  finding::Finding finding;
  finding.kind = finding::Kind::linearizability;
  finding.message =
      fmt::format("not linearizable as a {}: no order of these calls explains their results", name);
  finding.history = words_for(recorded, part, name, !asked.out_of_time());
  if (part.size() < recorded.calls.size())
    finding.history->found = fmt::format(
        "{} of {} {} no order{}", part.size() == 1 ? "this call" : fmt::format("these {} calls", part.size()),
        recorded.calls.size(), part.size() == 1 ? "has" : "have",
        part.size() > 1 && no_value_can_be_left_out(asked, part)
            ? ", and none of their values can be left out"
            : "");
  report.findings.push_back(std::move(finding));
}

}  // namespace heddle::linearize
