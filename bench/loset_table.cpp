// SPDX-License-Identifier: Apache-2.0
// Table 6.1 of "Predicate detection for parallel computations" anew: the time to enumerate the reachable
// states of a loset by BFS, DFS, Lex1 (strong feasibility of every feasible state), Lex2 (with the short
// cut), and by the default, the decision diagram, here made to hand out every state as runs of the last
// digit. loset_programs.h says how the losets are made.
//
//   loset_table [seconds] [name]     a cell that takes longer than `seconds` (20) is cut and shown as >;
//                                    only the computations of that name
//   loset_table sizes [name]         only what the losets are
//   loset_table search [name [seconds]]   seeds whose numbers of states are the nearest to the published ones, looked
//                                    for so long (30) for each computation
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "loset_programs.h"
#include "states/loset_quick_lex.h"
#include "states/loset_walk.h"
#include "states/state_diagram.h"

namespace {

using namespace heddle;
using bench::Row;
using order::Index;
using order::Loset;

double now() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;  // of this process: others may be at work too
}

struct Cell {
  double seconds = 0;
  std::uint64_t states = 0;
  bool cut = false, memory = false;
};
std::string text(const Cell& cell) {
  if (cell.memory) return "o.o.m.";
  return cell.cut ? fmt::format(">{:.0f}", cell.seconds) : fmt::format("{:.3f}", cell.seconds);
}

Cell timed(double limit,
           const std::function<states::Walked(const std::function<bool()>&, std::uint64_t&)>& enumerate) {
  Cell cell;
  const double start = now();
  std::uint64_t asked = 0;
  const std::function<bool()> late = [&] { return ++asked % 4096 == 0 && now() - start > limit; };
  const states::Walked walked = enumerate(late, cell.states);
  cell.seconds = now() - start;
  cell.cut = walked == states::Walked::stopped;
  cell.memory = walked == states::Walked::out_of_memory;
  return cell;
}

void print(const Row& row, double limit) {
  const Loset loset = bench::LosetProgram(row, row.seed).make();
  constexpr std::size_t kMemory = std::size_t{2} << 30;
  const Cell bfs = timed(limit, [&](const auto& late, std::uint64_t& count) {
    return states::walk_breadth_first(
        loset, [&](const Index*) { return ++count, !late(); }, kMemory);
  });
  const Cell dfs = timed(limit, [&](const auto& late, std::uint64_t& count) {
    return states::walk_depth_first(
        loset, [&](const Index*) { return ++count, !late(); }, kMemory);
  });
  const auto lex = [&](states::ShortCut short_cut) {
    return timed(limit, [&](const auto& late, std::uint64_t& count) {
      const bool complete = states::loset_quick_lex(loset, states::Class::strongly_feasible, short_cut,
                                                    [&](const Index*) { return ++count, !late(); });
      return complete ? states::Walked::complete : states::Walked::stopped;
    });
  };
  const Cell lex1 = lex(states::ShortCut::no), lex2 = lex(states::ShortCut::yes);
  std::size_t nodes = 0;
  std::uint64_t sum = 0;  // what a visitor might do with every state
  const Cell ours = timed(limit, [&](const auto&, std::uint64_t& count) {
    const auto diagram = states::StateDiagram::reachable(loset, kMemory);
    if (!diagram) return states::Walked::out_of_memory;
    nodes = diagram->nodes();
    diagram->runs([&](const Index* state, Index low, Index high) {
      count += high - low + 1;
      for (Index last = low; last <= high; ++last) sum += state[0] ^ last;
      return true;
    });
    return states::Walked::complete;
  });
  const Cell counted = timed(limit, [&](const auto&, std::uint64_t& count) {
    const auto diagram = states::StateDiagram::reachable(loset, kMemory);
    count = diagram->count()->convert_to<std::uint64_t>();
    return states::Walked::complete;
  });
  fmt::print(
      "| {} | {} | {} | {} | {:.0f} | {} / {} | {} / {} | {} / {} | {} / {} | {} | {} | {}{:.0f} × |\n",
      row.name, loset.threads(), loset.events(), ours.states, row.states, row.seconds[0], text(bfs),
      row.seconds[1], text(dfs), row.seconds[2], text(lex1), row.seconds[3], text(lex2), text(ours),
      text(counted), lex2.cut ? ">" : "", lex2.seconds / ours.seconds);
  if ((!lex2.cut && lex2.states != ours.states) || (!bfs.cut && !bfs.memory && bfs.states != ours.states))
    fmt::print("the enumerations disagree: BFS {}, Lex2 {}, default {}\n", bfs.states, lex2.states,
               ours.states);
  std::fflush(stdout);
  if (sum == 1) std::puts("");
}

void print_size(const Row& row) {
  const Loset loset = bench::LosetProgram(row, row.seed).make();
  const auto diagram = states::StateDiagram::reachable(loset, std::size_t{1} << 30);
  const double count = diagram ? diagram->count()->convert_to<double>() : 0;
  fmt::print("| {} | {} | {} | {} | {:.0f} | {:.0f} | {:+.2f} % |\n", row.name, loset.threads(),
             loset.events(), row.events, count, row.states, 100 * (count / row.states - 1));
  std::fflush(stdout);
}

// The best of the seeds within the time, or the first within half a percent.
void search(const Row& row, double seconds) {
  double best = 1e30;
  std::uint64_t chosen = 0;
  const double start = now();
  for (std::uint64_t seed = 1; best > 0.005 && now() - start < seconds; ++seed) {
    const auto diagram =
        states::StateDiagram::reachable(bench::LosetProgram(row, seed).make(), std::size_t{64} << 20);
    if (!diagram) continue;
    const double off = std::abs(diagram->count()->convert_to<double>() / row.states - 1);
    if (off < best) best = off, chosen = seed;
  }
  fmt::print("{} {}: seed {}, off by {:.2f} %\n", row.name, row.threads, chosen, 100 * best);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string first = count > 1 ? arguments[1] : "20", name = count > 2 ? arguments[2] : "";
  if (first == "sizes")
    std::puts(
        "| computation | n | events | published | reachable states | published | off by |\n"
        "|---|--:|--:|--:|--:|--:|--:|");
  else if (first != "search")
    std::puts(
        "CPU seconds, published / here; `default` enumerates every state, `count` only counts them.\n\n"
        "| computation | n | events | states | published | BFS | DFS | Lex1 | Lex2 | default | count | Lex2 "
        "/ "
        "default |\n|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const Row& row : bench::rows()) {
    if (!name.empty() && name != row.name) continue;
    if (first == "sizes")
      print_size(row);
    else if (first == "search")
      search(row, count > 3 ? std::stod(arguments[3]) : 30);
    else
      print(row, std::stod(first));
  }
}
