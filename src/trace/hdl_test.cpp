// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl.h"

#include "random/test_traces.h"

namespace heddle::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Some blocks of some events, with names that appear on the way.
std::string small_file(std::vector<event::Event>& events, event::Names& names, bool finish = true) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  for (int block = 0; block < 4; ++block) {
    std::vector<event::Event> some = random_accesses(names, 30, 5 + 5 * static_cast<std::size_t>(block), 3);
    EXPECT_TRUE(writer.write(names, some));
    EXPECT_TRUE(writer.flush(names));
    events.insert(events.end(), some.begin(), some.end());
  }
  if (finish) {
    EXPECT_TRUE(writer.finish());
  }
  return bytes;
}

bool is_prefix(const std::vector<event::Event>& some, const std::vector<event::Event>& all) {
  return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

TEST(Hdl, TruncatedAnywhereItIsReadUpToTheBreakAndNeverClean) {
  event::Names names;
  std::vector<event::Event> events;
  const std::string bytes = small_file(events, names);
  std::size_t most = 0;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Trace trace = read_checked(bytes.substr(0, length), "a.hdl");
    ASSERT_EQ(trace.error, "") << length;
    ASSERT_THAT(trace.doubts, ElementsAre(HasSubstr("the recording did not finish"))) << length;
    ASSERT_TRUE(is_prefix(trace.events, events)) << length;
    ASSERT_GE(trace.events.size(), most) << "more bytes give more events";
    most = trace.events.size();
    ASSERT_EQ(most % 30, 0U);
  }
  EXPECT_EQ(most, 120U);
  const Trace whole = read_checked(bytes, "a.hdl");
  EXPECT_EQ(whole.events, events);
  EXPECT_THAT(whole.doubts, IsEmpty());
}

TEST(Hdl, SaysWhereItBreaksOff) {
  event::Names names;
  const std::vector<event::Event> events = random_accesses(names, 70'000, 10, 1);
  const Trace trace = read_checked(written(names, events, ".hdl", false), "a.hdl");
  EXPECT_THAT(trace.doubts,
              ElementsAre("the trace breaks off after event 65,536: the recording did not finish"));
  EXPECT_THAT(trace.events, SizeIs(65'536));
}

TEST(Hdl, AnyFlippedBitIsNoticed) {
  event::Names names;
  std::vector<event::Event> events;
  const std::string bytes = small_file(events, names);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += bit < 512 ? 1 : 3) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const Trace trace = read_checked(damaged, "a.hdl");
    ASSERT_TRUE(!trace.error.empty() || !trace.doubts.empty()) << "bit " << bit;
    ASSERT_TRUE(is_prefix(trace.events, events)) << "bit " << bit;
  }
}

TEST(Hdl, AfterDamageTheRestIsLost) {
  event::Names names;
  std::vector<event::Event> events;
  std::string bytes = small_file(events, names);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  const Trace trace = read_checked(bytes, "a.hdl");
  EXPECT_EQ(trace.error, "");
  EXPECT_THAT(trace.doubts, ElementsAre(HasSubstr("a checksum is wrong; the rest is lost")));
  EXPECT_LT(trace.events.size(), events.size());
}

TEST(Hdl, RefusesOtherFilesAndVersions) {
  EXPECT_THAT(read_checked("T0|w(x)|1\n", "a.hdl").error, HasSubstr("a.hdl:byte 0: found other first bytes"));
  std::string bytes = hdl::file_header();
  bytes[8] = 9;
  const Trace trace = read_checked(bytes, "a.hdl");
  EXPECT_EQ(trace.error, "a.hdl:byte 8: found version 9 of the .hdl format, expected at most 7");
  EXPECT_EQ(trace.code, base::ErrorCode::unsupported);
}

TEST(Hdl, ReadsEarlierVersions) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  event::Names names;
  ASSERT_TRUE(writer.write(names, random_accesses(names, 100, 20, 1)));
  ASSERT_TRUE(writer.finish());
  for (const char version : {'\1', '\2', '\4'}) {
    bytes[8] = version;
    EXPECT_EQ(read_checked(bytes, "a.hdl").error, "");
    EXPECT_THAT(read_checked(bytes, "a.hdl").events, SizeIs(100));
  }
}

