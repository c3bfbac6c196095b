// SPDX-License-Identifier: Apache-2.0
#include "finding/unordered.h"

#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

Step step(const char* thread, const char* operation, const char* target, const char* order = "") {
  static std::uint32_t line = 0;
  return {.thread = thread,
          .operation = operation,
          .target = target,
          .location = {.file = "a.c", .line = ++line},
          .order = order};
}

bool ordered_before(const std::vector<Step>& between) {
  const Step write = step("T1", "write", "data"), read = step("T2", "read", "data");
  std::vector<Step> schedule{write};
  schedule.insert(schedule.end(), between.begin(), between.end());
  schedule.push_back(read);
  return !ordered_by_older_standards(schedule, write, read).empty();
}

const Step head = step("T1", "atomic store", "f", "release");
const Step behind = step("T1", "atomic store", "f", "relaxed");
const Step load = step("T2", "atomic load", "f", "acquire");

TEST(Unordered, ARelaxedStoreOfTheSameThreadContinuedAReleaseSequence) {
  EXPECT_TRUE(ordered_before({head, behind, load}));
  EXPECT_TRUE(ordered_before({head, behind, step("T3", "atomic read-modify-write", "f", "relaxed"), load}));
}

TEST(Unordered, OnlyBehindARelease) {
  EXPECT_FALSE(ordered_before({behind, behind, load}));
  EXPECT_FALSE(ordered_before({step("T1", "atomic store", "g", "release"), behind, load}));
  EXPECT_FALSE(ordered_before({step("T3", "atomic store", "f", "release"), behind, load}));
}

TEST(Unordered, NotWithoutARelaxedStore) { EXPECT_FALSE(ordered_before({head, load})); }

TEST(Unordered, AStoreOfAnotherThreadEndsTheSequence) {
  EXPECT_FALSE(ordered_before({head, step("T3", "atomic store", "f", "relaxed"), behind, load}));
  EXPECT_FALSE(ordered_before({head, behind, step("T3", "atomic store", "f", "relaxed"), load}));
}

TEST(Unordered, OnlyWhoAcquiresIsOrdered) {
  EXPECT_FALSE(ordered_before({head, behind, step("T2", "atomic load", "f", "relaxed")}));
  EXPECT_FALSE(ordered_before({head, behind, step("T3", "atomic load", "f", "acquire")}));
  Step elsewhere = load;
  elsewhere.sees = "reads T3's store";
  EXPECT_FALSE(ordered_before({head, behind, elsewhere}));
}

}  // namespace
}  // namespace heddle::finding
