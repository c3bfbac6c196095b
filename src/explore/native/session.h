// SPDX-License-Identifier: Apache-2.0
// One check of one function (or of a whole program) inside the process that holds it.
//
// The search and all it knows are in shared memory; worker processes run its parts (pool.h). In-process, a
// worker runs all its executions itself, one after another: hundreds of thousands a second, and puts back what each of
// them left (put_back.cpp). Isolated, each execution has a process of its own, forked from a worker that stands
// before the function's first step: for programs that leave what cannot be put back. Either way the process that
// asked stays untouched: it watches the workers, and can go on with its next test whatever happened to them.
//
// A failure in-process counts if it repeats in a process that ran nothing before, and the absence of one if no execution
// found what another one had left. If not, the search is run again: in-process if it is known by now what is to be put
// back, else isolated.
#pragma once

#include "explore/execution_graph.h"
#include "explore/native/advice.h"
#include "explore/native/follow.h"
#include "explore/native/given.h"
#include "explore/native/pool.h"
#include "explore/replay.h"
#include "explore/strategies.h"
#include "runtime/control/put_back.h"
#include "runtime/control/world.h"
#include "schedule/shard.h"

namespace heddle::explore {

class GraphSearch;
class PartReader;
class PartWriter;
struct Standing;

struct Request {
  Given given;                 // what was asked for, and where to tell of it
  Options options;             // of it: for the search
  control::Settings settings;  // of it: for control
  bool isolate = false;
  unsigned jobs = 1;                 // worker processes, where the search is long enough
  std::uint64_t share_after = 1024;  // executions in this process, or a 64th of it isolated
  double end = 0;                    // on the clock of now(): by then it is to have ended; 0: any time
  const char* name = "";
  const char* tried = "";   // of a test of linearizability: which scenarios, in words
  std::uint64_t check = 0;  // which of those that the program makes
  bool is_whole = false;    // though the program is shared out (--shard)
  int (*failed)() = nullptr;
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  std::uint64_t command_line = 0, command_line_end = 0;  // where its strings are

  const schedule::Wishes& wishes() const { return given.wishes; }
};
// The wishes in the terms of those who fulfil them.
Request request_of(const Given& given);

// What is known at the end; in shared memory, filled by the workers.
struct Result {
  std::uint64_t executions;
  std::uint64_t redundant;
  double done;
  double seconds;
  bool complete;            // every schedule the search stands for was run
  bool repeats;             // a replay came to the same end as the schedule said
  bool stopped;             // by a limit
  std::uint64_t identical;  // replays that went exactly as the first one
  bool isolated;            // each execution had a process of its own
  char isolated_because[256];
  double estimate, estimate_error;  // of how many executions there are; 0: none was made
  std::uint64_t search_bytes;       // of what the search knew, at most
  std::uint64_t sampled;            // executions beside the search
  char found_by[16];                // the sampler that found the failure
  bool leaked;  // executions may have found what earlier ones left; those who look know where now
  control::ChangedPieces changed;
  std::uint64_t outline;  // of a share: the digest of what was shared out
  char bound[160];        // why the search is not exhaustive
  std::uint32_t decisions;
  std::uint32_t preemptions;
  static constexpr std::size_t kDecisions = std::size_t{1} << 20;
  Decision schedule[kDecisions];  // of the failure
  // The steps of an execution that passes, and goes the way of the failing one as far as can be; 0: none was found.
  std::uint32_t passing_count;
  control::Place passing[control::Shared::kSteps];
};

class Session {
 public:
  explicit Session(const Request& request);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run();     // search, and if a schedule fails shorten it and record its steps
  void search();  // no more than that
  const Result& result() const { return *result_; }
  const control::Shared& shared() const { return *shared_; }
  const Request& request() const { return request_; }
  const schedule::Word& asked_model() const { return asked_model_; }
  const Advice* advice() const { return advice_; }            // nullptr: nobody asked for it
  const Following* followed() const { return followed_; }     // nullptr: there was no plan
  const ExecutionGraph* witness() const { return witness_; }  // of a failure under a weak memory model
  bool others_failed() const { return others_failed_; }       // other ranks
  bool others_stopped() const { return others_stopped_; }

