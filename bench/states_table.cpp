// SPDX-License-Identifier: Apache-2.0
// The text's Tables 3.1 and 4.2 anew: how fast each enumeration is, and how much memory it needs beside the
// poset.
//   states_table [seconds for each figure, default 2]
// The text's posets were never published; these have its numbers of processes and events and nearly its
// numbers of states (test/random/computations.h). Time is CPU time of one core; where an enumeration does not
// finish in the time given, its rate so far is the figure and the whole is extrapolated, marked ≈. Memory is
// what is allocated while it runs.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>
#include <time.h>

#include "random/computations.h"
#include "states/bfs.h"
#include "states/diagram.h"
#include "states/lex.h"
#include "states/para_mount.h"
#include "states/process_order.h"
#include "states/quick_lex.h"
#include "states/runs.h"
#include "states/tree.h"

namespace {

std::atomic<std::size_t> g_in_use = 0;
std::atomic<std::size_t> g_peak = 0;

}  // namespace

void* operator new(std::size_t size) {
  void* result = std::malloc(size);
  if (result == nullptr) throw std::bad_alloc();
  const std::size_t now = g_in_use += malloc_usable_size(result);
  if (now > g_peak) g_peak = now;
  return result;
}
void operator delete(void* pointer) noexcept {
  g_in_use -= malloc_usable_size(pointer);
  std::free(pointer);
}
void operator delete(void* pointer, std::size_t) noexcept { operator delete(pointer); }

