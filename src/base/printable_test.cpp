// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace heddle::base {
namespace {

TEST(Printable, KeepsTextAndLines) {
  EXPECT_EQ(printable("expected `x` → größer\n  ^"), "expected `x` → größer\n  ^");
}

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");
}

TEST(Hash, CombiningIsNotSymmetric) {
  for (std::uint64_t a = 0; a < 50; ++a)
    for (std::uint64_t b = 0; b < a; ++b) EXPECT_NE(combine(a, b), combine(b, a));
}

}  // namespace
}  // namespace heddle::base
