// SPDX-License-Identifier: Apache-2.0
#include "predict/expression.h"

#include <limits>

#include <gtest/gtest.h>

namespace heddle::predict {
namespace {

std::int64_t constant(const Expression& e) {
  if (e.kind == Expression::Kind::number) return e.number;
  if (e.kind == Expression::Kind::negate) return -constant(e.operands[0]);
  if (e.kind == Expression::Kind::logical_not) return constant(e.operands[0]) == 0;
  if (e.kind == Expression::Kind::both) return constant(e.operands[0]) != 0 && constant(e.operands[1]) != 0;
  if (e.kind == Expression::Kind::either) return constant(e.operands[0]) != 0 || constant(e.operands[1]) != 0;
  return apply(e.kind, constant(e.operands[0]), constant(e.operands[1]));
}

TEST(Expression, BindsAsInC) {
  EXPECT_EQ(constant(*parse("1 + 2 * 3 - 4")), 3);
  EXPECT_EQ(constant(*parse("(1 + 2) * -3")), -9);
  EXPECT_EQ(constant(*parse("7 / 2 + 7 % 4")), 6);
  EXPECT_EQ(constant(*parse("1 + 1 == 2 && 3 > 2 || 0")), 1);
  EXPECT_EQ(constant(*parse("0 || 1 && 0")), 0);
  EXPECT_EQ(constant(*parse("not 1 == 2 and true")), 1);
  EXPECT_EQ(constant(*parse("!!5")), 1);
  EXPECT_EQ(constant(*parse("10 - 2 - 3")), 5);
}

TEST(Expression, KnowsThreadsAndNames) {
  const Expression e = *parse("count(open == 1) >= 2 && \"worker 1\".phase == T2.phase");
  EXPECT_EQ(e.kind, Expression::Kind::both);
  EXPECT_EQ(e.operands[0].operands[0].kind, Expression::Kind::count);
  EXPECT_EQ(e.operands[0].operands[0].operands[0].operands[0].name, "open");
  EXPECT_EQ(e.operands[1].operands[0].thread, "worker 1");
  EXPECT_EQ(e.operands[1].operands[1].thread, "T2");
  EXPECT_EQ(parse("race(table[3])")->name, "table[3]");
}

TEST(Expression, ErrorsPointAtTheCharacter) {
  const auto character = [](const char* text) {
    const auto result = parse(text);
    EXPECT_FALSE(result) << text;
    const std::string& message = result.error().message;
    const std::size_t at = message.find("character ");
    EXPECT_NE(at, std::string::npos) << message;
    return std::stoi(message.substr(at + 10));
  };
  EXPECT_EQ(character(""), 1);
  EXPECT_EQ(character("1 +"), 4);
  EXPECT_EQ(character("T1.x = 2"), 6);
  EXPECT_EQ(character("open == 1"), 1);
  EXPECT_EQ(character("count(open == 1 >= 2"), 17);
  EXPECT_EQ(character("1 < 2 < 3"), 7);
  EXPECT_EQ(character("T1. == 1"), 5);
  EXPECT_EQ(character("average(x)"), 1);
  EXPECT_EQ(character("T1.x / T2.x"), 8);
  EXPECT_EQ(character("T1.x / 0"), 8);
  EXPECT_EQ(character("99999999999999999999"), 1);
  EXPECT_EQ(character("\"worker"), 1);
  EXPECT_EQ(character("1 2"), 3);
  EXPECT_EQ(character("é"), 1);
  EXPECT_EQ(character("(1"), 3);
  EXPECT_EQ(parse("T1.x = 2").error().message, "character 6: expected '=='\n  T1.x = 2\n       ^");
}

TEST(Expression, DeepNestingIsAnErrorNotACrash) {
  const std::string deep(100000, '(');
  EXPECT_FALSE(parse(deep));
  EXPECT_FALSE(parse(std::string(100000, '!') + "1"));
  EXPECT_FALSE(parse(std::string(100000, '-') + "1"));
}

TEST(Expression, ArithmeticStaysInRange) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  using Kind = Expression::Kind;
  EXPECT_EQ(apply(Kind::add, kMost, 1), kMost);
  EXPECT_EQ(apply(Kind::add, kLeast, -1), kLeast);
  EXPECT_EQ(apply(Kind::subtract, kLeast, 1), kLeast);
  EXPECT_EQ(apply(Kind::subtract, 0, kLeast), kMost);
  EXPECT_EQ(apply(Kind::multiply, kMost, -2), kLeast);
  EXPECT_EQ(apply(Kind::divide, kLeast, -1), kMost);
  EXPECT_EQ(apply(Kind::modulo, kLeast, -1), 0);
}

}  // namespace
}  // namespace heddle::predict
