// SPDX-License-Identifier: Apache-2.0
// Exhaustive search over the states of a machine: every reachable state once, so programs that never end are
// finished as soon as they have no new states. See machine_search.cpp for the reductions and what a clean
// answer means.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/job.h"
#include "finding/finding.h"
#include "program/machine/machine.h"

namespace heddle::stateful {

enum class Reduction : std::uint8_t { none, left_movers, transactions, goldilocks };
enum class SearchOrder : std::uint8_t { depth_first, breadth_first, heuristic };
// How a data race is recognised. adjacent: two threads stand before conflicting accesses; exact as long as
// every atomic is seq_cst. summary: by happens-before (h), which is then part of the state; always exact.
// path: by h along the search's own path only, as the paper does: cheaper, may miss races.
enum class RaceCheck : std::uint8_t { off, adjacent, summary, path };
// Which unordered accesses are races: those of which one writes; any two; or no read with a later write, as the paper
// on h has it.
enum class Discipline : std::uint8_t { shared_reads, exclusive, writes_first };
// incremental: what relied on a protection is explored again when it is lost. restarting: everything is.
enum class Inference : std::uint8_t { incremental, restarting };
// How condition C (the left-mover part of a transaction ends) is ensured. bounded: it is cut after a number
// of steps. components: only where a cycle of states without a way out exists.
enum class ConditionC : std::uint8_t { bounded, components, off };

struct HeuristicChoice {
  bool writes_first = true;
  bool watch_written = true;
  bool avoid_release_acquire = true;
  bool acquire_first = true;
};

struct Numbers;  // search_ranks.h

// What is left of a search, kept in a file now and then, and gone on with (search_ranks_rest.cpp).
struct Checkpoints {
  std::string file;  // empty: none
  double seconds = 120;
  std::string command;  // which the file begins with (schedule/checkpoint_command.h)
  std::string resume;   // a file that rank 0 reads; empty: from the beginning
  std::function<std::string(const finding::Finding&)> write;
  std::function<base::Result<finding::Finding>(const std::string&)> read;
  // Set by search_machine.
  std::uint64_t identity = 0;  // of program and options
  std::uint32_t stage = 0;     // which of its searches
  std::vector<std::string> rest;
  std::shared_ptr<Numbers> numbers;
  bool is_used() const { return !file.empty() || !resume.empty(); }
};

struct MachineSearchOptions {
  Reduction reduction = Reduction::transactions;
  SearchOrder order = SearchOrder::depth_first;
  HeuristicChoice heuristics;
  RaceCheck races = RaceCheck::adjacent;
  Discipline discipline = Discipline::shared_reads;
  Inference inference = Inference::incremental;
  ConditionC condition_c = ConditionC::bounded;
  bool deadlocks = true;
  bool livelocks = true;
  bool deadlock_rules = true;  // off, for tests: right movers then hide some (movers.h)
  // States that differ only in the numbers of blocks and threads are one. Given up by itself where numbers
  // matter, or where it does not pay (search_symmetry.cpp).
  bool symmetry = true;
  bool stop_at_first = false;
  std::uint64_t limit_states = 0;  // 0: none
  std::uint64_t limit_memory = 0;  // bytes; beyond it only hashes of states are kept
  double limit_seconds = 0;
  program::MachineOptions machine;
  bool tell_sharing = false;          // how memory is shared (sharing.h); not by ranks
  bool collect_final_states = false;  // for tests: the globals' bytes of every end of the program
  std::function<bool()> interrupted;  // asked now and then; true: stop and report
  // All ranks of a job do one search (search_ranks.h); null: this process does it alone.
  cluster::Job* job = nullptr;
  Checkpoints checkpoints;
};

struct MachineSearchResult {
  std::vector<finding::Finding> findings;
  std::vector<std::string> schedules;  // of each finding, for the native engine (machine_findings.h)
  finding::Verdict verdict;
  std::uint64_t states = 0;        // stored
  std::uint64_t steps = 0;         // visible operations executed
  std::uint64_t transactions = 0;  // runs of one thread from stored state to stored state
  std::uint64_t reexplored = 0;    // states expanded again because a protection was lost
  std::uint64_t restarts = 0;
  std::uint64_t merged = 0;      // new states that were isomorphic, not equal, to a stored one
  std::string without_symmetry;  // why symmetry was not used; empty if it was, or nobody asked for it
  std::uint64_t longest_path = 0;
  std::uint64_t first_length = 0;                     // steps of the first finding's path
  std::uint64_t first_states = 0;                     // states seen until then
  std::uint64_t state_bytes = 0;                      // memory for the states
  std::uint64_t summary_rows = 0, summary_facts = 0;  // the size of h, where it was followed
  std::uint64_t variables = 0;
  std::uint64_t unprotected = 0;
  std::vector<finding::Protection> protections;
  std::string inputs;            // how they were tried, if that was exact; a sentence
  bool weak_atomics = false;     // some were executed
  bool unordered_looks = false;  // some call told what others did without ordering anything
  double seconds = 0;
  double cpu_seconds = 0;
  std::set<std::vector<std::uint8_t>> final_states;
  double idle_seconds = 0;   // of a rank that had nothing to do
  std::string refused;       // why the file to go on with is not of this search: nothing was searched
  bool was_stopped = false;  // by a limit or Ctrl-C: a search with checkpoints can be gone on with
};

// Why several ranks cannot do this search together, and why it cannot be kept for another time; empty if they can.
std::string not_for_ranks(const program::Program& program, const MachineSearchOptions& options);

// With a job: what this rank has found and counted, and the doubts of all. Add up what the ranks say.
MachineSearchResult search_machine(const program::Program& program, const MachineSearchOptions& options);

}  // namespace heddle::stateful
