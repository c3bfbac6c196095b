// SPDX-License-Identifier: Apache-2.0
#include "finding/attempts.h"

#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

Step step(const char* thread, const char* operation, const char* target) {
  return {.thread = thread, .operation = operation, .target = target};
}

TEST(Attempts, WhatAThreadStandsBeforeHasNotHappened) {
  Finding deadlock{.kind = Kind::deadlock};
  deadlock.steps = {step("main", "join", "T1"),
                    step("T1", "acquire", "b"),
                    step("T2", "acquire shared", "a"),
                    step("T3", "wait", "full"),
                    step("T4", "arrive at barrier", "gate"),
                    step("T5", "receive", "permits")};
  deadlock.schedule = {step("T1", "acquire", "a"), step("T2", "acquire", "b")};
  for (const Step& each : deadlock.steps) deadlock.schedule.push_back(each);
  tell_attempts(deadlock);
  const std::vector<std::string> wanted = {
      "waits for the end of",    "waits for", "waits for", "waits for notify of",
      "waits for the others at", "waits for"};
  EXPECT_EQ(deadlock.variable, "b, a, full, gate, permits");
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(waits_for_end(deadlock.steps[i]), i == 0);
    EXPECT_EQ(deadlock.steps[i].operation, wanted[i]);
    EXPECT_EQ(deadlock.schedule[i + 2].operation, wanted[i]);
  }
  EXPECT_EQ(deadlock.schedule[0].operation, "acquire") << "this one happened";
  EXPECT_EQ(deadlock.schedule[1].operation, "acquire");
}

// The schedule need not have the attempt; what its thread did last stays what it was.
TEST(Attempts, AnotherLastStepOfTheThreadIsLeftAlone) {
  Finding deadlock{.kind = Kind::deadlock};
  deadlock.steps = {step("T1", "acquire", "b")};
  deadlock.schedule = {step("T1", "acquire", "a")};
  tell_attempts(deadlock);
  EXPECT_EQ(deadlock.schedule[0].operation, "acquire");
  deadlock.steps = {step("T1", "acquired by hand", "b"), step("T2", "atomic load", "x")};
  tell_attempts(deadlock);
  EXPECT_EQ(deadlock.steps[0].operation, "acquired by hand") << "only whole words are the operation's name";
  EXPECT_EQ(deadlock.steps[1].operation, "atomic load");
}

}  // namespace
}  // namespace heddle::finding
