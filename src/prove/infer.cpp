// SPDX-License-Identifier: Apache-2.0
#include "prove/infer.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::prove {
namespace {

// A place for a point: after operation `op` of edge `edge`.
struct Candidate {
  std::size_t edge;
  std::size_t op;
  Variable read = -1;  // an EMPTY point: the pointer that is null
};

bool is_shared_write(const Op& op, const Program& program) {
  return (op.action == Action::assign && !program.is_local(op.a)) || op.action == Action::store_next;
}

std::vector<Candidate> writes(const Program& program, int function) {
  std::vector<Candidate> found;
  for (std::size_t edge = 0; edge < program.edges.size(); ++edge) {
    if (program.function_of[static_cast<std::size_t>(program.edges[edge].from)] != function) continue;
    const auto& ops = program.edges[edge].ops;
    for (std::size_t op = 0; op < ops.size(); ++op)
      if (is_shared_write(ops[op], program)) found.push_back({edge, op});
  }
  return found;
}

std::vector<Candidate> reads(const Program& program, int function) {
  std::vector<Candidate> found;
  for (std::size_t edge = 0; edge < program.edges.size(); ++edge) {
    if (program.function_of[static_cast<std::size_t>(program.edges[edge].from)] != function) continue;
    const auto& ops = program.edges[edge].ops;
    for (std::size_t op = 0; op < ops.size(); ++op) {
      const bool is_read =
          ops[op].action == Action::load_next ||
          (ops[op].action == Action::assign && !program.is_local(ops[op].b) && ops[op].b != kNull);
      if (is_read && program.is_local(ops[op].a)) found.push_back({edge, op, ops[op].a});
    }
  }
  return found;
}

// The pointers whose data the function returns.
std::vector<Variable> data_sources(const Program& program, int function) {
  std::vector<Variable> found;
  for (const Edge& edge : program.edges)
    if (program.function_of[static_cast<std::size_t>(edge.from)] == function)
      for (const Op& op : edge.ops)
        if (op.action == Action::load_data && std::ranges::find(found, op.b) == found.end())
          found.push_back(op.b);
  return found;
}

void insert(Program& program, const Candidate& at, const std::vector<Op>& ops) {
  auto& into = program.edges[at.edge].ops;
  into.insert(into.begin() + static_cast<std::ptrdiff_t>(at.op) + 1, ops.begin(), ops.end());
}

}  // namespace

bool has_linearization_points(const Program& program) {
  return std::ranges::any_of(program.edges, [](const Edge& edge) {
    return std::ranges::any_of(edge.ops, [](const Op& op) {
      return op.action == Action::linearize || op.action == Action::linearize_if;
    });
  });
}

std::optional<Inferred> infer_points(const Program& program, const Options& options) {
  int input = -1;
  int output = -1;
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    (program.functions[i].role == Role::input ? input : output) = static_cast<int>(i);
  if (input < 0 || output < 0) return std::nullopt;
  Search no_search;
  no_search.enabled = false;
  int tried = 0;
  for (const Candidate& in : writes(program, input))
    for (const Candidate& out : writes(program, output))
      for (const Variable source : data_sources(program, output))
        for (const Candidate& empty : reads(program, output)) {
          Program guess = program;
          Function& popper = guess.functions[static_cast<std::size_t>(output)];
          popper.locals.push_back({"result", LocalKind::data});
          const int result = static_cast<int>(popper.locals.size()) - 1;
          Op read{Action::load_data, result, source};
          Op effect{Action::linearize, result};
          Op maybe{Action::linearize_if, kEmptyData, empty.read, kNull};
          Op first{Action::linearize, guess.functions[static_cast<std::size_t>(input)].parameter};
          // Later places first, so that the earlier ones keep their numbers.
          if (out.edge == empty.edge && out.op < empty.op) {
            insert(guess, empty, {maybe});
            insert(guess, out, {read, effect});
          } else {
            insert(guess, out, {read, effect});
            insert(guess, empty, {maybe});
          }
          insert(guess, in, {first});
          ++tried;
          Proof proof = prove(guess, options, no_search);
          if (proof.answer != Answer::proved) continue;
          const auto line = [&](const Candidate& at) { return program.edges[at.edge].ops[at.op].line; };
          const auto& name_in = program.functions[static_cast<std::size_t>(input)].name;
          const auto& name_out = program.functions[static_cast<std::size_t>(output)].name;
          return Inferred{guess,
                          std::move(proof),
                          {fmt::format("{} takes effect at line {}", name_in, line(in)),
                           fmt::format("{} takes effect at line {}", name_out, line(out)),
                           fmt::format("{} finds it empty at line {}, the last time before it returns",
                                       name_out, line(empty))},
                          tried};
        }
  return std::nullopt;
}

}  // namespace heddle::prove
