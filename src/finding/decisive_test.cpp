// SPDX-License-Identifier: Apache-2.0
#include "finding/decisive.h"

#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

Step step(const char* thread, const char* operation, const char* target, std::uint32_t line = 0) {
  return {
      .thread = thread, .operation = operation, .target = target, .location = {.file = "a.c", .line = line}};
}

std::vector<std::size_t> marked(Kind kind, const std::vector<Step>& failing, std::vector<Step> schedule) {
  mark_decisive(kind, failing, schedule);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < schedule.size(); ++i)
    if (schedule[i].decisive) places.push_back(i);
  return places;
}

TEST(Decisive, TheLastLookAndWhoChangedWhatItSaw) {
  const std::vector<Step> schedule = {step("T1", "write", "x"), step("T2", "write", "y"),
                                      step("T1", "write", "x"), step("main", "read", "x"),
                                      step("main", "fails", "")};
  EXPECT_EQ(marked(Kind::assertion, {step("main", "fails", "")}, schedule), (std::vector<std::size_t>{2, 3}));
}

TEST(Decisive, NotTheLockThatIsGivenBackBehindTheLook) {
  const std::vector<Step> schedule = {step("T1", "write", "x"), step("main", "acquire", "m"),
                                      step("main", "read", "x"), step("main", "release", "m"),
                                      step("main", "free", "p")};
  EXPECT_EQ(marked(Kind::assertion, {step("main", "fails", "")}, schedule), (std::vector<std::size_t>{0, 2}));
}

TEST(Decisive, OfADeadlockWhoTookWhatOthersWaitFor) {
  const std::vector<Step> waiting = {step("T1", "acquire", "b"), step("T2", "acquire", "a")};
  EXPECT_EQ(marked(Kind::deadlock, waiting,
                   {step("T1", "acquire", "a"), step("T2", "acquire", "b"), waiting[0], waiting[1]}),
            (std::vector<std::size_t>{0, 1}));
}

TEST(Decisive, OfALockThatAThreadHoldsItselfWhereItTookIt) {
  Step waiting = step("T2", "acquire", "a");
  waiting.holding = {"a"};
  EXPECT_EQ(
      marked(Kind::deadlock, {waiting},
             {step("T1", "acquire", "a"), step("T1", "release", "a"), step("T2", "acquire", "a"), waiting}),
      (std::vector<std::size_t>{2}));
}

TEST(Decisive, OfFreedMemoryTheFreeAndTheUse) {
  const std::vector<Step> both = {step("main", "free", "*p", 9), step("T1", "read", "*p", 5)};
  EXPECT_EQ(marked(Kind::use_after_free, both, {step("main", "write", "*p", 3), both[1], both[0]}),
            (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace heddle::finding
