// SPDX-License-Identifier: Apache-2.0
#include "agree/axioms.h"

#include <algorithm>
#include <map>
#include <vector>

namespace heddle::axioms {
namespace {

using weak::Instruction;
using weak::MemoryOrder;

struct Event {
  int thread = 0, place = 0;
  bool read = false, write = false, is_fence = false, half = false;  // half: of a read-modify-write
  std::uint32_t location = 0;
  MemoryOrder order = MemoryOrder::relaxed;
  std::uint64_t value = 0;
  bool locked = false;  // of an instruction that reads and writes, even if it fails
  int from = -1;        // read: index of the write; -1: the initial value
};
struct State {
  std::vector<Event> events;
  std::map<std::uint32_t, std::vector<int>> coherence;  // writes of a location in order
  std::vector<std::size_t> at;                          // next instruction of each thread
  std::vector<std::uint64_t> registers;
};

using Relation = std::vector<std::vector<char>>;
Relation none(std::size_t n) { return Relation(n, std::vector<char>(n, 0)); }
Relation unite(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) a[i][j] |= b[i][j];
  return a;
}
Relation compose(const Relation& a, const Relation& b) {
  Relation c = none(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < a.size(); ++k)
      if (a[i][k])
        for (std::size_t j = 0; j < a.size(); ++j) c[i][j] |= b[k][j];
  return c;
}
Relation closure(Relation a) {
  for (std::size_t k = 0; k < a.size(); ++k)
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i][k])
        for (std::size_t j = 0; j < a.size(); ++j) a[i][j] |= a[k][j];
  return a;
}
Relation reflexive(Relation a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i][i] = 1;
  return a;
}
bool is_irreflexive(const Relation& a) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i][i]) return false;
  return true;
}
template <class Keep>
Relation filter(Relation a, Keep keep) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) a[i][j] = a[i][j] && keep(i, j);
  return a;
}

