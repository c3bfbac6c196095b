// SPDX-License-Identifier: Apache-2.0
// The text's Tables 3.2 and 3.3 and its Figures 3.8 to 3.10 anew: ParaMount on 1, 2, 4 and 8 workers, over
// each sequential enumeration.
//   para_mount_table SECONDS NAME=TRACE…     so long for each figure
// Time is CPU time of all workers together. So it shows what dividing costs, whatever else the machine does;
// "by CPU" is how much faster so many workers would be on as many cores: workers · CPU of one enumeration
// alone / CPU of all workers. (Workers that wait for work spin, and so cost CPU time.) What does not finish in
// the time given is extrapolated from its rate, marked ≈. Memory is what is allocated beside the poset.
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
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

constexpr std::array<unsigned, 4> kWorkers = {1, 2, 4, 8};
using Times = std::array<double, 1 + kWorkers.size()>;  // alone, then on so many workers; 0: out of memory
struct Published {
  std::string name;
  Times bfs, lex;
};
const Published kPublished[] = {
    {"d-300", {47.0, 35.9, 19.4, 10.6, 6.9}, {3.4, 3.5, 1.5, 0.8, 0.5}},
    {"d-500", {380.8, 195.4, 100.5, 54.5, 33.6}, {17.8, 15.3, 7.6, 3.9, 2.1}},
    {"d-10K", {8599.1, 4089.0, 2190.5, 1150.4, 757.7}, {406.8, 327.3, 163.4, 105.0, 43.1}},
    {"bank", {0, 635.3, 521.4, 372.4, 302.5}, {50.8, 40.3, 20.5, 11.0, 5.8}},
    {"tsp", {8.6, 7.1, 3.7, 1.9, 1.1}, {1.6, 1.5, 0.8, 0.4, 2.3}},
    {"hedc", {0, 10850.7, 10182.2, 8032.5, 4646.9}, {487.4, 406.5, 203.3, 110.8, 72.1}},
    {"elevator", {0, 28655.3, 13903.2, 6985.4, 3696.2}, {4233.8, 3491.6, 1742.7, 870.2, 435.7}},
};

struct Count {
  std::atomic<std::uint64_t> states = 0;
  std::atomic<bool> late = false;
  double end = 0;
};
// Counts the states of one interval, and looks at the clock now and then.
struct Visit {
  Count& count;
  std::uint64_t here = 0, calls = 0;
  explicit Visit(Count& of) : count(of) {}
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit() { count.states += here; }
  bool go_on() {
    if ((++calls & 0xFFFF) == 0 && bench::wall_seconds() > count.end) count.late = true;
    return !count.late;
  }
  bool operator()(const Index*) { return ++here, go_on(); }
  bool operator()(const Index*, Index low, Index high) {
    here += std::uint64_t{high} - low + 1;
    return go_on();
  }
};

using Enumerate = bool (*)(const Poset&, const Interval&, Visit&);
struct Algorithm {
  const char* name;
  const char* title;
  Enumerate enumerate;
  Times Published::*published;
};
const Algorithm kAlgorithms[] = {
    {"bfs", "Table 3.2 and Figure 3.8: B-Para, over bfs",
     [](const Poset& p, const Interval& i, Visit& v) { return bfs(p, i, v); }, &Published::bfs},
    {"lex", "Table 3.3 and Figure 3.9: L-Para, over lex",
     [](const Poset& p, const Interval& i, Visit& v) { return lex(p, i, v); }, &Published::lex},
    {"tree", "ParaMount over tree", [](const Poset& p, const Interval& i, Visit& v) { return tree(p, i, v); },
     nullptr},
    {"quicklex", "ParaMount over quicklex",
     [](const Poset& p, const Interval& i, Visit& v) { return quick_lex(p, i, v); }, nullptr},
    {"runs", "ParaMount over runs", [](const Poset& p, const Interval& i, Visit& v) { return runs(p, i, v); },
     nullptr},
};

