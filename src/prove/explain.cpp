// SPDX-License-Identifier: Apache-2.0
#include "prove/explain.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::prove {
namespace {

// A view's cells: pointers that are equal are one; `next` is the nearest cell it leads to, or -1.
struct Drawn {
  struct Cell {
    Slot slot = 0;
    std::vector<std::string> names;
    int next = -1;
    bool is_direct = false;
    bool has_predecessor = false;
  };
  std::vector<Cell> cells;
};

Frame frame_of(const Program& program, const Observer& observer) {
  Frame frame;
  frame.shared = static_cast<int>(program.shared.size());
  frame.tracked = observer.observed();
  frame.locks = static_cast<int>(program.locks.size());
  return frame;
}

Drawn cells_of(const View& view, const Program& program, const Observer& observer) {
  const Frame frame = frame_of(program, observer);
  std::vector<std::pair<Slot, std::string>> pointers = {
      {kNullSlot, "NULL"}, {kGarbageSlot, "garbage"}, {kFreedSlot, "freed"}};
  for (int shared = 1; shared <= frame.shared; ++shared)
    pointers.emplace_back(frame.slot_of_shared(shared), program.shared[static_cast<std::size_t>(shared) - 1]);
  for (int tracked = 0; tracked < frame.tracked; ++tracked)
    if (!view.shape.is(frame.slot_of_tracked(tracked), kGarbageSlot, kEqual))
      pointers.emplace_back(frame.slot_of_tracked(tracked), observer.rule() == Observer::Rule::undefined
                                                                ? "(unwritten)"
                                                            : tracked == 0 ? "(a)"
                                                                           : "(b)");
  for (std::size_t index = 0; index < 2; ++index) {  // the other thread's pointers, if it is in the view: x′
    const Part& part = view.parts[index];
    if (part.node == kIdle) continue;
    const Function& function = program.function(program.function_of[static_cast<std::size_t>(part.node)]);
    for (std::size_t local = 0; local < function.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::pointer && part.slot[local] >= 0)
        pointers.emplace_back(part.slot[local], function.locals[local].name + (index == 0 ? "" : "′"));
  }
  Drawn drawn;
  for (const auto& [slot, name] : pointers) {
    const auto same = std::ranges::find_if(drawn.cells, [&, at = slot](const Drawn::Cell& cell) {
      return view.shape.is(cell.slot, at, kEqual);
    });
    if (same != drawn.cells.end())
      same->names.push_back(name);
    else
      drawn.cells.push_back({slot, {name}});
  }
  for (Drawn::Cell& cell : drawn.cells) {
    for (std::size_t other = 0; other < drawn.cells.size(); ++other) {
      const Slot to = drawn.cells[other].slot;
      if (!view.shape.may(cell.slot, to, kAhead)) continue;
      const bool is_nearer =
          cell.next < 0 || view.shape.may(to, drawn.cells[static_cast<std::size_t>(cell.next)].slot, kAhead);
      if (is_nearer)
        cell.next = static_cast<int>(other), cell.is_direct = view.shape.is(cell.slot, to, kNext);
    }
  }
  for (const Drawn::Cell& cell : drawn.cells)
    if (cell.next >= 0) drawn.cells[static_cast<std::size_t>(cell.next)].has_predecessor = true;
  return drawn;
}

// Chains from cells nobody leads to; a chain stops where it joins one drawn before.
std::vector<std::vector<int>> chains_of(const Drawn& drawn) {
  std::vector<std::vector<int>> chains;
  std::vector<bool> is_drawn(drawn.cells.size());
  for (std::size_t start = 0; start < drawn.cells.size(); ++start) {
    const Drawn::Cell& cell = drawn.cells[start];
    if (cell.has_predecessor || (cell.slot < kEnds && cell.names.size() == 1)) continue;
    std::vector<int> chain;
    for (int at = static_cast<int>(start); at >= 0; at = drawn.cells[static_cast<std::size_t>(at)].next) {
      chain.push_back(at);
      if (is_drawn[static_cast<std::size_t>(at)]) break;
      is_drawn[static_cast<std::size_t>(at)] = true;
    }
    chains.push_back(std::move(chain));
  }
  return chains;
}

std::string source_line(const std::string& file, int line) {
  std::ifstream in(file);
  std::string text;
  for (int at = 0; at < line; ++at)
    if (!std::getline(in, text)) return {};
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? std::string() : text.substr(first);
}

std::string step_title(const Program& program, const TraceStep& step) {
  if (step.edge == kReclaimed) return "the scheme frees a retired cell";
  if (step.edge < 0) {
    const Part& part = step.view.parts[step.is_by_second ? 1 : 0];
    if (part.node == kIdle) return "start";
    const Function& function = program.function(program.function_of[static_cast<std::size_t>(part.node)]);
    return fmt::format("{} thread calls {}({})", step.is_by_second ? "the other" : "this", function.name,
                       function.role == Role::input ? name(part.input) : "");
  }
  const Edge& edge = program.edges[static_cast<std::size_t>(step.edge)];
  const char* who = step.is_interference ? (step.has_two ? "a third thread" : "another thread")
                    : step.is_by_second  ? "the other thread"
                                         : "this thread";
  return fmt::format("{} {}:{}  {}", who, program.file, edge.line, source_line(program.file, edge.line));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::string svg(const View& view, const Program& program, const Observer& observer) {
  const Drawn drawn = cells_of(view, program, observer);
  const auto chains = chains_of(drawn);
  std::size_t box = 90;  // as wide as the longest label
  for (const Drawn::Cell& cell : drawn.cells)
    box = std::max(box, 8 * fmt::format("{}", fmt::join(cell.names, ", ")).size() + 10);
  const std::size_t width = box + 40;
  constexpr int kHeight = 46;
  std::size_t longest = 1;
  for (const auto& chain : chains) longest = std::max(longest, chain.size());
  std::string out = fmt::format("<svg width=\"{}\" height=\"{}\" font-family=\"monospace\" font-size=\"12\">",
                                longest * width + 10, chains.size() * kHeight + 6);
  out +=
      "<defs><marker id=\"arrow\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" "
      "orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>";
  for (std::size_t row = 0; row < chains.size(); ++row)
    for (std::size_t column = 0; column < chains[row].size(); ++column) {
      const Drawn::Cell& cell = drawn.cells[static_cast<std::size_t>(chains[row][column])];
      const auto x = column * width + 4;
      const auto y = row * kHeight + 6;
      out += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"30\" rx=\"5\" fill=\"{}\" stroke=\"#555\"/>", x, y,
          box, cell.slot < kEnds ? "#eee" : "#fff8e0");
      out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x + box / 2, y + 19,
                         escaped(fmt::format("{}", fmt::join(cell.names, ", "))));
      if (column + 1 < chains[row].size())
        out += fmt::format(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#333\" {} marker-end=\"url(#arrow)\"/>",
            x + box, y + 15, x + width, y + 15, cell.is_direct ? "" : "stroke-dasharray=\"5,4\"");
    }
  return out + "</svg>";
}

}  // namespace