bool allowed(const State& state, const std::string& model) {
  const std::vector<Event>& events = state.events;
  const std::size_t n = events.size();
  Relation po = none(n), rf = none(n), co = none(n), fr = none(n), rmw = none(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      po[i][j] = events[i].thread == events[j].thread && events[i].place < events[j].place;
      rmw[i][j] = po[i][j] && events[i].place + 1 == events[j].place && events[i].read && events[i].half &&
                  events[j].write;
      rf[i][j] = events[j].read && events[j].from == static_cast<int>(i);
    }
  for (const auto& [location, writes] : state.coherence)
    for (std::size_t a = 0; a < writes.size(); ++a)
      for (std::size_t b = a + 1; b < writes.size(); ++b)
        co[static_cast<std::size_t>(writes[a])][static_cast<std::size_t>(writes[b])] = 1;
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t w = 0; w < n; ++w)
      if (events[r].read && events[w].write && events[r].location == events[w].location)
        fr[r][w] = events[r].from < 0 || co[static_cast<std::size_t>(events[r].from)][w];
  // Atomicity: nothing stands between what a read-modify-write read and what it wrote.
  if (!is_irreflexive(compose(compose(fr, co), [&] {
        Relation back = none(n);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j) back[j][i] = rmw[i][j];
        return back;
      }())))
    return false;
  if (model == "sc") return is_irreflexive(closure(unite(unite(po, rf), unite(co, fr))));

  if (model == "tso") {
    // po but for a buffered store and a later load, with nothing between that empties the buffer.
    const auto drains = [&](std::size_t i) {
      return events[i].locked ||
             (events[i].order == MemoryOrder::seq_cst && (events[i].write || events[i].is_fence));
    };
    const auto is_nothing = [&](std::size_t i) {
      return events[i].is_fence && events[i].order != MemoryOrder::seq_cst;
    };
    const Relation kept = filter(po, [&](std::size_t i, std::size_t j) {
      if (is_nothing(i) || is_nothing(j)) return false;
      if (!events[i].write || !events[j].read || drains(i) || drains(j)) return true;
      for (std::size_t k = 0; k < n; ++k)
        if (po[i][k] && po[k][j] && drains(k)) return true;
      return false;
    });
    const Relation from_others =
        filter(rf, [&](std::size_t i, std::size_t j) { return events[i].thread != events[j].thread; });
    const Relation here = filter(po, [&](std::size_t i, std::size_t j) {
      return !events[i].is_fence && !events[j].is_fence && events[i].location == events[j].location;
    });
    return is_irreflexive(closure(unite(unite(kept, from_others), unite(co, fr)))) &&
           is_irreflexive(closure(unite(unite(here, rf), unite(co, fr))));
  }

  // sw = [rel] ; ([F] ; po)? ; rs ; rf ; (po ; [F])? ; [acq], rs = (rf ; rmw)*
  const auto acquiring = [&](std::size_t i) { return event::acquires(events[i].order); };
  const auto releasing = [&](std::size_t i) { return event::releases(events[i].order); };
  const Relation sequence = reflexive(closure(compose(rf, rmw)));
  const Relation before = filter(reflexive(po), [&](std::size_t i, std::size_t j) {
    return releasing(i) && events[j].write && (i == j || events[i].is_fence);
  });
  const Relation after = filter(reflexive(po), [&](std::size_t i, std::size_t j) {
    return acquiring(j) && events[i].read && (i == j || events[j].is_fence);
  });
  const Relation sw = compose(compose(compose(before, sequence), rf), after);
  const Relation hb = closure(unite(po, sw));
  const Relation eco = closure(unite(rf, unite(co, fr)));
  if (!is_irreflexive(hb) || !is_irreflexive(compose(hb, eco))) return false;
  if (!is_irreflexive(closure(unite(po, rf)))) return false;

  const auto is_sc = [&](std::size_t i) { return events[i].order == MemoryOrder::seq_cst; };
  const auto is_sc_fence = [&](std::size_t i) { return events[i].is_fence && is_sc(i); };
  const auto same = [&](std::size_t i, std::size_t j) {
    return !events[i].is_fence && !events[j].is_fence && events[i].location == events[j].location;
  };
  const Relation elsewhere = filter(po, [&](std::size_t i, std::size_t j) { return !same(i, j); });
  Relation scb = unite(po, compose(compose(elsewhere, hb), elsewhere));
  scb = unite(unite(scb, filter(hb, same)), unite(co, fr));
  const Relation left =
      filter(reflexive(hb), [&](std::size_t i, std::size_t j) { return i == j ? is_sc(i) : is_sc_fence(i); });
  const Relation right =
      filter(reflexive(hb), [&](std::size_t i, std::size_t j) { return i == j ? is_sc(j) : is_sc_fence(j); });
  const Relation fences = filter(unite(hb, compose(compose(hb, eco), hb)), [&](std::size_t i, std::size_t j) {
    return is_sc_fence(i) && is_sc_fence(j);
  });
  return is_irreflexive(closure(unite(compose(compose(left, scb), right), fences)));
}