 private:
  struct Signature {
    control::FailureKind kind;
    std::uint64_t pc;
    std::uint64_t address;
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  Signature signature() const;
  std::uint64_t digest() const;  // of the failure and every step of the way
  void exhaust();
  // left_open.cpp
  bool deepen();
  void doubt_races();
  void forget_bound();
  // Under which memory model: model_choice.cpp.
  void choose_model();
  bool is_shared_out() const;
  void explore_under(std::string_view model, std::string_view strategy);
  bool is_of_no_use() const;
  bool wants_other_model() const;  // between executions: this search has shown what it can
  bool changes_model();            // after a search: another one follows
  void set_up_pool();
  bool must_run_again();
  bool must_begin_again();
  void forget_end();
  void begin_search();
  // share_out.cpp
  void begin_sharing();
  GraphSearch& graph_search() const;
  bool has_spread() const;
  bool goes_on_with_share();
  // checkpoint.cpp
  bool keeps_checkpoints() const;
  Standing standing() const;
  void write_rest(PartWriter& writer);
  void write_checkpoint();
  void end_checkpoints();
  void resume_search();
  // learnt.cpp
  bool learn(const control::Shared& other, const control::ChangedPieces& changed);
  void adopt(const control::Shared& other, const Standing& standing);
  enum class Taken : std::uint8_t { whole, differs, damaged };
  Taken take_part(PartReader& reader, Standing& standing, bool adopts);
  static control::Shared* map_other();
  // others.cpp
  bool has_others() const;
  std::uint64_t check_to_resume() const;
  bool is_before_checkpoint() const;
  bool shares_graphs() const;
  bool is_concluded() const;
  void begin_round();
  std::size_t graphs_to_spare() const;
  bool can_spare() const;
  bool is_called();
  void give_part();
  bool take_parts();
  GraphSearch& search_left() const;
  void save_part();
  bool goes_on_with_others();
  enum class Agreed : std::uint8_t { goes_on, again, over };
  Agreed agree(bool again);
  // Loops were found to wait that the search did not know of. It is right without knowing, but runs many more executions.
  static constexpr std::uint64_t kFew = 4096;  // executions
  bool found_waits() const {
    return !is_fixed_ && !round_.gave && !round_.took && shared_->waits_count != shared_->waits_visible &&
           pool_->total().executions < kFew;
  }
  // The process that asked.
  bool start_worker(std::size_t index, void (Session::*body)(Pool::Worker&));
  void supervise(const Search* only);  // until all workers have ended; `only`: what they run, if no task
  void worker_died(const Search* search, int status);
  // beside.cpp
  bool may_sample() const;
  bool goes_on_after_pause();
  void run_beside(const Strategy& strategy, const Options& options, double seconds);
  void estimate();
  void note_estimate();  // of the probes that the pool ran
  void sample();
  static Pool* map_pool();
  void ask_where();
  void note_stuck(const Pool::Worker& worker);
  void kill_workers();
  // Worker processes.
  void work(Pool::Worker& worker);
  void replay_once(Pool::Worker& worker);
  void run_tasks(Pool::Worker& worker);
  bool can_go_back() const;
  bool run_in_process(Pool::Worker& worker, Search& search);
  bool run_isolated(Pool::Worker& worker, Search& search);
  void after_execution();
  bool out_of_time() const;
  double seconds_left() const;  // infinity: no limit was set
  void keep_schedule(const Search& search);
  void note_progress();
  bool attempt(std::span<const Decision> decisions, bool record);
  bool repeats();  // what failed
  bool is_stubborn() const {
    return shared_->doubts[static_cast<std::size_t>(control::Doubt::stubborn_state)] != 0;
  }
  void shorten();
  void watch_what_failed(std::span<const Decision> failing, std::uint64_t address);
  void find_passing(std::span<const Decision> failing, double until);
  void replay_given();
  void take_racy();
  void take_paths();
  void follow_given();  // follow.cpp

  Request request_;
  const Strategy* strategy_ = nullptr;
  Arena* arena_ = nullptr;
  schedule::SharedProgress* progress_ = nullptr;  // none without `heddle check`
  control::Shared* shared_ = nullptr;
  Result* result_ = nullptr;
  Pool* pool_ = nullptr;
  Arena* more_arenas_[Pool::kTasks] = {};  // one a task but the first
  Replay* replay_ = nullptr;               // what an attempt runs
  const ExecutionGraph* witness_ = nullptr;
  Advice* advice_ = nullptr;
  const Following* followed_ = nullptr;
  bool records_ = false;
  bool reads_input_ = false;  // a worker: from a file
  bool may_deepen_;           // nobody asked for other bounds than there are by default
  bool ran_beside_ = false;   // workers, beside each other
  // Nobody asked for a model: sequential consistency first, then, if the program goes beyond it, C++'s; and where
  // that search meets what it does not know, what there is under sequential consistency after all.
  enum class Model : std::uint8_t { asked_for, sequential, weak, sequential_again };
  Model model_ = Model::asked_for;
  schedule::Word asked_model_;
  double start_ = 0;
  unsigned runs_again_ = 0;
  schedule::Shard shard_;
  bool resumed_ = false;     // from a checkpoint
  bool was_killed_ = false;  // a worker, in the middle of an execution
  bool spreads_ = false;     // the shares are being made
  bool is_fixed_ = false;    // they are made: what is learnt now comes too late
  // Other ranks, and the round that they are in.
  struct Round {
    std::uint32_t number = 1;
    bool gave = false, took = false;  // parts
    bool is_over = false;             // for everybody
    bool differs = false;             // parts could not be put together
  };
  Round round_;
  bool follows_ = false;    // begins with nothing
  bool is_called_ = false;  // workers were stopped for them
  bool is_alone_ = false;   // executions must not run beside each other: only rank 0 runs any
  bool others_failed_ = false, others_stopped_ = false;
  std::uint64_t all_executions_ = 0;  // of the last round
  control::Shared* other_ = nullptr;  // what a part brings
  // Beside the search.
  Pool* sampling_pool_ = nullptr;
  Arena* sampling_arena_ = nullptr;
  bool paused_ = false;
  double pause_at_ = 0;      // 0: it is not to be interrupted
  double beside_until_ = 0;  // of what runs instead; 0: the search runs
  unsigned pauses_ = 0, estimates_ = 0;
  double error_squares_ = 0;
};

double now();  // seconds
void set_bound(Result& result, std::string_view text);
std::uint32_t preemptions_in(std::span<const Decision> decisions);

}  // namespace heddle::explore
