// SPDX-License-Identifier: Apache-2.0
// Table 6.1 of "Predicate detection for parallel computations" anew: the time to enumerate the reachable
// states of a loset by BFS, DFS, Lex1 (strong feasibility of every feasible state), Lex2 (with the short
// cut), and by the default, the decision diagram, here made to hand out every state as runs of the last
// digit. The computations of the text were never published; these are like them in kind, threads, events and
// number of states: for each row random programs of its kind are drawn until the number of reachable states
// is within a fifth of the published one.
//
//   loset_table [seconds] [rows]     a cell that takes longer than `seconds` (20) is cut and shown as >;
//                                    rows: upper, lower, all, or the name of a computation
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "states/loset_quick_lex.h"
#include "states/loset_walk.h"
#include "states/state_diagram.h"

namespace {

using namespace heddle;
using order::Index;
using order::Loset;

enum class Kind { bank, set_faulty, set_correct, list_unlocked, list_locked, sor, tsp, raytracer, hedc };

struct Row {
  const char* name;
  Kind kind;
  std::size_t threads, events;
  double states;
  const char *bfs, *dfs, *lex1, *lex2;
};
constexpr const char* kOom = "o.o.m.";
const Row kUpper[] = {
    {"bank", Kind::bank, 7, 91, 664325, "0.99", "3.20", "0.20", "0.09"},
    {"set (faulty)", Kind::set_faulty, 6, 114, 947951, "1.36", "5.25", "4.55", "1.16"},
    {"set (correct)", Kind::set_correct, 6, 140, 2762420, "3.55", "28.70", "16.84", "3.16"},
    {"arraylist1", Kind::list_unlocked, 12, 56, 354293, "0.57", "1.06", "0.11", "0.07"},
    {"arraylist2", Kind::list_locked, 7, 103, 3045808, "4.48", "30.28", "2.42", "0.22"},
    {"sor", Kind::sor, 14, 66, 3188645, "9.16", "32.29", "0.29", "0.22"},
    {"tsp", Kind::tsp, 8, 76, 1235981, "1.99", "11.26", "0.80", "0.17"},
    {"raytracer", Kind::raytracer, 9, 121, 4882833, "10.36", "42.57", "1.67", "0.54"},
    {"hedc", Kind::hedc, 7, 92, 458334, "0.64", "1.50", "0.66", "0.38"},
};
const Row kLower[] = {
    {"bank", Kind::bank, 9, 121, 53808433, "350.27", kOom, "21.76", "4.47"},
    {"set (faulty)", Kind::set_faulty, 7, 147, 15040942, "40.21", kOom, "183.68", "23.02"},
    {"set (correct)", Kind::set_correct, 7, 189, 78130591, "452.43", kOom, "1476.82", "160.38"},
    {"arraylist1", Kind::list_unlocked, 16, 76, 28697813, "175.80", kOom, "3.22", "1.66"},
    {"arraylist2", Kind::list_locked, 8, 118, 25740144, "104.81", kOom, "43.62", "1.75"},
    {"sor", Kind::sor, 16, 76, 28697813, "174.48", kOom, "2.47", "1.64"},
    {"tsp", Kind::tsp, 10, 90, 25000001, "115.77", kOom, "807.08", "52.33"},
    {"raytracer", Kind::raytracer, 10, 132, 24414083, "98.15", kOom, "10.30", "2.83"},
    {"hedc", Kind::hedc, 9, 121, 24522560, "108.37", kOom, "90.29", "7.30"},
};

// Main forks the workers, each does its kind of work, main joins them.
class Program {
 public:
  Program(const Row& row, std::mt19937_64& random) : row_(row), random_(random), builder_(row.threads) {}

  Loset make() {
    const std::size_t workers = row_.threads - 1;
    std::vector<Index> forks;
    for (std::size_t w = 0; w < workers; ++w) forks.push_back(builder_.add(0));
    // Late joins let all workers run together; work of main's own between keeps some of it apart.
    const std::size_t rest = row_.events - 2 * workers;
    const std::size_t together = 1 + random_() % workers;  // after so many workers main waits for one
    std::size_t left = rest;
    for (std::size_t w = 0; w < workers; ++w) {
      const std::size_t share = left / (workers - w);
      left -= share;
      const std::size_t t = w + 1;
      while (builder_.size(t) < share) work(t, share - builder_.size(t));
      builder_.order({0, forks[w]}, {t, 1});
      if (w >= together && chance(chain_))
        builder_.order({t - together, builder_.size(t - together)}, {t, 1});
    }
    for (std::size_t w = 0; w < workers; ++w)
      builder_.order({w + 1, builder_.size(w + 1)}, {0, builder_.add(0)});
    return std::move(*builder_.build());
  }

  double chain_ = 0;       // how often a worker waits for an earlier one
  std::size_t nodes_ = 3;  // of the list; accounts of the bank