std::string draw(const View& view, const Program& program, const Observer& observer) {
  const Drawn drawn = cells_of(view, program, observer);
  std::string text;
  std::array<bool, kEnds> is_told{};
  for (const auto& chain : chains_of(drawn)) {
    text += text.empty() ? "" : "    ";
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Drawn::Cell& cell = drawn.cells[static_cast<std::size_t>(chain[i])];
      if (cell.slot < kEnds && i == 0) {  // variables that are null, undefined or freed
        std::vector<std::string> variables(cell.names.begin() + 1, cell.names.end());
        text += fmt::format("{} = {}", fmt::join(variables, ", "), cell.names.front());
        continue;
      }
      if (cell.slot < kEnds) {  // and the variables that are that too, once
        const std::vector<std::string> variables(cell.names.begin() + 1, cell.names.end());
        const bool is_first = !std::exchange(is_told[static_cast<std::size_t>(cell.slot)], true);
        text += cell.names.front();
        if (!variables.empty() && is_first) text += fmt::format(" = {}", fmt::join(variables, " = "));
        continue;
      }
      text += fmt::format("{}", fmt::join(cell.names, ", "));
      if (i + 1 < chain.size()) text += cell.is_direct ? " → " : " ⇢ ";
    }
  }
  return text;
}

std::string explain(const Program& program, Observer::Rule rule, const Outcome& outcome) {
  const Observer observer(rule, program.kind);
  std::string text;
  int number = 0;
  for (const TraceStep& step : outcome.trace)
    text += fmt::format("{:>3}. {}\n", ++number, step_title(program, step)) +
            (program.kind == Kind::set ? "" : fmt::format("       {}\n", draw(step.view, program, observer)));
  if (outcome.alarm && outcome.alarm_edge >= 0) {
    const Edge& edge = program.edges[static_cast<std::size_t>(outcome.alarm_edge)];
    const int line = outcome.alarm->line != 0 ? outcome.alarm->line : edge.line;
    text += fmt::format("{:>3}. {} {}:{}  {}\n       alarm: {}\n", ++number,
                        outcome.alarm_is_interference ? "another thread" : "this thread", program.file, line,
                        source_line(program.file, line), outcome.alarm->message);
  }
  return text;
}

