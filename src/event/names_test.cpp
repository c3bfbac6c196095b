// SPDX-License-Identifier: Apache-2.0
#include "event/names.h"

#include <gtest/gtest.h>

namespace heddle::event {
namespace {

TEST(Location, TextAndBackIsTheIdentity) {
  for (const char* text : {"12", "bank.cpp:11", "bank.cpp:11:4", "a:b", "a:b:7", "012", "x:012", "bank.cpp",
                           ":3", "0", "99999999999", "f:99999999999", "-", "f:0", "f:1:0"})
    EXPECT_EQ(text, event::text(location_from(text))) << text;
  EXPECT_EQ(location_from("12"), (Location{.line = 12}));
  EXPECT_EQ(location_from("bank.cpp:11:4"), (Location{.file = "bank.cpp", .line = 11, .column = 4}));
  EXPECT_EQ(location_from("bank.cpp"), (Location{.file = "bank.cpp"}));
}

TEST(Names, GivesNamedVariablesDisjointBytesAboveEveryAddress) {
  Names names;
  const Variable x = names.variable("x");
  const Variable y = names.variable("y");
  EXPECT_FALSE(x.overlaps(y));
  EXPECT_EQ(x, names.variable("x"));
  EXPECT_GE(x.address, Names::kNamedVariables);
  EXPECT_EQ(names.describe(x), "x");
  EXPECT_EQ(names.describe(Variable{y.address + 2, 1}), "y+2");
  EXPECT_EQ(names.describe(Variable{0x1000, 4}), "0x1000");
}

TEST(Names, FindsTheRegionOfAnAddress) {
  Names names;
  names.add_region({.address = 0x100, .size = 16, .name = "table"});
  names.add_region({.address = 0x110, .size = 16, .name = "next"});
  EXPECT_EQ(names.describe(Variable{0x108, 4}), "table+8");
  EXPECT_EQ(names.describe(Variable{0x110, 4}), "next");
  EXPECT_EQ(names.region_at(0xff), nullptr);
  EXPECT_FALSE(names.name_parts(0x108, "[4,4]."));
  EXPECT_TRUE(names.name_parts(0x100, "[4,4]."));
  EXPECT_EQ(names.describe(Variable{0x109, 1}), "table[2]");
  EXPECT_EQ(names.region_at(0x120), nullptr);
}

TEST(Names, ALaterRegionReplacesWhatItOverlaps) {
  Names names;
  names.add_region({.address = 0x100, .size = 16, .name = "a"});
  names.add_region({.address = 0x110, .size = 16, .name = "b"});
  names.add_region({.address = 0x108, .size = 16, .name = "c"});
  EXPECT_EQ(names.regions().size(), 1U);
  EXPECT_EQ(names.describe(Variable{0x10c, 1}), "c+4");
}

TEST(Names, DescribesEveryKindOfTarget) {
  Names names;
  const ThreadId t(0);
  names.threads.intern("T0");
  const LockId lock = names.locks.intern("m");
  EXPECT_EQ(names.describe_target(act(t, Operation::acquire, lock)), "m");
  EXPECT_EQ(names.describe_target(waiting(t, Operation::wait, names.conditions.intern("c"), lock)), "c");
  EXPECT_EQ(names.describe_target(lifetime(t, Operation::begin)), "");
  const MarkId mark = names.marks.intern({.label = "", .values = {{"open", 1}, {"phase", -2}}});
  EXPECT_EQ(names.describe_target(act(t, Operation::mark, mark)), "open=1,phase=-2");
}

TEST(Operation, EveryNameIsItsOwn) {
  for (std::size_t i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_EQ(operation_named(std_name(operation)), operation) << name(operation);
  }
  for (std::size_t i = 0; i < kMemoryOrders; ++i) {
    const auto order = static_cast<MemoryOrder>(i);
    EXPECT_EQ(memory_order_named(name(order)), order);
  }
  EXPECT_EQ(operation_named("no such"), std::nullopt);
}

TEST(Operation, ConflictsNeedAWriteAndAPlainAccess) {
  EXPECT_TRUE(conflict(Operation::read, Operation::write));
  EXPECT_TRUE(conflict(Operation::read, Operation::free));
  EXPECT_TRUE(conflict(Operation::write, Operation::atomic_load));
  EXPECT_TRUE(conflict(Operation::read, Operation::atomic_rmw));
  EXPECT_FALSE(conflict(Operation::read, Operation::atomic_load));
  EXPECT_FALSE(conflict(Operation::atomic_store, Operation::atomic_rmw));
  EXPECT_FALSE(conflict(Operation::read, Operation::read));
}

}  // namespace
}  // namespace heddle::event
