// SPDX-License-Identifier: Apache-2.0
// Tables 5.1 to 5.3 of Wolff's thesis computed anew, beside the published figures, and what the other
// programs cost. Times are CPU seconds of one core, for all three observers together; the thesis ran one
// combined observer on an Intel Xeon E5-2650 v3. Its columns OWN used an unsound exclusion and its GC columns
// another (both named in the errata), so its smaller numbers of views are not comparable; ours are of sound
// proofs. Its MM has two threads a view, which is the row "MM, 2 threads" here. A row that takes more than
// kRowSeconds of CPU time ends as "limit". For epochs and hazard pointers Meyer and Wolff (POPL 2019) published 16
// and 19 s for Treiber's stack, 2,630 and 7,075 for Michael and Scott's queue, 3,754 and 7,010 for DGLM.
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "prove/front/frontend.h"
#include "prove/prover.h"

namespace {

using namespace heddle::prove;

struct Column {
  const char* name;
  Memory memory;
  bool pruning, summaries;
  Distances distances = Distances::coarse;
  int views = 1;
};
constexpr Column kColumns[] = {
    {"GC", Memory::gc, true, true},
    {"OWN", Memory::own, true, true},
    {"MM", Memory::mm, true, true},
    {"MM, 2 threads", Memory::mm, true, true, Distances::coarse, 2},
    {"GC-", Memory::gc, false, true},
    {"OWN-", Memory::own, false, true},
    {"MM-", Memory::mm, false, true},
    {"GC whole views", Memory::gc, true, false},
    {"OWN whole views", Memory::own, true, false},
    {"MM whole views", Memory::mm, true, false},
};

constexpr double kNone = -1;  // not published
struct Row {
  const char* name;
  double values[5];  // GC, OWN, GC-, OWN-, MM as published
};
struct Published {
  const char* title;
  const char* program;
  std::vector<Row> rows;
};

constexpr double kRowSeconds = 100;

void measure(const Program& program, const Column& column, const Refinement& refinement = {}) {
  Options options;
  options.memory = column.memory;
  options.pruning = column.pruning;
  options.summaries = column.summaries;
  options.distances = column.distances;
  options.views = column.views;
  Search search;
  search.enabled = false;
  const std::clock_t start = std::clock();
  const auto seconds_so_far = [&] { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  options.stopped = [&] { return seconds_so_far() > kRowSeconds; };
  const Proof proof = prove(program, options, search, refinement);
  const double seconds = seconds_so_far();
  const Statistics& all = proof.statistics;
  std::printf("  %-16s %-8s %8.2f %9llu %8llu %9llu %11llu %13llu %14llu\n", column.name,
              seconds > kRowSeconds ? "limit" : name(proof.answer).c_str(), seconds,
              static_cast<unsigned long long>(all.views), static_cast<unsigned long long>(all.buckets),
              static_cast<unsigned long long>(all.effects),
              static_cast<unsigned long long>(all.sequential_steps),
              static_cast<unsigned long long>(all.interference_steps),
              static_cast<unsigned long long>(all.pruned_steps));
  std::fflush(stdout);
}

Program read(const std::string& directory, const std::string& name) {
  auto program = read_program(directory + "/" + name + ".c", {});
  if (program) return *program;
  std::printf("%s\n", heddle::base::describe(program.error()).c_str());
  std::exit(2);
}

void heading(const std::string& title) {
  std::printf("\n%s\n  %-16s %-8s %8s %9s %8s %9s %11s %13s %14s\n", title.c_str(), "memory", "answer",
              "seconds", "views", "buckets", "effects", "sequential", "interference", "pruned");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string directory = count > 1 ? arguments[1] : "test/programs/prove";
  const bool is_short = count > 2;
  const std::vector<Published> tables = {
      {"Table 5.1, coarse stack",
       "atomic_stack",
       {{"seconds", {0.053, 0.21, 0.18, 0.49, 5.04}},
        {"views", {328, 703, 507, 950, 16117}},
        {"buckets", {20, 42, 20, 42, 62}},
        {"sequential", {941, 1914, 1243, 2477, 25462}},
        {"interference", {3624, 7650, 19321, 33693, 183388}},
        {"pruned", {9332, 20446, kNone, kNone, kNone}}}},
      {"Table 5.2, coarse queue",
       "atomic_queue",
       {{"seconds", {0.043, 0.57, 0.19, 2.29, 31.18}},
        {"views", {199, 520, 331, 790, 27499}},
        {"buckets", {15, 30, 15, 30, 93}},
        {"sequential", {589, 1335, 779, 1966, 60271}},
        {"interference", {1008, 8545, 9530, 65025, 442306}},
        {"pruned", {4986, 27224, kNone, kNone, kNone}}}},
      {"Table 5.3, Treiber's stack with version counters",
       "treiber_tagged",
       {{"seconds", {0.059, 2.37, 0.146, 3.89, 612}},
        {"views", {269, 744, 269, 746, 116776}},
        {"buckets", {10, 17, 10, 17, 26}},
        {"sequential", {779, 2656, 837, 2174, 322328}},
        {"interference", {4159, 45815, 11530, 73470, 7913705}},
        {"pruned", {14196, 88897, kNone, kNone, kNone}}}},
  };
  for (const Published& table : tables) {
    const Program program = read(directory, table.program);
    heading(table.title);
    for (const Column& column : kColumns) {
      if (is_short && (!column.pruning || !column.summaries || column.views == 2)) continue;
      measure(program, column);
    }
    std::printf("  published:       %10s %10s %10s %10s %10s\n", "GC", "OWN", "GC-", "OWN-", "MM");
    for (const Row& row : table.rows) {
      std::printf("    %-14s", row.name);
      for (double value : row.values)
        value == kNone ? std::printf(" %10s", "-") : std::printf(" %10g", value);
      std::printf("\n");
    }
  }
  struct More {
    const char* program;
    std::vector<Memory> memories;
  };
  for (const More& more :
       {More{"treiber", {Memory::gc}}, More{"coarse_stack", {Memory::gc, Memory::own, Memory::mm}},
        More{"coarse_queue", {Memory::gc, Memory::own, Memory::mm}},
        More{"two_lock_queue", {Memory::gc, Memory::own, Memory::mm}}, More{"ms_queue", {Memory::gc}},
        More{"dglm_queue", {Memory::gc}}, More{"ms_queue_tagged", {Memory::gc, Memory::own, Memory::mm}},
        More{"treiber_epoch", {Memory::own}}, More{"treiber_hazard", {Memory::own}},
        More{"ms_queue_epoch", {Memory::own}}, More{"ms_queue_hazard", {Memory::own}},
        More{"sets/coarse_list", {Memory::gc, Memory::own}},
        More{"sets/hand_over_hand", {Memory::gc, Memory::own}}, More{"sets/optimistic_list", {Memory::gc}},
        More{"sets/lazy_list", {Memory::gc}}, More{"sets/vechev_yahav_list", {Memory::gc}}}) {
    const Program program = read(directory, more.program);
    heading(more.program);
    for (Memory memory : more.memories) {
      const std::string label = name(memory);
      measure(program, {label.c_str(), memory, true, true});
    }
  }
  // Those that need more in view than is tried first.
  const Refinement refinement = {{{1, Distances::coarse, true}, {1, Distances::fine}, {2, Distances::coarse}},
                                 kRowSeconds};
  for (const char* program : {"locked_pop", "dglm_queue_tagged", "deferred_stack"}) {
    heading(std::string(program) + ", refined by itself");
    for (Memory memory : {Memory::own, Memory::mm}) {
      const std::string label = name(memory);
      measure(read(directory, program), {label.c_str(), memory, true, true}, refinement);
    }
  }
  for (const char* program : {"dglm_queue_epoch", "dglm_queue_hazard"}) {
    heading(std::string(program) + ", refined by itself");
    measure(read(directory, program), {"own", Memory::own, true, true}, refinement);
  }
}
