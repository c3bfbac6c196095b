// SPDX-License-Identifier: Apache-2.0
// Every operation, in every shape an event can have, through both formats.
#include <gtest/gtest.h>

#include "random/test_traces.h"

namespace heddle::trace {
namespace {

using event::Event;
using event::Names;

// A table over the vocabulary: a new operation is covered without a change here.
TEST(RoundTrip, EveryOperationThroughEveryFormat) {
  for (const std::string_view extension : {".std", ".hdl"}) {
    Names names;
    const std::vector<Event> events = every_shape(names);
    const std::string bytes = written(names, events, extension);
    const Trace read = read_unchecked(bytes, "memory" + std::string(extension));
    ASSERT_EQ(read.error, "") << bytes;
    EXPECT_THAT(read.doubts, ::testing::IsEmpty());
    ASSERT_EQ(read.events.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i)
      EXPECT_EQ(in_words(read.events[i], *read.names), in_words(events[i], names))
          << extension << " event " << i;
  }
}

TEST(RoundTrip, StdToHdlToStdIsTheSameText) {
  Names names;
  const std::string text = written(names, every_shape(names), ".std");
  const Trace from_text = read_unchecked(text, "a.std");
  const std::string binary = written(*from_text.names, from_text.events, ".hdl");
  const Trace from_binary = read_unchecked(binary, "a.hdl");
  ASSERT_EQ(from_binary.error, "");
  EXPECT_EQ(from_binary.events, from_text.events) << "ids and addresses stay the same";
  EXPECT_EQ(written(*from_binary.names, from_binary.events, ".std"), text);
}

TEST(RoundTrip, HdlKeepsIdsStacksFunctionsAndRegions) {
  Names names;
  const std::vector<Event> events = every_shape(names);
  names.add_region(
      {0x7f0000001000, 64, event::Region::Kind::heap, "table", event::LocationId(0), event::StackId(0), ""});
  names.add_region({.address = 0x1000,
                    .size = 32,
                    .kind = event::Region::Kind::global,
                    .name = "accounts",
                    .parts = "[16,2]{0,8,sum:.;8,8,guard:.;}"});
  const Trace read = read_unchecked(written(names, events, ".hdl"), "a.hdl");
  ASSERT_EQ(read.error, "");
  EXPECT_EQ(read.events, events);
  ASSERT_EQ(read.names->locations.size(), names.locations.size());
  for (std::size_t i = 0; i < names.locations.size(); ++i)
    EXPECT_EQ(read.names->locations[event::LocationId(i)], names.locations[event::LocationId(i)]);
  for (std::size_t i = 0; i < names.stacks.size(); ++i)
    EXPECT_EQ(read.names->stacks[event::StackId(i)], names.stacks[event::StackId(i)]);
  ASSERT_EQ(read.names->regions().size(), 2U);
  EXPECT_EQ(read.names->describe({0x7f0000001008, 4}), "table+8");
  EXPECT_EQ(read.names->describe({0x1018, 4}), "accounts[1].guard");
}

// Many blocks, more than 256 sites and targets, values, and every batch size on the way.
TEST(RoundTrip, LongTraces) {
  for (const std::string_view extension : {".std", ".hdl"}) {
    Names names;
    const std::vector<Event> events = random_accesses(names, 150'000, 3'000, 7);
    const Trace read = read_unchecked(written(names, events, extension), "a" + std::string(extension));
    ASSERT_EQ(read.error, "");
    ASSERT_EQ(read.events.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i)
      ASSERT_EQ(in_words(read.events[i], *read.names), in_words(events[i], names)) << i;
  }
}

}  // namespace
}  // namespace heddle::trace
