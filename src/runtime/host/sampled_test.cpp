// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/sampled.h"

#include <gtest/gtest.h>

namespace heddle::runtime::host {
namespace {

TEST(Sampled, AShareIsAPercentageOrANumber) {
  EXPECT_DOUBLE_EQ(*sample_rate("1%"), 0.01);
  EXPECT_DOUBLE_EQ(*sample_rate("0.5 %"), 0.005);
  EXPECT_DOUBLE_EQ(*sample_rate("0.25"), 0.25);
  EXPECT_DOUBLE_EQ(*sample_rate("100%"), 1);
  for (const char* text : {"", "%", "1 percent", "0", "-1%", "101%", "2", "nan", "1e-12", "inf", "0.1%%"})
    EXPECT_FALSE(sample_rate(text)) << text;
}

TEST(Sampled, ADoubtNamesTheChances) {
  EXPECT_EQ(
      doubt_of_sample(0.01),
      "1 % of the accesses were remembered: a race that occurs once is missed with a chance of 99 % at most, "
      "one that occurs 100 times of 37 %, 299 times of 5 %");
  EXPECT_EQ(sample_of(1), std::uint64_t{1} << 32);
  EXPECT_EQ(sample_of(0.5), std::uint64_t{1} << 31);
}

}  // namespace
}  // namespace heddle::runtime::host
