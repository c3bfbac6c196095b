// SPDX-License-Identifier: Apache-2.0
// The text's Tables 3.1 and 4.2 anew: how fast each enumeration is, how much memory it needs beside the
// poset, and what more cores bring.
//   states_table SECONDS NAME=TRACE…     so long for each figure; d-500=d-500.hdl
// The text's posets were never published; these traces are like them (bench/states.py makes them): messages
// between processes, or recordings of programs in examples/, with a thread's plain accesses between two
// synchronisations as one event. Time is CPU time of one core; where an enumeration does not finish in the
// time given, its rate so far is the figure and the whole is extrapolated, marked ≈. Memory is what is
// allocated while it runs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "measured.h"
#include "states/bfs.h"
#include "states/diagram.h"
#include "states/lex.h"
#include "states/para_mount.h"
#include "states/quick_lex.h"
#include "states/runs.h"
#include "states/tree.h"

namespace heddle::states {
namespace {

using bench::bytes_text;
using bench::cpu_seconds;
using bench::wall_seconds;

struct Published {
  std::string name;
  std::size_t processes, events;
  double states;
  double seconds[4];  // of BFS, Tree, Lex, QuickLex; 0: out of memory
  double lexical[4];  // of ParaMount over the lexical algorithm on 1, 2, 4 and 8 threads; 0: not given
};
const Published kPublished[] = {
    {"d-300", 10, 300, 42'695'907, {58.43, 3.80, 3.41, 0.76}, {3.5, 1.5, 0.8, 0.5}},
    {"d-500", 10, 500, 237'475'992, {375.06, 19.40, 18.67, 3.78}, {15.3, 7.6, 3.9, 2.1}},
    {"d-10K", 10, 10'000, 4'962'876'973, {8211.87, 393.74, 448.28, 86.38}, {327.3, 163.4, 105.0, 43.1}},
    {"bank", 8, 96, 815'730'721, {0, 56.67, 64.37, 9.69}, {40.3, 20.5, 11.0, 5.8}},
    {"tsp", 8, 105'282, 13'474'170, {9.85, 1.63, 2.37, 0.37}, {1.5, 0.8, 0.4, 2.3}},
    {"hedc", 12, 216, 4'486'599'595, {0, 322.04, 488.22, 78.34}, {406.5, 203.3, 110.8, 72.1}},
    {"elevator", 12, 38'528, 27'643'588'608, {0, 2248.39, 4677.12, 660.40}, {3491.6, 1742.7, 870.2, 435.7}},
    {"w-4", 4, 480, 9'381'251, {2.51, 0.88, 0.38, 0.16}, {}},
    {"w-8", 8, 480, 7'392'009'768, {0, 609.74, 454.28, 128.03}, {}},
    {"w-12", 12, 480, 206'379'406'870, {0, 19225.98, 21303.66, 3996.17}, {}},
    {"w-16", 16, 480, 991'493'848'554, {0, 111452.52, 179844.62, 23263.05}, {}},
};

struct Figure {
  double states = 0;
  double seconds = 0;
  bool finished = false;
  std::size_t bytes = 0;
  double rate() const { return states / std::max(seconds, 1e-9); }
};

// Counts, and gives up when the time is over.
struct Watch {
  double end;
  std::uint64_t states = 0;
  std::uint64_t calls = 0;
  bool operator()(const Index*) { return (++states & 0xFFFFF) != 0 || cpu_seconds() < end; }
  bool operator()(const Index*, Index low, Index high) {
    states += std::uint64_t{high} - low + 1;
    return (++calls & 0xFFFFF) != 0 || cpu_seconds() < end;
  }
};
// The last two digits at once.
struct StairsWatch : Watch {
  bool stairs(const Index*, const Stairs& all) {
    const Index* low = all.lows + all.low * all.stride;
    const Index* high = all.highs + all.low * all.stride;
    for (Index g = all.low; g <= all.high; ++g, low += all.stride, high += all.stride) {
      states += std::uint64_t{std::min(all.last_high, *high)} - std::max(all.last_low, *low) + 1;
    }
    return (++calls & 0xFFFFF) != 0 || cpu_seconds() < end;
  }
};

// The best of several runs, if it takes so little that there is time for more: other work on the machine only
// slows.
template <class Watcher = Watch, class Enumerate>
Figure measure(double seconds, Enumerate enumerate) {
  Figure best;
  const double begin = cpu_seconds();
  for (int again = 0; again < 5 && (again == 0 || (best.finished && cpu_seconds() - begin < seconds));
       ++again) {
    Figure figure;
    const std::size_t before = bench::bytes_in_use();
    bench::peak_from_now();
    const double start = cpu_seconds();
    Watcher watch{};
    watch.end = start + seconds;
    figure.finished = enumerate(watch);
    figure.seconds = cpu_seconds() - start;
    figure.states = static_cast<double>(watch.states);
    figure.bytes = bench::peak_bytes() - before;
    if (again == 0 || figure.seconds < best.seconds) best = figure;
  }
  return best;
}

std::string time_of(const Figure& figure, double states) {
  if (figure.finished) return fmt::format("{:.2f}", figure.seconds);
  return states > 0 ? fmt::format("≈{:.0f}", states / figure.rate()) : "–";
}
std::string published(double seconds) { return seconds == 0 ? "o.o.m." : fmt::format("{:g}", seconds); }

// Wall-clock seconds of ParaMount over quicklex.
double para_mount_seconds(const Poset& poset, unsigned workers) {
  const double start = wall_seconds();
  ParaMount{.workers = workers,
            .enumerate =
                [&](const Interval& interval) {
                  std::uint64_t counted = 0;
                  return quick_lex(poset, interval, [&](const Index*) { return ++counted > 0; });
                }}
      .run(poset);
  return wall_seconds() - start;
}

struct Tables {
  std::string times =
      "| | n | events | states | bfs | tree | lex | quicklex | runs | diagram |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::string rates =
      "| | bfs | tree | lex | quicklex | runs | runs, two digits | diagram | poset | bfs | tree | lex | "
      "quicklex | runs | diagram | events read | loading |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::string shares;
  std::vector<unsigned> workers;

  Tables() {
    const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
    for (unsigned w = 1; w < cores; w *= 2) workers.push_back(w);
    workers.push_back(cores);
    shares = "| | quicklex |";
    for (const unsigned w : workers) shares += fmt::format(" ParaMount({}) |", w);
    shares += " speed-up | published, lexical: on 1, 2, 4, 8 |\n|---|--:|";
    for (std::size_t k = 0; k < workers.size(); ++k) shares += "--:|";
    shares += "--:|---|\n";
  }
};

void measure_all(const bench::NamedPoset& benchmark, double seconds, Tables& tables) {
  Published text{.name = benchmark.name};
  for (const Published& one : kPublished)
    if (one.name == text.name) text = one;
  const Poset& poset = benchmark.poset;
  const Interval all = whole(poset);
  double states = 0;
  std::optional<Diagram> diagram;
  const Figure folded = measure(seconds, [&](Watch& watch) {
    diagram = Diagram::build(
        poset, all, {.bytes = std::size_t{1} << 30, .stop = [&] { return cpu_seconds() > watch.end; }});
    return diagram.has_value();
  });
  if (diagram) states = diagram->count().convert_to<double>();
  const Figure in_runs = measure(seconds, [&](Watch& w) { return runs(poset, all, w); });
  const Figure in_stairs = measure<StairsWatch>(seconds, [&](StairsWatch& w) { return runs(poset, all, w); });
  if (in_stairs.finished) states = in_stairs.states;
  const Figure in_quick = measure(seconds, [&](Watch& w) { return quick_lex(poset, all, w); });
  const Figure in_lex = measure(seconds, [&](Watch& w) { return lex(poset, all, w); });
  const Figure in_tree = measure(seconds, [&](Watch& w) { return tree(poset, all, w); });
  const Figure in_bfs = measure(seconds, [&](Watch& w) { return bfs(poset, all, w); });
  tables.times += fmt::format(
      "| {} | {} ({}) | {} ({}) | {} ({:.4g}) | {} ({}) | {} ({}) | {} ({}) | {} ({}) | {} | {} |\n",
      text.name, poset.processes(), text.processes, poset.events(), text.events,
      states > 0 ? fmt::format("{:.0f}", states) : "–", text.states, time_of(in_bfs, states),
      published(text.seconds[0]), time_of(in_tree, states), published(text.seconds[1]),
      time_of(in_lex, states), published(text.seconds[2]), time_of(in_quick, states),
      published(text.seconds[3]), time_of(in_runs, states),
      folded.finished ? fmt::format("{:.4f}", folded.seconds) : "–");
  const auto mega = [](const Figure& figure) { return fmt::format("{:.0f}", figure.rate() / 1e6); };
  tables.rates += fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {}{} | {} | {} | {} | {} | {} | {} | {:.2f} s |\n",
      text.name, mega(in_bfs), mega(in_tree), mega(in_lex), mega(in_quick), mega(in_runs), mega(in_stairs),
      diagram ? fmt::format("{:.3g}", states / std::max(folded.seconds, 1e-6) / 1e6) : "–",
      bytes_text(poset.bytes()), in_bfs.finished ? "" : ">", bytes_text(in_bfs.bytes),
      bytes_text(in_tree.bytes), bytes_text(in_lex.bytes), bytes_text(in_quick.bytes),
      bytes_text(in_runs.bytes), bytes_text(folded.bytes), benchmark.read, benchmark.loading);
  if (!in_quick.finished || in_quick.seconds < 0.05) return;  // too long or too short to compare
  tables.shares += fmt::format("| {} | {:.2f} s |", text.name, in_quick.seconds);
  std::vector<double> wall;
  for (const unsigned w : tables.workers) {
    wall.push_back(para_mount_seconds(poset, w));
    tables.shares += fmt::format(" {:.2f} s |", wall.back());
  }
  tables.shares += fmt::format(" {:.2f} |", wall.front() / wall.back());
  if (text.lexical[0] > 0)
    tables.shares += fmt::format(" {:g} {:g} {:g} {:g} s", text.lexical[0], text.lexical[1], text.lexical[2],
                                 text.lexical[3]);
  tables.shares += " |\n";
}

int run(double seconds, const std::vector<std::string>& arguments) {
  Tables tables;
  for (const std::string& argument : arguments) {
    const auto benchmark = bench::load_poset(argument);
    if (!benchmark) {
      fmt::print(stderr, "expected NAME=TRACE, with a trace that can be read: {}\n", argument);
      return 2;
    }
    measure_all(*benchmark, seconds, tables);
  }
  fmt::print("Seconds on one core; in brackets the text's figures.\n\n{}", tables.times);
  fmt::print(
      "\nMillion states a second on one core; then bytes: of the poset, and beside it (>: not finished); "
      "then "
      "what it takes to load.\n\n{}",
      tables.rates);
  fmt::print("\nParaMount over quicklex, wall-clock seconds on so many workers.\n\n{}", tables.shares);
  return 0;
}

}  // namespace
}  // namespace heddle::states

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: states_table SECONDS NAME=TRACE…\n", stderr);
    return 2;
  }
  return heddle::states::run(std::atof(argv[1]), {argv + 2, argv + argc});
}
