// SPDX-License-Identifier: Apache-2.0
#include "stateful/sharing.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::stateful {
namespace {

using program::Effect;
using program::FieldName;
using program::Machine;

constexpr std::size_t kMostAccesses = 24;

bool have_common_lock(const std::vector<Word>& a, const std::vector<Word>& b) {
  return std::any_of(a.begin(), a.end(), [&](Word lock) {
    return std::any_of(b.begin(), b.end(), [&](Word other) {  // two readers of one lock exclude nobody
      return (lock & ~Word{1}) == (other & ~Word{1}) && ((lock & 1) == 0 || (other & 1) == 0);
    });
  });
}

bool in_conflict(event::Operation a, event::Operation b) {
  return (event::writes(a) || event::writes(b)) && !(event::is_atomic(a) && event::is_atomic(b));
}

// "accounts[3].balance" → "accounts[i].balance", and what has the same number.
std::string with_any_index(std::string text, const std::string& number) {
  const std::string bracketed = "[" + number + "]";
  for (std::size_t at = 0; (at = text.find(bracketed, at)) != std::string::npos; ++at)
    text.replace(at, bracketed.size(), "[i]");
  return text;
}

std::string first_index(const std::string& name) {
  const std::size_t open = name.find('[');
  const std::size_t close = name.find(']', open == std::string::npos ? 0 : open);
  return open == std::string::npos || close == std::string::npos ? ""
                                                                 : name.substr(open + 1, close - open - 1);
}

}  // namespace

void Sharing::Variable::note_givers(const std::set<std::string>& now) {
  if (givers.empty())
    common_givers = now;
  else
    std::erase_if(common_givers, [&](const std::string& each) { return !now.contains(each); });
  givers.insert(now.begin(), now.end());
}

Sharing::Variable& Sharing::variable(Machine& machine, Place place) {
  const auto [entry, is_new] = variables_.try_emplace(place);
  if (is_new) {
    machine.name_blocks({});
    entry->second.name = machine.describe(place.first, place.second);
    entry->second.field = machine.field_name(place.first);
    if (const event::Location where = machine.declared_at(place.first); where.line != 0)
      entry->second.declared = event::text(where);
    machine.forget_names();
  }
  return entry->second;
}

void Sharing::note_access(Machine& machine, const Effect& effect, const Alike& alike) {
  constexpr std::uint64_t kWhole = 8;  // more is a copy of something whole
  if (effect.size == 0 || effect.size > kWhole) {
    for (auto& [place, known] : variables_)
      if (place.first < effect.target + effect.size && effect.target < place.first + place.second &&
          place.second <= kWhole) {
        Effect part = effect;
        part.target = place.first;
        part.size = place.second;
        note_access(machine, part, alike);
      }
    return;
  }
  Variable& noted = variable(machine, {effect.target, effect.size});
  const bool writes = event::writes(effect.operation);
  std::vector<Word> held;
  for (const Word lock : machine.held(effect.thread)) {
    if (!program::is_pointer(lock)) continue;  // an atomic block
    if (alike.any() && !alike.is_single(lock) &&
        program::object_of(lock) != program::object_of(effect.target))
      continue;
    held.push_back(lock);
    if (!locks_.contains(lock & ~Word{1})) {
      machine.name_blocks({});
      locks_[lock & ~Word{1}] = {machine.describe(lock & ~Word{1}), machine.field_name(lock & ~Word{1})};
      machine.forget_names();
    }
  }
  const bool protects_all = noted.accesses.empty();
  if (protects_all) {
    noted.only = effect.thread;
    for (const Word lock : held)
      if ((lock & 1) == 0 || !writes) noted.locks.push_back(lock & ~Word{1});
  } else {
    std::erase_if(noted.locks, [&](Word lock) {
      return std::none_of(held.begin(), held.end(),
                          [&](Word mine) { return mine == lock || (!writes && mine == (lock | 1)); });
    });
  }
  noted.several = noted.several || noted.only != effect.thread || !alike.is_single(effect.thread);
  noted.written = noted.written || writes;
  noted.all_atomic = noted.all_atomic && event::is_atomic(effect.operation);
  const bool is_known = std::any_of(noted.accesses.begin(), noted.accesses.end(), [&](const Access& each) {
    return each.thread == effect.thread && each.location == effect.location && each.held == held &&
           each.operation == effect.operation;
  });
  if (!is_known && noted.accesses.size() < kMostAccesses)
    noted.accesses.push_back({effect.thread, effect.location, effect.operation, std::move(held)});
}

