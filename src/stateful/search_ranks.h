// SPDX-License-Identifier: Apache-2.0
// One search by all ranks of a job: the states are shared out by a hash of what they consist of (Stern and Dill,
// Parallelizing the Murphi verifier, 1997). Each rank stores and expands its own, breadth first, and sends what it
// comes to on the way to whoever it belongs to. So the memory of all ranks together is there for the states: who cannot
// get rid of what it sends expands nothing until it can.
//
//   search_ranks.cpp         rounds, and what all learn from each other between them
//   search_ranks_states.cpp  a state on its way to another rank
//   search_ranks_ends.cpp    at the end of a round: the ways to what was found, and livelocks
//   search_ranks_rest.cpp    what is left of the search, in a file, and gone on with by as many ranks as there are
//
// Numbers. Parts of states are numbered by each machine for itself: the first state that has one brings it along. What
// states themselves speak of, objects and threads, has the same number everywhere: rank 0 counts, and is asked by whoever
// makes something for the first time (MachineOptions::number).
//
// Reductions are those of one process (movers.h), of which none needs a stack: what a transaction relied on is kept with
// the state it began in, and left-mover parts that do not end are cut after so many steps. What protects a variable is
// learned by each rank from what it sees. When nobody has anything left to expand, and no state is on its way
// (cluster/sharing.h), all tell what they have learned, and each takes in all of it: what protects a variable everywhere
// is what is common to all. Then all know the same. States that relied on something lost are expanded again, or everything
// is, in a next round; the search is over when a round brings nothing new. So at the end every state was expanded, by
// somebody, with what all know: the argument of machine_search.cpp holds as for one process. Which blocks are alike, and
// whether the program looks at numbers, is told likewise; if symmetry is found wrong the round ends at once.
//
// The number of states is that of one process where that does not depend on the order of the search: without
// reduction and symmetry, or with --inference restarting and no symmetry. The verdict always is.
//
// A finding's path leads through states of several ranks: it is put together between the rounds. Livelocks: an edge that
// changes nothing is kept where it leads to; who turns out to lead out tells those who lead to him, and what is left goes
// to rank 0, which looks for components.
#pragma once

#include <deque>

#include "cluster/job.h"
#include "cluster/sharing.h"
#include "stateful/search_parts.h"

namespace heddle::stateful {

class Search::Others final : public cluster::Work {
 public:
  Others(Search& search, cluster::Job& job) : search_(search), job_(job), out_(job.group().size()) {
    names_.resize(job.group().size());
  }
  void run();

  // ---- for the search ----
  // The state in words_ and key_: true if it is stored, or is on its way to the rank that it belongs to.
  bool sends_away(StateNumber from, Move move, std::uint32_t steps);
  void suspect(StateNumber from, Move move, std::uint32_t steps, const Telling& tell);
  void keep_words();  // of what waits: states are about to be given up for their hashes

  // ---- of a round (cluster/sharing.h) ----
  bool rests() override;
  void want_part() override {}
  std::optional<std::string> part() override { return ""; }
  void take_part(std::string part) override;
  void want_snapshot() override {}
  std::optional<std::string> snapshot() override;
  void conclude(bool stops) override;
  std::optional<std::string> word() override;
  void hear(const std::vector<std::string>& words) override;
  std::uint64_t done() override { return search_.store_.size(); }
  bool asks() override { return false; }

 private:
  using Rank = std::uint32_t;
  struct Waiting {
    StateNumber node = 0;
    bool is_new = false;
    Words words;  // empty: they are stored
  };
  struct Out {  // to a rank, since the last batch
    std::string parts, states;
    std::vector<bool> knows;  // parts that it was sent, this round
    std::size_t used = 0;     // objects that it was told of
    bool is_first = true;     // batch of the round
  };
  struct Suspect {
    StateNumber from = 0;
    Move move;
    std::uint32_t steps = 0;
    Telling tell;
  };
  struct Edge {  // that changes nothing
    StateNumber to = 0, from = 0;
    Rank of = 0;  // `from`
  };

