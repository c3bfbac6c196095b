// SPDX-License-Identifier: Apache-2.0
// The steps of a check in the words of its source: names of what they touch, where, and what they saw.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"
#include "runtime/host/check_memory.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

class ScheduleWords {
 public:
  explicit ScheduleWords(const CheckRecord& check);

  finding::Step step(const CheckPlace& place);
  // What is not about memory is a choice (heddle::choose) or, at the end, what fails: an assertion, an abort.
  std::string mark(const CheckPlace& place) const;
  static void fails_at(finding::Step& step);
  // The thread's last access of the failure's memory, as it was recorded: with its whole stack and the locks held.
  const CheckPlace& recorded(const CheckPlace& place) const;
  // All that happened, and what failed at the end of it.
  std::vector<finding::Step> schedule();
  // Which step of the record each of schedule() is, from 1, as far as they are steps of it; schedule() comes first.
  const std::vector<std::size_t>& numbers() const { return numbers_; }
  // Between the steps of schedule(), which comes first.
  std::vector<finding::Relation> relations() const;
  // What happened in an execution that passes.
  std::vector<finding::Step> passing();
  finding::ThreadNote note(std::uint32_t thread);
  CheckMemory& memory() { return memory_; }

  // Whether something is used whose block, or thread, has ended; the step that ends it; and whether it is the thread's.
  bool ends_life() const;
  finding::Step end_of_life();
  bool is_of_thread();

 private:
  void show_end_of_life(std::vector<finding::Step>& failing, std::vector<finding::Step>& shown);
  const CheckPlace* creation_of(std::uint32_t thread) const;

  CheckRecord check_;  // without what need not be told
  CheckMemory memory_;
  static constexpr std::size_t kNotShown = static_cast<std::size_t>(-1);
  std::vector<std::size_t> recorded_;  // which step of the record each of check_.steps is
  std::vector<std::size_t> numbers_;
  std::vector<std::size_t> shown_;  // where each step stands in schedule()
};

}  // namespace heddle::runtime::host
