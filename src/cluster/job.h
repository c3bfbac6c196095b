// SPDX-License-Identifier: Apache-2.0
// This process as a rank of a job that mpirun, srun or their like started.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/group.h"

namespace heddle::cluster {

bool is_rank_of_job();        // the environment says so
std::size_t rank_in_job();    // likewise; 0: it says nothing
unsigned ranks_on_machine();  // 1: nobody else, or it is not known
// The names of the environment's variables that tell a process which rank it is: its own children are none.
std::vector<std::string> variables_of_rank();

class Job {
 public:
  // Loads the library from `directory`, and waits for the other ranks. An Error: they cannot work together.
  static base::Result<std::unique_ptr<Job>> join(const std::string& directory, const std::string& version);
  static std::unique_ptr<Job> alone();                                      // of this process and nobody else
  explicit Job(std::unique_ptr<Group> group) : group_(std::move(group)) {}  // of ranks that know each other

  Group& group() { return *group_; }
  bool is_first() const { return group_->rank() == 0; }
  // All ranks have the same `what`, of which this is a digest; else rank 0 says so, and ends all.
  base::Result<void> agree(std::uint64_t digest, const std::string& what);
  // At the end of something that all ranks do: what each of them says, by rank, for rank 0; nothing for the others.
  base::Result<std::vector<std::string>> gather(const std::string& own);
  // Something that all ranks do: each gets what every rank has for it, by rank.
  base::Result<std::vector<std::string>> exchange(const std::vector<std::string>& for_each);
  // Rank 0 answers what the others ask it, whenever it waits for them or calls serve(); empty: it does not.
  void answer_with(std::function<std::string(const std::string&)> answer) { answer_ = std::move(answer); }
  void serve();
  // What rank 0 answers; it may be asked itself.
  std::string ask_first(const std::string& question);
  // At the very end, when all ranks come here.
  void leave();
  // This rank cannot go on. Rank 0 tells why, and ends all.
  [[noreturn]] void give_up(const std::string& why);

 private:
  [[noreturn]] void abort(const std::string& why);
  base::Result<Message> await(std::uint32_t kind, std::uint32_t number);

  std::unique_ptr<Group> group_;
  void take_apart();

  std::uint32_t gathered_ = 0, exchanged_ = 0;
  std::function<std::string(const std::string&)> answer_;
  std::deque<Message> kept_;  // that nobody awaits yet
};

}  // namespace heddle::cluster