namespace heddle::states {
namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Benchmark {
  std::string name;
  Poset poset;
  double published_states;
  double published[4];  // seconds of BFS, Tree, Lex, QuickLex; 0: out of memory
};

std::vector<Benchmark> benchmarks() {
  using random::distributed;
  std::vector<Benchmark> all;
  const auto add = [&](const char* name, Poset poset, double states, double bfs, double tree, double lex,
                       double quick_lex) {
    all.push_back({name, poset.reordered(process_order(poset)), states, {bfs, tree, lex, quick_lex}});
  };
  add("d-300", distributed(10, 300, 520, 8), 42'695'907, 58.43, 3.80, 3.41, 0.76);
  add("d-500", distributed(10, 500, 500, 1), 237'475'992, 375.06, 19.40, 18.67, 3.78);
  add("d-10K", distributed(10, 10'000, 500, 1), 4'962'876'973, 8211.87, 393.74, 448.28, 86.38);
  add("bank", random::program({.threads = 8, .events = 96, .own_steps = 12, .locks = 0}), 815'730'721, 0,
      56.67, 64.37, 9.69);
  add("tsp", random::program({.threads = 8, .events = 105'282, .own_steps = 1, .locks = 1}), 13'474'170, 9.85,
      1.63, 2.37, 0.37);
  add("hedc", random::program({.threads = 12, .events = 216, .own_steps = 4, .locks = 1, .rounds = 2}),
      4'486'599'595, 0, 322.04, 488.22, 78.34);
  add("elevator", random::program({.threads = 12, .events = 38'528, .own_steps = 2, .locks = 1}),
      27'643'588'608, 0, 2248.39, 4677.12, 660.40);
  add("w-4", distributed(4, 480, 50, 6), 9'381'251, 2.51, 0.88, 0.38, 0.16);
  add("w-8", distributed(8, 480, 200, 4), 7'392'009'768, 0, 609.74, 454.28, 128.03);
  add("w-12", distributed(12, 480, 300, 2), 206'379'406'870, 0, 19225.98, 21303.66, 3996.17);
  add("w-16", distributed(16, 480, 480, 2), 991'493'848'554, 0, 111452.52, 179844.62, 23263.05);
  return all;
}

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
    const std::size_t before = g_in_use;
    g_peak = before;
    const double start = cpu_seconds();
    Watcher watch{};
    watch.end = start + seconds;
    figure.finished = enumerate(watch);
    figure.seconds = cpu_seconds() - start;
    figure.states = static_cast<double>(watch.states);
    figure.bytes = g_peak - before;
    if (again == 0 || figure.seconds < best.seconds) best = figure;
  }
  return best;
}

std::string time_of(const Figure& figure, double states) {
  if (figure.finished) return fmt::format("{:.2f}", figure.seconds);
  return states > 0 ? fmt::format("≈{:.0f}", states / figure.rate()) : "–";
}
std::string published(double seconds) { return seconds == 0 ? "o.o.m." : fmt::format("{:g}", seconds); }
std::string bytes(std::size_t count) {
  return count < 10'000       ? fmt::format("{} B", count)
         : count < 10'000'000 ? fmt::format("{} kB", count / 1000)
                              : fmt::format("{} MB", count / 1'000'000);
}

void run(double seconds) {
  std::string rates =
      "\n| | bfs | tree | lex | quicklex | runs | runs, two digits | diagram | poset | bfs | tree | lex | "
      "quicklex | "
      "runs | diagram |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::string shares = "\n| | quicklex | ParaMount(1) | ParaMount(2) | speed-up |\n|---|--:|--:|--:|--:|\n";
  fmt::print(
      "Seconds on one core; in brackets the text's.\n\n| | n | events | states | bfs | tree | lex | quicklex "
      "| runs | "
      "diagram |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const Benchmark& benchmark : benchmarks()) {
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
    const Figure in_stairs =
        measure<StairsWatch>(seconds, [&](StairsWatch& w) { return runs(poset, all, w); });
    if (in_stairs.finished) states = in_stairs.states;
    const Figure in_quick = measure(seconds, [&](Watch& w) { return quick_lex(poset, all, w); });
    const Figure in_lex = measure(seconds, [&](Watch& w) { return lex(poset, all, w); });
    const Figure in_tree = measure(seconds, [&](Watch& w) { return tree(poset, all, w); });
    const Figure in_bfs = measure(seconds, [&](Watch& w) { return bfs(poset, all, w); });
    fmt::print("| {} | {} | {} | {} ({:.4g}) | {} ({}) | {} ({}) | {} ({}) | {} ({}) | {} | {} |\n",
               benchmark.name, poset.processes(), poset.events(),
               states > 0 ? fmt::format("{:.0f}", states) : "–", benchmark.published_states,
               time_of(in_bfs, states), published(benchmark.published[0]), time_of(in_tree, states),
               published(benchmark.published[1]), time_of(in_lex, states), published(benchmark.published[2]),
               time_of(in_quick, states), published(benchmark.published[3]), time_of(in_runs, states),
               folded.finished ? fmt::format("{:.4f}", folded.seconds) : "–");
    std::fflush(stdout);
    const auto mega = [](const Figure& figure) { return fmt::format("{:.0f}", figure.rate() / 1e6); };
    rates += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {}{} | {} | {} | {} | {} | {} |\n", benchmark.name,
        mega(in_bfs), mega(in_tree), mega(in_lex), mega(in_quick), mega(in_runs), mega(in_stairs),
        diagram ? fmt::format("{:.3g}", states / std::max(folded.seconds, 1e-6) / 1e6) : "–",
        bytes(poset.bytes()), in_bfs.finished ? "" : ">", bytes(in_bfs.bytes), bytes(in_tree.bytes),
        bytes(in_lex.bytes), bytes(in_quick.bytes), bytes(in_runs.bytes), bytes(folded.bytes));
    if (!in_quick.finished || in_quick.seconds < 0.1) continue;  // too long or too short to compare
    double wall[2];
    for (unsigned workers : {1U, 2U}) {
      const double start = wall_seconds();
      ParaMount{.workers = workers,
                .enumerate =
                    [&](const Interval& interval) {
                      std::uint64_t counted = 0;
                      return quick_lex(poset, interval, [&](const Index*) { return ++counted > 0; });
                    }}
          .run(poset);
      wall[workers - 1] = wall_seconds() - start;
    }
    shares += fmt::format("| {} | {:.2f} s | {:.2f} s | {:.2f} s | {:.2f} |\n", benchmark.name,
                          in_quick.seconds, wall[0], wall[1], wall[0] / wall[1]);
  }
  fmt::print("\nMillion states a second on one core; then bytes: of the poset, and beside it.\n{}", rates);
  fmt::print("\nParaMount over quicklex, wall-clock, on 1 and 2 workers.\n{}", shares);
}

}  // namespace
}  // namespace heddle::states

int main(int argc, char** argv) { heddle::states::run(argc > 1 ? std::atof(argv[1]) : 2); }
