// SPDX-License-Identifier: Apache-2.0
// One test that is run, one that skips itself, and one that fails and says what only heddle may say of the second.
#include <cstdio>

#include <gtest/gtest.h>

TEST(Days, Runs) { EXPECT_EQ(1, 1); }
TEST(Days, Skips) { GTEST_SKIP() << "not on Sundays"; }
TEST(Days, Fails) {
  std::puts("[  SKIPPED ] Days.Fails");
  FAIL();
}
