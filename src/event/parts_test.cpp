// SPDX-License-Identifier: Apache-2.0
#include "event/parts.h"

#include <gtest/gtest.h>

namespace heddle::event {
namespace {

TEST(Parts, OfAThingNothing) {
  EXPECT_EQ(part_at(".", 0), "");
  EXPECT_EQ(part_at(".", 3), "");
}

TEST(Parts, ElementsOfArrays) {
  EXPECT_EQ(part_at("[4,10].", 12), "[3]");
  EXPECT_EQ(part_at("[4,10].", 14), "[3]");
  EXPECT_EQ(part_at("[4,2,3].", 20), "[1][2]");
  EXPECT_EQ(part_at("[4].", 8), "[2]");
  EXPECT_EQ(part_at("[8,0].", 16), "[2]");
}

TEST(Parts, MembersOfClasses) {
  constexpr std::string_view kPair = "{0,4,a:.;4,8,b:[4,2].;}";
  EXPECT_EQ(part_at(kPair, 0), ".a");
  EXPECT_EQ(part_at(kPair, 8), ".b[1]");
  EXPECT_EQ(part_at(kPair, 12), "");
  EXPECT_EQ(part_at("[12,3]{0,4,a:.;4,8,b:[4,2].;}", 20), "[1].b[1]");
}

TEST(Parts, PointersSayToWhatByANumber) {
  constexpr std::string_view kNode = "{0,8,next:*3;8,4,value:.;16,16,ways:[8,2]*5;}";
  EXPECT_EQ(part_at(kNode, 0), ".next");
  EXPECT_EQ(part_at(kNode, 8), ".value");
  EXPECT_EQ(pointer_at(kNode, 0), 3U);
  EXPECT_EQ(pointer_at(kNode, 24), 5U);
  EXPECT_EQ(pointer_at(kNode, 8), std::nullopt);
  EXPECT_EQ(pointer_at(kNode, 4), std::nullopt);
}

TEST(Parts, OfAUnionTheFirstAndOfWhatHasNoNameItsOwn) {
  EXPECT_EQ(part_at("{0,4,a:.;0,4,b:.;}", 2), ".a");
  EXPECT_EQ(part_at("{0,8,:{4,4,inner:.;};0,8,other:.;}", 4), ".inner");
}

TEST(Parts, OfWhatAPointerPointsToAndOfAType) {
  EXPECT_EQ(name_at("head", ">{0,8,next:.;8,4,value:.;}", 8), "head->value");
  EXPECT_EQ(name_at("counter", ">.", 0), "*counter");
  EXPECT_EQ(name_at("counted", ">{16,8,:{0,4,low:.;4,4,high:.;};}", 20), "counted->high");
  EXPECT_EQ(name_at("numbers", "[4].", 8), "numbers[2]");
  EXPECT_EQ(name_at("Node", ":{0,8,next:.;8,4,value:.;}", 0), "Node::next");
  EXPECT_EQ(name_at("Node", ":.", 0), "Node");
}

// A damaged file must not do more harm than a name that ends early.
TEST(Parts, OtherTextEndsTheName) {
  for (const std::string_view text :
       {"", "[", "[0].", "[4", "[4,", "[4,2]", "{", "{0", "{0,4", "{0,4,", "{0,4,a", "{0,4,:", "{0,4,:.",
        "{0,4,:.;", "x", "[18446744073709551616]."})
    EXPECT_NO_FATAL_FAILURE(part_at(text, 5)) << text;
  EXPECT_EQ(part_at("{0,4,a:", 1), ".a");
  EXPECT_EQ(part_at(std::string(100'000, '[') + ".", 1), "");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "[1]";
  EXPECT_LT(part_at(deep + ".", 0).size(), 1000U);
}

TEST(Parts, ARemarkStandsBeforeTheName) {
  const std::string parts = with_remark("in a Node of 16 bytes", ">{0,8,next:.;8,4,value:.;}");
  EXPECT_EQ(remark_in(parts), "in a Node of 16 bytes");
  EXPECT_EQ(name_at("head", parts, 8), "head->value");
  EXPECT_EQ(name_at("counter", with_remark("this is the one of T1", ""), 0), "counter");
  EXPECT_EQ(remark_in(">{0,8,next:.;}"), "");
  EXPECT_EQ(remark_in("\"no end"), "");
  EXPECT_EQ(with_remark("a \"quoted\" name", "."), ".");
}

}  // namespace
}  // namespace heddle::event
