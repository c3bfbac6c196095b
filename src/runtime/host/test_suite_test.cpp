// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/test_suite.h"

#include <gmock/gmock.h>

namespace heddle::runtime::host {
namespace {

using testing::ElementsAre;

TEST(TestSuite, GoogleTestLists) {
  EXPECT_THAT(tests_in(Framework::googletest,
                       "Running main() from gtest_main.cc\nQueue.\n  PushPop\n  DISABLED_Slow\n"
                       "Sizes/Typed/0.  # TypeParam = int\n  Fits  # GetParam() = 3\n"),
              ElementsAre("Queue.PushPop", "Sizes/Typed/0.Fits"));
}

TEST(TestSuite, Catch2Lists) {
  EXPECT_THAT(tests_in(Framework::catch2, "push and pop\nwith, comma\n"),
              ElementsAre("push and pop", "with, comma"));
  EXPECT_THAT(arguments_for(Framework::catch2, "with, [x]"), ElementsAre("--abort", "with\\, \\[x\\]"));
}

TEST(TestSuite, Catch2Version3) {
  EXPECT_THAT(tests_in(Framework::catch3, "push and pop\nwith, comma\n"),
              ElementsAre("push and pop", "with, comma"));
  EXPECT_THAT(arguments_for(Framework::catch3, "with, [x]"),
              ElementsAre("--abort", "--allow-running-no-tests", "with\\, \\[x\\]"));
}

TEST(TestSuite, DoctestLists) {
  EXPECT_THAT(tests_in(Framework::doctest,
                       "[doctest] listing all test case names\n=====\npush\n=====\n"
                       "[doctest] unskipped test cases passing the current filters: 1\n"),
              ElementsAre("push"));
}

TEST(TestSuite, BoostLists) {
  EXPECT_THAT(
      tests_in(Framework::boost, "alone*\nqueue*\n    push*: first\n    skipped\n    inner*\n        pop*\n"),
      ElementsAre("alone", "queue/push", "queue/inner/pop"));
}

}  // namespace
}  // namespace heddle::runtime::host