std::string explain_html(const Program& program, Observer::Rule rule, const Outcome& outcome) {
  const Observer observer(rule, program.kind);
  std::string out = fmt::format(
      "<!doctype html><meta "
      "charset=\"utf-8\"><title>{0}</title><style>body{{font-family:sans-serif;margin:2em}}"
      "pre{{margin:0.2em 0}}.other{{color:#a33}}li{{margin-bottom:1em}}</style><h1>Why {0} is not proved</h1>"
      "<p>{1}. Solid arrows are one step along next, dashed ones two or more.</p><ol>",
      escaped(program.file), escaped(outcome.alarm ? outcome.alarm->message : "no alarm"));
  for (const TraceStep& step : outcome.trace)
    out += fmt::format("<li><pre class=\"{}\">{}</pre>{}</li>\n", step.is_interference ? "other" : "self",
                       escaped(step_title(program, step)), svg(step.view, program, observer));
  if (outcome.alarm)
    out +=
        fmt::format("<li><pre>{}:{}  {}</pre><b>{}</b></li>", escaped(program.file), outcome.alarm->line,
                    escaped(source_line(program.file, outcome.alarm->line)), escaped(outcome.alarm->message));
  return out + "</ol>\n";
}

std::string explain_html(const Program& program, const finding::Finding& refutation) {
  std::string out = fmt::format(
      "<!doctype html><meta charset=\"utf-8\"><title>{0}</title><h1>Why {0} is wrong</h1><p>{1}</p><ol>",
      escaped(program.file), escaped(refutation.message));
  for (const finding::Step& step : refutation.steps)
    out += fmt::format("<li><pre>{} {} {}\n{}</pre></li>\n", escaped(step.thread), escaped(step.operation),
                       escaped(event::text(step.location)), escaped(step.heap));
  return out + "</ol>\n";
}

finding::Finding finding_of(const Program& program, const Violation& violation, const Bounds& bounds) {
  finding::Finding found;
  found.kind = violation.kind;
  found.certainty = finding::Certainty::certain;
  found.message = fmt::format("{} thread{} with {} calls in all: {}", bounds.threads,
                              bounds.threads == 1 ? "" : "s", bounds.total_calls, violation.message);
  found.notes.emplace_back(
      "Cells are A, B, …, with the value in them; a letter that comes back is the same address.");
  found.witness.kind = finding::Witness::Kind::schedule;
  std::vector<std::string> doing(static_cast<std::size_t>(bounds.threads));
  for (const ConcreteStep& step : violation.steps) {
    const bool is_scheme = step.thread == kScheme;
    const std::string thread = is_scheme ? "scheme" : fmt::format("T{}", step.thread + 1);
    if (step.edge < 0 && step.function == "init") continue;
    finding::Step line;
    line.thread = thread;
    if (is_scheme) {
      line.operation = "frees a retired cell";
    } else if (step.edge < 0) {
      doing[static_cast<std::size_t>(step.thread)] = step.function;
      line.operation =
          fmt::format("calls {}({})", step.function, step.argument >= 0 ? std::to_string(step.argument) : "");
    } else {
      const Edge& edge = program.edges[static_cast<std::size_t>(step.edge)];
      if (program.function_of[static_cast<std::size_t>(edge.from)] == -2) continue;
      line.operation = doing[static_cast<std::size_t>(step.thread)];
      line.location.file = program.file;
      line.location.line = static_cast<decltype(line.location.line)>(edge.line);
      if (edge.to == kIdle) line.operation += " returns";
    }
    line.heap = step.heap;
    if (!found.witness.run.empty() && found.witness.run.back().thread == thread)
      ++found.witness.run.back().steps;
    else
      found.witness.run.push_back({thread, 1});
    found.steps.push_back(std::move(line));
  }
  return found;
}

