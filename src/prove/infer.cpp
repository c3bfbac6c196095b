// SPDX-License-Identifier: Apache-2.0
#include "prove/infer.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Where it may be found empty: one read, or all reads of one shared variable, since a loop that begins with a load may go
// on with another one, or with what a compare-exchange found.
std::vector<std::vector<Candidate>> empties(const Program& program, int function) {
  const std::vector<Candidate> all = reads(program, function);
  std::vector<std::vector<Candidate>> found;
  std::map<Variable, std::vector<Candidate>> of_variable;
  for (const Candidate& one : all) {
    found.push_back({one});
    const Op& read = program.edges[one.edge].ops[one.op];
    if (read.action == Action::assign) of_variable[read.b].push_back(one);
  }
  for (const auto& [variable, several] : of_variable)
    if (several.size() > 1) found.push_back(several);
  return found;
}

// The pointers whose data the function may return if `out` is its point: one whose data it reads, or one that it finds
// where it then writes, as a compare-exchange does. (What it returns later may have another name by then.)
std::vector<Variable> data_sources(const Program& program, int function, const Candidate& out) {
  std::vector<Variable> found;
  for (const Edge& edge : program.edges)
    if (program.function_of[static_cast<std::size_t>(edge.from)] == function)
      for (const Op& op : edge.ops)
        if (op.action == Action::load_data && std::ranges::find(found, op.b) == found.end())
          found.push_back(op.b);
  const auto& ops = program.edges[out.edge].ops;
  for (std::size_t i = 0; i < out.op; ++i)
    if (ops[i].action == Action::assign && ops[out.op].action == Action::assign &&
        ops[i].b == ops[out.op].a && program.is_local(ops[i].a) &&
        std::ranges::find(found, ops[i].a) == found.end())
      found.push_back(ops[i].a);
  return found;
}

struct Point {
  Candidate at;
  std::vector<Op> ops;
};

// Later places first, so that the earlier ones keep their numbers.
void insert(Program& program, std::vector<Point> points) {
  std::ranges::sort(points, [](const Point& a, const Point& b) {
    return std::pair(a.at.edge, a.at.op) > std::pair(b.at.edge, b.at.op);
  });
  for (const Point& point : points) {
    auto& into = program.edges[point.at.edge].ops;
    into.insert(into.begin() + static_cast<std::ptrdiff_t>(point.at.op) + 1, point.ops.begin(),
                point.ops.end());
  }
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
      for (const Variable source : data_sources(program, output, out))
        for (const std::vector<Candidate>& empty : empties(program, output)) {
          Program guess = program;
          Function& popper = guess.functions[static_cast<std::size_t>(output)];
          popper.locals.push_back({"result", LocalKind::data});
          const int result = static_cast<int>(popper.locals.size()) - 1;
          std::vector<Point> points = {
              {in, {{Action::linearize, guess.functions[static_cast<std::size_t>(input)].parameter}}},
              {out, {{Action::load_data, result, source}, {Action::linearize, result}}}};
          for (const Candidate& one : empty)
            points.push_back({one, {{Action::linearize_if, kEmptyData, one.read, kNull}}});
          insert(guess, std::move(points));
          ++tried;
          Proof proof = prove(guess, options, no_search);
          if (proof.answer != Answer::proved) continue;
          const auto line = [&](const Candidate& at) { return program.edges[at.edge].ops[at.op].line; };
          std::set<int> lines;
          for (const Candidate& one : empty) lines.insert(line(one));
          const auto& name_in = program.functions[static_cast<std::size_t>(input)].name;
          const auto& name_out = program.functions[static_cast<std::size_t>(output)].name;
          return Inferred{guess,
                          std::move(proof),
                          {fmt::format("{} takes effect at line {}", name_in, line(in)),
                           fmt::format("{} takes effect at line {}", name_out, line(out)),
                           fmt::format("{} finds it empty at line {}, the last time before it returns",
                                       name_out, fmt::join(lines, " or "))},
                          tried};
        }
  return std::nullopt;
}

}  // namespace heddle::prove