struct Figure {
  double seconds = 0;
  bool finished = false;
  std::size_t bytes = 0;
};
// 0 workers: the enumeration alone.
Figure measure(const Poset& poset, Enumerate enumerate, unsigned workers, double states, double seconds) {
  Figure best;
  const double begin = bench::wall_seconds();
  for (int again = 0; again < 3 && (again == 0 || bench::wall_seconds() - begin < seconds); ++again) {
    Count count;
    count.end = bench::wall_seconds() + seconds;
    bench::peak_from_now();
    const std::size_t before = bench::bytes_in_use();
    const double start = bench::cpu_seconds();
    const auto of_interval = [&](const Interval& interval) {
      if (bench::wall_seconds() > count.end) count.late = true;
      Visit visit(count);
      return !count.late && enumerate(poset, interval, visit);
    };
    const bool finished = workers == 0 ? of_interval(whole(poset))
                                       : ParaMount{.workers = workers, .enumerate = of_interval}.run(poset);
    double spent = bench::cpu_seconds() - start;
    if (!finished) spent *= states / std::max<double>(1, static_cast<double>(count.states));
    if (again == 0 || spent < best.seconds)
      best = {spent, finished, bench::peak_bytes() - std::min(before, bench::peak_bytes())};
  }
  return best;
}

std::string number(double value, bool exact) {
  return fmt::format("{}{:.{}f}", exact ? "" : "≈", value, value < 10 ? 2 : 0);
}

std::string row(const bench::NamedPoset& named, const Algorithm& algorithm, double states, double seconds) {
  std::array<Figure, 1 + kWorkers.size()> figures;
  for (std::size_t k = 0; k < figures.size(); ++k)
    figures[k] = measure(named.poset, algorithm.enumerate, k == 0 ? 0 : kWorkers[k - 1], states, seconds);
  std::string text = fmt::format("| {} |", named.name);
  for (const Figure& figure : figures) text += fmt::format(" {} |", number(figure.seconds, figure.finished));
  for (std::size_t k = 1; k < figures.size(); ++k)
    text += fmt::format(" {:.1f} |", kWorkers[k - 1] * figures[0].seconds / figures[k].seconds);
  text += fmt::format(" {}{} / {} |", figures[0].finished ? "" : ">", bench::bytes_text(figures[0].bytes),
                      bench::bytes_text(figures[2].bytes));
  for (const Published& published : kPublished) {
    if (algorithm.published == nullptr || published.name != named.name) continue;
    const Times& times = published.*algorithm.published;
    text += times[0] > 0 ? fmt::format(" {:g}", times[0]) : " o.o.m.";
    for (std::size_t k = 1; k < times.size(); ++k) text += fmt::format(" · {:g}", times[k]);
    text += " |";
    for (std::size_t k = 1; k < times.size(); ++k)
      text += times[0] > 0 ? fmt::format("{} {:.1f}", k > 1 ? " ·" : "", times[0] / times[k])
                           : (k == 1 ? " –" : "");
    text += " |";
  }
  return text + "\n";
}

int run(double seconds, const std::vector<std::string>& arguments) {
  std::vector<bench::NamedPoset> posets;
  std::vector<double> states;
  for (const std::string& argument : arguments) {
    auto loaded = bench::load_poset(argument);
    if (!loaded) {
      fmt::print(stderr, "expected NAME=TRACE, with a trace that can be read: {}\n", argument);
      return 2;
    }
    const auto diagram =
        Diagram::build(loaded->poset, whole(loaded->poset), {.bytes = std::size_t{1} << 30, .stop = {}});
    states.push_back(diagram ? diagram->count().convert_to<double>() : 0);
    posets.push_back(std::move(*loaded));
  }
  for (const Algorithm& algorithm : kAlgorithms) {
    fmt::print(
        "{}. CPU seconds: alone, then of 1, 2, 4 and 8 workers together; by CPU; memory alone / of two "
        "workers{}\n\n",
        algorithm.title, algorithm.published ? "; published: seconds, and how much faster" : "");
    fmt::print("| | {} | (1) | (2) | (4) | (8) | by CPU (1) | (2) | (4) | (8) | memory |{}\n", algorithm.name,
               algorithm.published ? " seconds | faster |" : "");
    fmt::print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|{}\n", algorithm.published ? "---|---|" : "");
    for (std::size_t k = 0; k < posets.size(); ++k) {
      fmt::print("{}", row(posets[k], algorithm, states[k], seconds));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  return 0;
}

}  // namespace
}  // namespace heddle::states

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: para_mount_table SECONDS NAME=TRACE…\n", stderr);
    return 2;
  }
  return heddle::states::run(std::atof(argv[1]), {argv + 2, argv + argc});
}