namespace {

// A call of a set, in a program that confirms.
std::string set_call(const Program& program, const std::string& name, const std::string& key) {
  const char* role = "CONTAINS";
  for (const Function& function : program.functions)
    if (function.name == name && function.role != Role::contains)
      role = function.role == Role::insert ? "INSERT" : "REMOVE";
  return fmt::format("  heddle_set_make(HEDDLE_SET_{}, {}, {});\n", role, name, key);
}

}  // namespace

std::string confirmation(const Program& program, const Violation& violation, const Bounds& bounds) {
  const auto is_initial = [&](const ConcreteStep& step) {
    return step.edge < 0 ? step.function == "init"
                         : program.function_of[static_cast<std::size_t>(
                               program.edges[static_cast<std::size_t>(step.edge)].from)] == -2;
  };
  // The cells a thread is given, in order; 0 ends the list.
  const auto cells_of = [&](int thread) {  // -1: of the initial function
    std::string list;
    for (const ConcreteStep& step : violation.steps)
      if (thread < 0 ? is_initial(step) : !is_initial(step) && step.thread == thread)
        for (int cell : step.allocated) list += fmt::format("{}, ", cell);
    return list + "0";
  };
  const bool chooses = bounds.explicit_memory;
  std::string out = fmt::format("// Written by heddle prove: {}.\n", violation.message);
  if (program.reclaims) out += "#define HEDDLE_RETIRED 1\n";  // what can be freed is
  if (chooses) out += fmt::format("#define HEDDLE_PROVE_CELLS {}\n", cells_of(-1));
  const bool is_set = program.kind == Kind::set;
  out += fmt::format("#include <heddle/prove_{}history.h>\n#include \"{}\"\n\n", is_set ? "set_" : "",
                     std::filesystem::absolute(program.file).string());
  for (int thread = 0; thread < bounds.threads; ++thread) {
    if (chooses) out += fmt::format("static const int cells_{}[] = {{{}}};\n", thread + 1, cells_of(thread));
    out += fmt::format("static void *thread_{}(void *unused) {{\n", thread + 1);
    out += fmt::format("  heddle_history_enter({}, {});\n", thread + 1, bounds.threads);
    if (chooses) out += fmt::format("  heddle_history_cells = cells_{};\n", thread + 1);
    for (const ConcreteStep& step : violation.steps) {
      if (step.thread != thread || step.edge >= 0 || is_initial(step)) continue;
      if (is_set) {
        out += set_call(program, step.function, std::to_string(step.argument));
        continue;
      }
      out += step.argument >= 0 ? fmt::format("  heddle_history_in({}, {});\n", step.function, step.argument)
                                : fmt::format("  heddle_history_out({});\n", step.function);
    }
    out += "  return unused;\n}\n\n";
  }
  out += fmt::format("int main(void) {{\n  pthread_t threads[{}];\n", bounds.threads);
  for (int thread = 0; thread < bounds.threads; ++thread)
    out += fmt::format("  pthread_create(&threads[{}], NULL, thread_{}, NULL);\n", thread, thread + 1);
  out += fmt::format("  for (int i = 0; i < {}; ++i) pthread_join(threads[i], NULL);\n", bounds.threads);
  if (is_set) {  // what is inside at the end shows
    out += fmt::format("  for (int key = 1; key <= {}; ++key)\n  ", bounds.keys);
    std::string names;
    for (const Function& function : program.functions) {
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", function.name);
      if (function.role == Role::contains) out += set_call(program, function.name, "key");
    }
    return out + fmt::format("  heddle_set_check({});\n}}\n", names);
  }
  std::string input = "in", output = "out";
  for (const Function& function : program.functions) {
    if (function.role == Role::input) input = function.name;
    if (function.role == Role::output) output = function.name;
    if (function.role == Role::output) out += fmt::format("  heddle_history_drain({});\n", function.name);
  }
  return out + fmt::format("  heddle_history_check({}, \"{}\", \"{}\");\n}}\n",
                           program.kind == Kind::stack ? "HEDDLE_HISTORY_STACK" : "HEDDLE_HISTORY_QUEUE",
                           input, output);
}

}  // namespace heddle::prove