TEST(Hdl, CanBeReadWhileItIsWritten) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  event::Names names;
  for (std::size_t block = 1; block <= 3; ++block) {
    ASSERT_TRUE(writer.write(names, random_accesses(names, 1'000, 20 * block, block)));
    ASSERT_TRUE(writer.flush(names));
    const Trace trace = read_checked(bytes, "a.hdl");
    EXPECT_EQ(trace.error, "");
    EXPECT_THAT(trace.events, SizeIs(1'000 * block));
    EXPECT_THAT(trace.doubts, SizeIs(1));
  }
  ASSERT_TRUE(writer.finish());
  EXPECT_THAT(read_checked(bytes, "a.hdl").doubts, IsEmpty());
}

TEST(Hdl, DroppedEventsAndDoubtsAreKept) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  event::Names names;
  ASSERT_TRUE(writer.write(names, random_accesses(names, 10, 3, 1)));
  ASSERT_TRUE(writer.note_dropped(names, 4'711, "a thread's buffer was full"));
  ASSERT_TRUE(writer.note_dropped(names, 0, "the disk was full"));
  ASSERT_TRUE(writer.finish(std::vector<std::string>{"it was converted from something broken"}));
  EXPECT_THAT(read_checked(bytes, "a.hdl").doubts,
              ElementsAre("4,711 events were dropped before event 10: a thread's buffer was full",
                          "an unknown number of events was dropped before event 10: the disk was full",
                          "it was converted from something broken"));
}

TEST(Hdl, ATraceWithoutEventsCanBeFinished) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  ASSERT_TRUE(writer.finish());
  const Trace trace = read_checked(bytes, "a.hdl");
  EXPECT_EQ(trace.error, "");
  EXPECT_THAT(trace.events, IsEmpty());
  EXPECT_THAT(trace.doubts, IsEmpty());
}

TEST(Hdl, BytesAfterTheEndAreDoubted) {
  event::Names names;
  std::vector<event::Event> events;
  EXPECT_THAT(read_checked(small_file(events, names) + "x", "a.hdl").doubts,
              ElementsAre(HasSubstr("the file goes on after the end of its trace")));
}

TEST(Hdl, SeeksToAnyEvent) {
  event::Names names;
  std::vector<event::Event> events;
  const std::string bytes = small_file(events, names);
  auto reader = HdlReader::open(ByteSource::from_memory(bytes, "a.hdl"));
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->total_events(), 120U);
  for (const std::size_t position : {119U, 0U, 30U, 59U, 60U, 7U, 120U}) {
    auto done = (*reader)->seek(position);
    ASSERT_TRUE(done) << base::describe(done.error());
    std::size_t at = position;
    for (;;) {
      auto batch = (*reader)->next();
      ASSERT_TRUE(batch) << base::describe(batch.error());
      if (batch->empty()) break;
      for (const event::Event& event : *batch) ASSERT_EQ(event, events[at++]);
    }
    EXPECT_EQ(at, 120U);
  }
  EXPECT_FALSE((*reader)->seek(121));
  auto unfinished = HdlReader::open(ByteSource::from_memory(bytes.substr(0, bytes.size() - 3), "a.hdl"));
  EXPECT_FALSE((*unfinished)->seek(0));
  EXPECT_EQ((*unfinished)->total_events(), std::nullopt);
}

TEST(Hdl, NamesAcrossManyBlocks) {
  event::Names names;
  const event::ThreadId thread = names.threads.intern("T0");
  std::vector<event::Event> events;
  for (int i = 0; i < 60'000; ++i) {  // more than a names block holds
    const auto variable = names.variable(fmt::format("a rather long name of a variable, the {}th", i));
    events.push_back(event::access(thread, event::Operation::read, variable));
    events.back().location = names.locations.intern(
        {.file = fmt::format("file{}.cpp", i % 1000), .line = 1U + static_cast<unsigned>(i) % 7});
  }
  const Trace trace = read_checked(written(names, events, ".hdl"), "a.hdl");
  EXPECT_EQ(trace.error, "");
  EXPECT_EQ(trace.events, events);
  EXPECT_EQ(trace.names->describe(events.back().variable()), names.describe(events.back().variable()));
}

}  // namespace
}  // namespace heddle::trace