std::string text(const State& state) {
  std::vector<std::string> lines;
  const auto name = [&](int i) {
    if (i < 0) return std::string("init");
    const Event& e = state.events[static_cast<std::size_t>(i)];
    return fmt::format("{}.{}", e.thread, e.place);
  };
  for (const Event& e : state.events)
    lines.push_back(fmt::format("{:02}.{:02} {}{} v{} {}", e.thread, e.place,
                                e.is_fence ? "F"
                                : e.read   ? "R"
                                           : "W",
                                e.is_fence ? 0 : e.location, e.value, e.read ? name(e.from) : ""));
  std::sort(lines.begin(), lines.end());
  for (const auto& [location, writes] : state.coherence) {
    std::string line = fmt::format("co{}", location);
    for (const int w : writes) line += " " + name(w);
    if (!writes.empty()) lines.push_back(line);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// Every state with one more instruction of the thread done.
std::vector<State> steps(const weak::Program& program, const State& state, std::size_t t) {
  std::vector<State> results;
  const Instruction& i = program[t][state.at[t]];
  const int thread = static_cast<int>(t);
  int place = 0;
  for (const Event& e : state.events) place += e.thread == thread;
  const auto with_write = [&](const State& base, std::uint64_t value, MemoryOrder order, bool half,
                              int after) {
    // after: -2 anywhere, else right behind that write (-1: the initial one)
    const auto found = base.coherence.find(i.location);
    const std::size_t writes = found == base.coherence.end() ? 0 : found->second.size();
    for (std::size_t p = 0; p <= writes; ++p) {
      const int before = p == 0 ? -1 : found->second[p - 1];
      if (after != -2 && before != after) continue;
      State next = base;
      Event w{.thread = thread, .place = place + (half ? 1 : 0), .write = true, .half = half};
      w.location = i.location;
      w.order = order;
      w.locked = half;
      w.value = value;
      next.events.push_back(w);
      auto& order_of = next.coherence[i.location];
      order_of.insert(order_of.begin() + static_cast<std::ptrdiff_t>(p),
                      static_cast<int>(next.events.size()) - 1);
      results.push_back(next);
    }
  };
  State base = state;
  ++base.at[t];
  switch (i.kind) {
    case Instruction::Kind::skip_unless:
      if (state.registers[t] != i.value) base.at[t] = std::min(base.at[t] + i.distance, program[t].size());
      return {base};
    case Instruction::Kind::fence: {
      Event f{.thread = thread, .place = place, .is_fence = true};
      f.order = i.order;
      base.events.push_back(f);
      return {base};
    }
    case Instruction::Kind::store:
      with_write(base, i.value, i.order, false, -2);
      return results;
    case Instruction::Kind::unlock:
      with_write(base, 0, i.order, false, -2);
      return results;
    default:
      break;
  }
  std::vector<int> sources{-1};
  if (const auto found = state.coherence.find(i.location); found != state.coherence.end())
    sources.insert(sources.end(), found->second.begin(), found->second.end());
  for (const int from : sources) {
    const std::uint64_t value = from < 0 ? 0 : state.events[static_cast<std::size_t>(from)].value;
    const bool only_reads = i.kind == Instruction::Kind::load || i.kind == Instruction::Kind::await;
    if (!only_reads && i.modification.waits && !i.modification.succeeds(value)) continue;
    if (i.kind == Instruction::Kind::await && value == i.value) continue;
    const std::uint32_t choices = only_reads ? 1 : std::max(1U, i.modification.choices(value));
    for (std::uint32_t choice = 0; choice < choices; ++choice) {
      const bool modifies = !only_reads && i.modification.writes(value, choice);
      State next = base;
      Event r{.thread = thread, .place = place, .read = true, .half = modifies};
      r.location = i.location;
      r.order = only_reads ? i.order : modifies ? i.modification.success : i.modification.failure;
      r.value = value;
      r.from = from;
      r.locked = !only_reads && i.modification.kind != weak::Modification::Kind::none;
      next.events.push_back(r);
      next.registers[t] = value;
      if (modifies)
        with_write(next, i.modification.written(value, choice), r.order, true, from);
      else
        results.push_back(next);
    }
  }
  return results;
}

// Whoever has not ended waits for the last write of a location to be another.
bool waits_for_ever(const weak::Program& program, const State& state) {
  for (std::size_t t = 0; t < program.size(); ++t) {
    if (state.at[t] == program[t].size()) continue;
    const Instruction& i = program[t][state.at[t]];
    const auto found = state.coherence.find(i.location);
    const bool initial = found == state.coherence.end() || found->second.empty();
    const std::uint64_t last =
        initial ? 0 : state.events[static_cast<std::size_t>(found->second.back())].value;
    const bool waits = (i.modification.waits && !i.modification.succeeds(last)) ||
                       (i.kind == Instruction::Kind::await && last == i.value);
    if (!waits) return false;
  }
  return true;
}

}  // namespace

Executions enumerate(const weak::Program& program, const std::string& model, std::size_t limit) {
  Executions found;
  State start;
  start.at.assign(program.size(), 0);
  start.registers.assign(program.size(), 0);
  std::vector<State> waiting{start};
  std::set<std::string> seen;
  while (!waiting.empty()) {
    const State state = waiting.back();
    waiting.pop_back();
    bool ended = true;
    for (std::size_t t = 0; t < program.size(); ++t) {
      if (state.at[t] == program[t].size()) continue;
      ended = false;
      for (const State& next : steps(program, state, t)) {
        if (!allowed(next, model)) continue;
        std::string key = text(next);
        for (const std::size_t at : next.at) key += fmt::format(" {}", at);
        if (seen.insert(key).second) waiting.push_back(next);
      }
    }
    if (seen.size() > limit) {
      found.too_many = true;
      return found;
    }
    if (ended) found.complete.insert(text(state));
    found.deadlock |= !ended && waits_for_ever(program, state);
  }
  return found;
}

}  // namespace heddle::axioms