void Sharing::note(Machine& machine, ThreadNumber thread, bool alone, const Alike& alike) {
  for (const Effect& effect : std::vector<Effect>(machine.effects())) {
    if (effect.operation == event::Operation::fork && first_start_ == 0) first_start_ = effect.location;
    if (alone || effect.thread != thread || effect.hidden || effect.call || effect.inner ||
        !event::is_access(effect.operation) || effect.operation == event::Operation::free)
      continue;
    note_access(machine, effect, alike);
  }
}

std::string Sharing::lock_name(Word lock) const {
  const auto known = locks_.find(lock & ~Word{1});
  return known == locks_.end() ? "a lock" : known->second.first;
}

finding::Step Sharing::step_of(const Machine& machine, const Variable& variable, const Access& access) const {
  finding::Step step;
  step.thread = machine.thread_name(access.thread);
  step.operation = event::name(access.operation);
  step.target = variable.name;
  step.location = machine.location(access.location);
  step.location.column = 0;
  for (const Word lock : access.held) step.holding.push_back(lock_name(lock));
  return step;
}

// Those of a race that was found rather than any.
std::optional<std::pair<Sharing::Access, Sharing::Access>> Sharing::pair_without_lock(
    const Machine& machine, const Variable& variable, const std::vector<finding::Finding>& findings) const {
  std::optional<std::pair<Access, Access>> any;
  const auto is_at = [&](const Access& access, const finding::Step& step) {
    const event::Location at = machine.location(access.location);
    return at.file == step.location.file && at.line == step.location.line;
  };
  for (const Access& a : variable.accesses)
    for (const Access& b : variable.accesses) {
      if (a.thread == b.thread || !in_conflict(a.operation, b.operation) || have_common_lock(a.held, b.held))
        continue;
      for (const finding::Finding& found : findings)
        if (found.kind == finding::Kind::data_race && found.steps.size() >= 2 && is_at(a, found.steps[0]) &&
            is_at(b, found.steps[1]))
          return std::pair(a, b);
      if (!any) any = std::pair(a, b);
    }
  return any;
}

// What its locks are, if anybody needs any.
finding::Protection Sharing::of_locks(const Variable& variable) const {
  using Rule = finding::Protection::Rule;
  finding::Protection row{.variable = variable.name, .declared = variable.declared};
  const bool can_be_named = !variable.field.path.empty() || !variable.field.type.empty();
  row.rule = Rule::locks;
  std::vector<std::string> words;
  for (const Word lock : variable.locks) {
    row.locks.push_back(lock_name(lock));
    words.push_back(fmt::format("`{}`", row.locks.back()));
    const FieldName& of = locks_.at(lock).second;
    const bool is_beside = !variable.field.type.empty() && of.instance == variable.field.instance;
    if (!can_be_named || (of.path.empty() && !is_beside)) continue;
    const std::string guard = is_beside ? of.field : of.path;
    if (is_beside) words.back() = fmt::format("its `{}`", guard);
    const std::string line = variable.field.type.empty()
                                 ? fmt::format("HEDDLE_PROTECTED_BY({}, {});", variable.field.path, guard)
                                 : fmt::format("HEDDLE_PROTECTED_BY({}, {}, {}{});", variable.field.type,
                                               variable.field.field, is_beside ? "it->" : "", guard);
    row.annotation += (row.annotation.empty() ? "" : "\n") + line;
    const std::string member = variable.field.type.empty() ? variable.name : variable.field.field;
    row.guarded_by =
        fmt::format("{} GUARDED_BY({})", row.guarded_by.empty() ? member : row.guarded_by, guard);
  }
  row.words = fmt::format("protected by {}", fmt::join(words, " and "));
  return row;
}