  Rank rank() const { return static_cast<Rank>(job_.group().rank()); }
  Rank ranks() const { return static_cast<Rank>(job_.group().size()); }
  // search_ranks.cpp
  void begin_round();
  void expand();
  void expand(Waiting waiting);
  void look_at_limits(cluster::Sharing& sharing);
  void begin_again(bool unlearn);
  std::uint64_t digest_of_first() const;
  void put_learned(cluster::Packer& packer) const;
  void take_learned(cluster::Unpacker& unpacker);
  // search_ranks_states.cpp
  static std::uint64_t hash_of_bytes(std::string_view part) { return base::hash_bytes(part) | 1; }
  std::uint64_t hash_of(program::ComponentNumber part);
  std::uint64_t hash_of(std::span<const std::uint32_t> words);
  void send_batch(std::size_t to);
  std::string text_of(program::ComponentNumber part, bool is_summary) const;
  void put_part(Out& out, program::ComponentNumber part, bool is_summary);
  struct Batch {  // of states that others sent
    bool is_first = false;
    std::string parts, states;
  };
  struct Sent {  // one of them
    StateNumber from = 0;
    Move move;
    std::uint32_t steps = 0;
    bool counts = false;
    Words words;
  };
  Batch opened(const std::string& body);
  static Sent next_of(cluster::Unpacker& unpacker);
  static program::ComponentNumber part_of(Search& search, const std::string& text, bool is_summary);
  void make_key_here();
  void add_state(Rank of, cluster::Unpacker& unpacker);
  void keep_state(Rank of, StateNumber from, Move move, std::uint32_t steps, bool counts);
  template <class HashOfPart>
  std::uint64_t hash_of(std::span<const std::uint32_t> words, const HashOfPart& of_part) const {
    const std::size_t first = search_.header();
    std::uint64_t hash = base::combine(words[0], words[first]);
    for (const program::ComponentNumber part : words.subspan(first + 1))
      hash = base::combine(hash, of_part(part));
    return hash;
  }
  // search_ranks_rest.cpp
  struct Source;
  std::string rest();
  void keep(const std::vector<std::string>& parts);
  void take_rest();
  void share_out(Source& source, std::vector<StateNumber>& counts);
  void take_states(Source& source, const std::vector<Source>& all);
  void take_sent(const std::string& part, std::vector<Source>& all);
  void take_results(cluster::Unpacker& unpacker);
  // search_ranks_ends.cpp
  void tell_suspects();
  void find_livelocks();
  std::vector<std::string> exchange(const std::vector<std::string>& for_each);
  std::vector<bool> lead_nowhere();
  struct Way;
  void follow(Way way, std::vector<cluster::Packer>& out, std::uint64_t& moving, std::vector<Way>& whole);

  Search& search_;
  cluster::Job& job_;
  cluster::Sharing* sharing_ = nullptr;
  std::deque<Waiting> waiting_;
  std::vector<Rank> origins_;  // of each state: whose its parent is
  std::vector<Edge> edges_;
  std::vector<bool> has_edge_;  // by state: one from it was kept by somebody
  std::vector<Suspect> suspects_;
  bool is_concluded_ = false, has_said_ = false, is_over_ = false, was_stopped_ = false;
  std::string stopped_because_;  // a doubt
  std::vector<Out> out_;
  std::vector<tsl::robin_map<program::ComponentNumber, program::ComponentNumber>> names_;  // of others' parts
  std::set<program::ComponentNumber> sent_summaries_;  // parts that say what happens-before knows
  std::vector<std::uint64_t> hashes_;                  // of parts
};

// Rank 0 of a job counts what the machines of all ranks make.
struct Numbers {
  std::map<program::Making, std::uint32_t> known;
  std::uint32_t counted[2] = {};
};
std::function<std::uint32_t(const program::Making&)> counted_by(cluster::Job& job,
                                                                const std::shared_ptr<Numbers>& numbers);

// The checkpoint to go on with, on all ranks: what follows its head, the stage and the numbers.
base::Result<void> read_checkpoint(cluster::Job& job, Checkpoints& checkpoints);
std::uint64_t digest_of(const program::Program& program);

}  // namespace heddle::stateful
