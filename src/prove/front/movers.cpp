// SPDX-License-Identifier: Apache-2.0
#include "prove/front/movers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "prove/front/facts_at_nodes.h"
#include "prove/front/liveness.h"

namespace heddle::prove {
namespace {

using Owned = std::set<Variable>;  // locals that certainly hold a cell nobody else knows

// What is certainly owned after the operation.
void transfer(const Op& op, const Program& program, Owned& owned) {
  const auto publish = [&](Variable variable) {
    if (owned.contains(variable)) owned.clear();  // and all it may lead to
  };
  switch (op.action) {
    case Action::allocate:
      owned.insert(op.a);
      break;
    case Action::assign:
      if (!program.is_local(op.a))
        publish(op.b);
      else if (owned.contains(op.b))
        owned.insert(op.a);
      else
        owned.erase(op.a);
      break;
    case Action::load_next:
      owned.erase(op.a);
      break;
    case Action::store_next:
      publish(op.b);
      break;
    case Action::release:
    case Action::retire:
      owned.clear();
      break;
    default:
      break;
  }
}

bool is_private(const Op& op, const Program& program, const Owned& owned) {
  switch (op.action) {
    case Action::assign:
      return program.is_local(op.a) && (op.b == kNull || program.is_local(op.b));
    case Action::assume_equal:
    case Action::assume_different:
      return (op.a == kNull || program.is_local(op.a)) && (op.b == kNull || program.is_local(op.b));
    case Action::load_next:
    case Action::load_data:
      return owned.contains(op.b);
    case Action::store_next:
    case Action::store_data:
    case Action::touch:
    case Action::assume_mark:
    case Action::store_mark:
    case Action::make_lock:
      return owned.contains(op.a);
    case Action::allocate:
    case Action::copy_data:
    case Action::copy_age:
    case Action::set_flag:
    case Action::copy_flag:
    case Action::assume_flag:
    case Action::assume_order:
    case Action::fail:
      return true;
    default:
      return false;
  }
}

std::vector<std::optional<Owned>> owned_at_nodes(const Program& program) {
  return facts_at_nodes<Owned>(program, transfer, [](Owned& to, const Owned& from) {
    return std::erase_if(to, [&](Variable variable) { return !from.contains(variable); }) != 0;
  });
}

enum class Merge : std::uint8_t { movers, atomic_blocks, locked };

struct Merged : Edge {
  bool all_private = false;           // commutes with everything; locked: with what others do before it
  bool joins_the_one_before = false;  // private operations and points of effect only; locked: commutes with
                                      // what others do after it
};

bool is_effect(const Op& op) { return op.action == Action::linearize || op.action == Action::linearize_if; }

// A guard that begins later and ends earlier allows the scheme to free more, and nobody else notices: a step
// that begins one can be one with the step after it, a step that ends one with the step before it.
bool begins_guard(const Op& op) { return op.action == Action::enter; }
bool ends_guard(const Op& op) {
  return op.action == Action::leave || (op.action == Action::protect && op.b == kNull);
}

// Taking a lock can wait until just before the thread's next step, giving one back can be done right after its last
// one: nobody else can do anything with the lock in between. The same goes for reading a key, if keys are
// only written while nobody else knows the cell and memory is collected.
Merged classify_locked(const Edge& edge, const Program& program,
                       const std::vector<std::optional<Owned>>& owned_at) {
  Merged merged;
  static_cast<Edge&>(merged) = edge;
  Owned owned = owned_at[static_cast<std::size_t>(edge.from)].value_or(Owned());
  merged.all_private = merged.joins_the_one_before = true;
  for (const Op& op : edge.ops) {
    const bool is_free = is_private(op, program, owned) || op.action == Action::load_data;
    merged.all_private &= is_free || op.action == Action::lock || op.action == Action::lock_cell;
    merged.joins_the_one_before &= is_free || op.action == Action::unlock || op.action == Action::unlock_cell;
    transfer(op, program, owned);
  }
  return merged;
}

Merged classify(const Edge& edge, const Program& program, const std::vector<std::optional<Owned>>& owned_at) {
  Merged merged;
  static_cast<Edge&>(merged) = edge;
  Owned owned = owned_at[static_cast<std::size_t>(edge.from)].value_or(Owned());
  merged.all_private = merged.joins_the_one_before = true;
  for (const Op& op : edge.ops) {
    const bool priv = is_private(op, program, owned);
    if (!priv && !begins_guard(op)) merged.all_private = false;
    if (!priv && !is_effect(op) && !op.with_effect && !ends_guard(op)) merged.joins_the_one_before = false;
    transfer(op, program, owned);
  }
  return merged;
}

// Follows flags through one step: false if it contradicts itself.
bool is_possible(const Edge& edge) {
  std::map<int, int> known;
  for (const Op& op : edge.ops) {
    if (op.action == Action::set_flag) known[op.a] = op.b != 0 ? 1 : 0;
    if (op.action == Action::copy_flag) {
      if (const auto from = known.find(op.b); from != known.end())
        known[op.a] = from->second;
      else
        known.erase(op.a);
    }
    if (op.action == Action::assume_flag) {
      const auto [entry, is_new] = known.try_emplace(op.a, op.b != 0 ? 1 : 0);
      if (!is_new && entry->second != (op.b != 0 ? 1 : 0)) return false;
    }
  }
  return true;
}

// Assignments to locals that nobody reads any more.
void drop_dead_assignments(Program& program) {
  const auto live = live_locals(program);
  for (Edge& edge : program.edges) {
    std::set<int> needed;
    if (edge.to != kIdle) {
      const Layout& after = live[static_cast<std::size_t>(edge.to)];
      needed.insert(after.begin(), after.end());
    } else if (edge.result >= 0) {
      needed.insert(edge.result);
    }
    std::vector<Op> kept;
    for (auto op = edge.ops.rbegin(); op != edge.ops.rend(); ++op) {
      const Uses uses = uses_of(*op, program);
      const bool is_silent = op->action == Action::assign || op->action == Action::copy_data ||
                             op->action == Action::copy_age || op->action == Action::copy_flag ||
                             op->action == Action::set_flag;
      if (is_silent && uses.writes >= 0 && !needed.contains(uses.writes)) continue;
      needed.erase(uses.writes);
      needed.insert(uses.reads.begin(), uses.reads.end());
      kept.push_back(*op);
    }
    edge.ops.assign(kept.rbegin(), kept.rend());
  }
}

// A flag set and tested within one step has done its work: steps that contradict themselves are gone.
void drop_tested_flags(Program& program) {
  for (Edge& edge : program.edges) {
    std::set<int> known;
    std::erase_if(edge.ops, [&](const Op& op) {
      if (op.action == Action::copy_flag) known.erase(op.a);
      if (op.action == Action::set_flag) known.insert(op.a);
      return op.action == Action::assume_flag && known.contains(op.a);
    });
  }
}

// A function whose first step does nothing starts where that step leads.
void skip_empty_entries(Program& program) {
  for (Function& function : program.functions) {
    while (true) {
      std::size_t leaving = 0;
      bool is_entered = false;
      const Edge* only = nullptr;
      for (const Edge& edge : program.edges) {
        if (edge.from == function.entry) ++leaving, only = &edge;
        is_entered |= edge.to == function.entry;
      }
      if (leaving != 1 || is_entered || !only->ops.empty() || only->to == kIdle) break;
      function.entry = only->to;
      program.edges.erase(program.edges.begin() + (only - program.edges.data()));
    }
  }
}

base::Result<Program> merge_once(Program program, const std::vector<bool>& inside, Merge what) {
  const auto owned = owned_at_nodes(program);
  std::vector<Merged> edges;
  for (const Edge& edge : program.edges)
    edges.push_back(what == Merge::locked ? classify_locked(edge, program, owned)
                                          : classify(edge, program, owned));
  std::set<NodeId> entries = {kIdle, program.initial.entry};
  for (const Function& function : program.functions) entries.insert(function.entry);

  // Joining the step before goes first: it is what points of effect need.
  for (bool is_second_round : {false, true, false})
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId node = 1; node < static_cast<NodeId>(program.nodes()); ++node) {
        std::vector<Merged> in, out;
        bool has_loop = false;
        for (const Merged& edge : edges) {
          has_loop |= edge.from == node && edge.to == node;
          if (edge.to == node) in.push_back(edge);
          if (edge.from == node) out.push_back(edge);
        }
        const bool must = inside[static_cast<std::size_t>(node)];
        if (out.empty() || has_loop || entries.contains(node)) {
          if (must && has_loop)
            return base::failure(base::ErrorCode::unsupported, "a loop inside an atomic block",
                                 fmt::format("{}:{}", program.file, out.front().line));
          continue;
        }
        const bool joins =
            std::ranges::all_of(out, [](const Merged& edge) { return edge.joins_the_one_before; });
        const bool prepares = is_second_round && !in.empty() &&
                              std::ranges::all_of(in, [](const Merged& edge) { return edge.all_private; });
        if (!must && what == Merge::atomic_blocks) continue;
        if (!in.empty() && !must && !joins && !prepares) continue;
        if (!must && in.size() * out.size() > in.size() + out.size() + 8) continue;
        std::erase_if(edges, [&](const Merged& edge) { return edge.from == node || edge.to == node; });
        for (const Merged& first : in)
          for (const Merged& second : out) {
            Merged both = first;
            both.to = second.to;
            both.result = second.result;
            both.is_guess = first.is_guess || second.is_guess;
            if (both.line == 0 || first.all_private) both.line = second.line != 0 ? second.line : first.line;
            both.ops.insert(both.ops.end(), second.ops.begin(), second.ops.end());
            both.all_private = first.all_private && second.all_private;
            both.joins_the_one_before = first.joins_the_one_before && second.joins_the_one_before;
            if (is_possible(both)) edges.push_back(std::move(both));
          }
        changed = true;
      }
    }
  program.edges.assign(edges.begin(), edges.end());
  if (what == Merge::atomic_blocks) return program;
  skip_empty_entries(program);