 private:
  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  std::size_t below(std::size_t n) { return random_() % n; }
  void plain(std::size_t t, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) builder_.add(t);
  }
  void section(std::size_t t, std::size_t lock, std::size_t inside) {
    builder_.acquire(t, event::LockId(lock));
    plain(t, inside);
    builder_.release(t, event::LockId(lock));
  }

  void work(std::size_t t, std::size_t left) {
    switch (row_.kind) {
      case Kind::bank:  // transfers between two accounts, taken in order
        if (left < 6) return plain(t, left);
        {
          const std::size_t a = below(nodes_), b = a + 1 + below(2);
          builder_.acquire(t, event::LockId(a));
          builder_.acquire(t, event::LockId(b));
          plain(t, 2);
          builder_.release(t, event::LockId(b));
          builder_.release(t, event::LockId(a));
        }
        return;
      case Kind::set_correct:  // hand over hand along the list
      case Kind::set_faulty: {
        const std::size_t nodes = nodes_;
        if (left < 2 * nodes) return plain(t, left);
        builder_.acquire(t, event::LockId(0));
        for (std::size_t node = 1; node < nodes; ++node) {
          if (row_.kind == Kind::set_faulty && node == 1) {  // lets go before it has the next
            builder_.release(t, event::LockId(0));
            builder_.acquire(t, event::LockId(1));
          } else {
            builder_.acquire(t, event::LockId(node));
            builder_.release(t, event::LockId(node - 1));
          }
        }
        builder_.release(t, event::LockId(nodes - 1));
        return;
      }
      case Kind::list_unlocked:
      case Kind::sor:
        return plain(t, left);
      case Kind::list_locked:
        if (left < 3 || chance(0.4)) return plain(t, 1);
        return section(t, 0, 1);
      case Kind::tsp:  // the shared bound and the work queue
        if (left < 3 || chance(0.2)) return plain(t, 1);
        return section(t, below(2), 1);
      case Kind::raytracer:
        if (left < 3 || chance(0.7)) return plain(t, 1);
        return section(t, 0, 1);
      case Kind::hedc:
        if (left < 5 || chance(0.2)) return plain(t, 1);
        builder_.acquire(t, event::LockId(2 + below(2)));
        section(t, below(2), 1);
        return release_outer(t);
    }
  }
  void release_outer(std::size_t t) {
    for (std::size_t lock = 2; lock < 4; ++lock)
      if (builder_.holds(t, event::LockId(lock))) builder_.release(t, event::LockId(lock));
  }

  const Row& row_;
  std::mt19937_64& random_;
  order::LosetBuilder builder_;
};

double now() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;  // of this process: others may be at work too
}

struct Cell {
  double seconds = 0;
  std::uint64_t states = 0;
  bool cut = false, memory = false;
};
std::string text(const Cell& cell) {
  if (cell.memory) return kOom;
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
  std::mt19937_64 random(7);
  Loset loset;
  double best = 1e30;
  const double drawing = now();
  for (int tries = 0; tries < 4000 && now() - drawing < 5; ++tries) {
    Program program(row, random);
    program.chain_ = static_cast<double>(tries % 11) / 10;
    program.nodes_ = 2 + random() % 7;
    Loset candidate = program.make();
    const auto diagram = states::StateDiagram::reachable(candidate, std::size_t{16} << 20);
    if (!diagram) continue;
    const double count = diagram->count()->convert_to<double>();
    const double off = std::max(count / row.states, row.states / count);
    if (off < best) best = off, loset = std::move(candidate);
    if (best < 1.02) break;
  }
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
      row.name, loset.threads(), loset.events(), ours.states, row.states, row.bfs, text(bfs), row.dfs,
      text(dfs), row.lex1, text(lex1), row.lex2, text(lex2), text(ours), text(counted), lex2.cut ? ">" : "",
      lex2.seconds / ours.seconds);
  if ((!lex2.cut && lex2.states != ours.states) || (!bfs.cut && !bfs.memory && bfs.states != ours.states))
    fmt::print("the enumerations disagree: BFS {}, Lex2 {}, default {}\n", bfs.states, lex2.states,
               ours.states);
  std::fflush(stdout);
  if (sum == 1) std::puts("");
}

}  // namespace

int main(int count, char** arguments) {
  const double limit = count > 1 ? std::stod(arguments[1]) : 20;
  const std::string rows = count > 2 ? arguments[2] : "all";
  std::puts("CPU seconds, published / here; `default` enumerates every state, `count` only counts them.\n");
  std::puts(
      "| computation | n | events | states | published | BFS | DFS | Lex1 | Lex2 | default | count | Lex2 / "
      "default |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const Row& row : kUpper)
    if (rows == "all" || rows == "upper" || rows == row.name) print(row, limit);
  for (const Row& row : kLower)
    if (rows == "all" || rows == "lower" || rows == row.name) print(row, limit);
}