finding::Protection Sharing::told(const Machine& machine, const Variable& variable,
                                  const std::vector<finding::Finding>& findings) const {
  using Rule = finding::Protection::Rule;
  finding::Protection row{.variable = variable.name, .declared = variable.declared};
  if (!variable.several) {
    row.rule = Rule::thread_local_;
    row.words = fmt::format("used by {} only", machine.thread_name(*variable.only));
    if (!variable.field.path.empty())
      row.annotation = fmt::format("HEDDLE_THREAD_LOCAL({});", variable.field.path);
    return row;
  }
  if (!variable.locks.empty()) return of_locks(variable);
  if (!variable.written) {
    row.rule = Rule::read_only;
    event::Location place = machine.location(first_start_);
    place.column = 0;
    const std::string start = first_start_ == 0 ? "" : fmt::format(" ({})", event::text(place));
    row.words = variable.field.is_global ? fmt::format("read-only after the first thread starts{}", start)
                                         : "read-only after others can reach it";
    return row;
  }
  if (variable.all_atomic) {
    row.rule = Rule::atomic;
    row.words = "atomic";
    return row;
  }
  const auto pair = pair_without_lock(machine, variable, findings);
  const auto is_at = [&](const Access& access, const finding::Step& step) {
    const event::Location at = machine.location(access.location);
    return at.file == step.location.file && at.line == step.location.line;
  };
  const bool races =
      variable.unordered || std::any_of(findings.begin(), findings.end(), [&](const auto& found) {
        return found.kind == finding::Kind::data_race && pair && found.steps.size() >= 2 &&
               is_at(pair->first, found.steps[0]) && is_at(pair->second, found.steps[1]);
      });
  if (!pair) {
    row.rule = Rule::pairwise;
    row.words = "protected by no one lock: each two accesses have one in common";
  } else if (races) {
    row.rule = Rule::shared;
    row.words = "shared: these two accesses have no lock in common";
    row.accesses = {step_of(machine, variable, pair->first), step_of(machine, variable, pair->second)};
  } else {
    row.rule = Rule::handed_over;
    const auto& givers = variable.common_givers.empty() ? variable.givers : variable.common_givers;
    row.words = givers.empty() ? std::string("handed over: no two accesses are unordered")
                               : fmt::format("handed over by {}", fmt::join(givers, ", "));
  }
  return row;
}

// Elements of which the same is true are one row, and so are the fields of all objects of a type.
std::vector<finding::Protection> Sharing::told(const Machine& machine,
                                               const std::vector<finding::Finding>& findings) const {
  std::vector<finding::Protection> rows;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  std::map<std::string, std::set<std::string>> of_fields;  // what annotations say of each
  const auto field_of = [](const Variable& each) { return each.field.type + "::" + each.field.field; };
  for (const auto& [place, variable] : variables_)
    if (!variable.field.type.empty()) of_fields[field_of(variable)].insert(of_locks(variable).annotation);
  for (const auto& [place, variable] : variables_) {
    // The locks of all objects of a type, even of one that only one thread uses.
    const bool agrees = !variable.field.type.empty() && of_fields[field_of(variable)].size() == 1 &&
                        !of_fields[field_of(variable)].begin()->empty();
    finding::Protection row = agrees ? of_locks(variable) : told(machine, variable, findings);
    const std::string index = first_index(row.variable);
    const bool is_field = !variable.field.type.empty();
    const std::string field = field_of(variable);
    if (is_field && !agrees) row.annotation = row.guarded_by = "";
    // What its lock is called differs from object to object, and is the same field.
    const std::string what =
        is_field ? (row.annotation.empty() ? row.words : row.annotation) : with_any_index(row.words, index);
    const auto [at, is_new] =
        known.try_emplace({is_field ? field : with_any_index(row.variable, index), what}, rows.size());
    if (is_new) {
      if (is_field) row.field = field;
      rows.push_back(std::move(row));
      continue;
    }
    finding::Protection& all = rows[at->second];
    if (all.variable == row.variable) continue;
    ++all.count;
    if (is_field) all.variable = field;
    if (is_field) continue;
    all.variable = with_any_index(all.variable, first_index(all.variable));
    all.words = what;
    if (!row.annotation.empty()) all.annotation += "\n" + row.annotation;
    all.guarded_by.clear();  // no declaration names one element
    for (std::string& lock : all.locks) lock = with_any_index(lock, index);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.variable < b.variable; });
  return rows;
}

}  // namespace heddle::stateful