  drop_tested_flags(program);
  return program;
}

}  // namespace

// Merging the branch on a flag into the exchange that sets it separates the ways on which a cell is still
// owned from the one on which it was published, which lets more steps be private: so again, until nothing
// changes.
base::Result<Program> merge_movers(Program program, const std::vector<bool>& inside) {
  while (true) {
    const std::size_t before = program.edges.size();
    auto merged = merge_once(std::move(program), inside, Merge::movers);
    if (!merged) return merged;
    program = std::move(*merged);
    if (program.edges.size() >= before) break;
  }
  // Last: a read of a shared variable that nobody uses may still be what a point of effect belongs to.
  drop_dead_assignments(program);
  return program;
}

Program merge_locked(Program program) {
  bool keys_stay = true;
  for_each_operation(program, [&](const Edge&, const Op& op, bool is_owned) {
    keys_stay &= op.action != Action::store_data || is_owned;
  });
  if (!keys_stay) return program;
  const std::vector<bool> inside(program.nodes());
  while (true) {
    const std::size_t before = program.edges.size();
    auto merged = merge_once(program, inside, Merge::locked);
    if (!merged || merged->edges.size() >= before) break;
    program = std::move(*merged);
  }
  drop_dead_assignments(program);
  return program;
}

void for_each_operation(const Program& program,
                        const std::function<void(const Edge&, const Op&, bool is_owned)>& visit) {
  const auto owned_at = owned_at_nodes(program);
  for (const Edge& edge : program.edges) {
    Owned owned = owned_at[static_cast<std::size_t>(edge.from)].value_or(Owned());
    for (const Op& op : edge.ops) {
      const bool reads = op.action == Action::load_next || op.action == Action::load_data;
      visit(edge, op, owned.contains(reads ? op.b : op.a));
      transfer(op, program, owned);
    }
  }
}

base::Result<Program> merge_atomic_blocks(Program program, const std::vector<bool>& inside) {
  for (Edge& edge : program.edges)
    std::erase_if(edge.ops, [](const Op& op) { return is_effect(op) || op.with_effect; });
  return merge_once(std::move(program), inside, Merge::atomic_blocks);
}

}  // namespace heddle::prove
