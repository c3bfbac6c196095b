// SPDX-License-Identifier: Apache-2.0
// Read ahead = read as it comes: the same events, names, doubts and errors.
#include "trace/read_ahead.h"

#include "base/hash.h"
#include "random/test_traces.h"
#include "trace/generate.h"

namespace heddle::trace {
namespace {

ReadOptions lenient_if(bool lenient) { return {.stopped = nullptr, .lenient = lenient}; }

// Of what the events of a batch are called at the moment it comes: names that come too early or too late show.
std::uint64_t called(const event::Names& names, std::span<const event::Event> batch) {
  std::uint64_t digest = names.locations.size() + names.threads.size();
  for (const event::Event& event : batch)
    digest = base::combine(digest, base::hash_bytes(names.describe_target(event)));
  return digest;
}

struct Heard {
  Trace trace;
  std::uint64_t called = 0;
};
Heard hear(base::Result<std::unique_ptr<TraceReader>> opened) {
  Heard heard;
  if (!opened) {
    heard.trace.error = base::describe(opened.error());
    return heard;
  }
  TraceReader& reader = **opened;
  for (;;) {
    const auto batch = reader.next();
    if (!batch) heard.trace.error = base::describe(batch.error());
    if (!batch || batch->empty()) break;
    heard.called = base::combine(heard.called, called(reader.names(), *batch));
    heard.trace.events.insert(heard.trace.events.end(), batch->begin(), batch->end());
  }
  EXPECT_TRUE((reader.next() && reader.next()->empty()) || !heard.trace.error.empty());
  heard.trace.doubts = reader.doubts();
  return heard;
}

void compare(const std::string& bytes, bool lenient) {
  const Heard plain = hear(open_trace_from(ByteSource::from_memory(bytes, "a.hdl"), lenient_if(lenient)));
  const Heard ahead = hear(read_hdl_ahead(ByteSource::from_memory(bytes, "a.hdl"), lenient_if(lenient)));
  ASSERT_EQ(ahead.trace.error, plain.trace.error);
  ASSERT_EQ(ahead.trace.doubts, plain.trace.doubts);
  ASSERT_EQ(ahead.trace.events, plain.trace.events);
  ASSERT_EQ(ahead.called, plain.called);
}

// Blocks of many sizes, with names that are new in each.
std::string random_file(std::mt19937_64& dice, bool possible) {
  std::string bytes;
  HdlWriter writer(ByteSink::to_memory(bytes));
  event::Names names;
  Generator generator({.events = dice() % 60'000, .seed = dice(), .threads = 6, .every_operation = true});
  const bool generated = possible && dice() % 2 == 0;
  const event::Names& used = generated ? generator.names() : names;
  for (std::size_t block = 0; block < 1 + dice() % 12; ++block) {
    std::vector<event::Event> accesses;
    std::span<const event::Event> events = generator.next();
    if (!generated) {
      accesses = random_accesses(names, dice() % 9000, 5 + 50 * block, static_cast<unsigned>(dice()));
      if (!possible && block == 5) {  // of a lock that nobody holds
        accesses.push_back(
            event::act(event::ThreadId(0), event::Operation::release, names.locks.intern("l")));
      }
      events = accesses;
    }
    EXPECT_TRUE(writer.write(used, events));
    if (dice() % 3 > 0) {
      EXPECT_TRUE(writer.flush(used));
    }
  }
  EXPECT_TRUE(writer.finish());
  return bytes;
}

TEST(ReadAhead, IsReadingAsItComes) {
  std::mt19937_64 dice(1);
  for (int round = 0; round < 150; ++round) compare(random_file(dice, round % 3 != 0), round % 2 == 0);
}

TEST(ReadAhead, OfABrokenOrDamagedFileToo) {
  std::mt19937_64 dice(2);
  for (int round = 0; round < 150; ++round) {
    std::string bytes = random_file(dice, true);
    if (round % 2 == 0)
      bytes.resize(dice() % bytes.size());
    else
      bytes[16 + dice() % (bytes.size() - 16)] ^= static_cast<char>(1 + dice() % 255);
    compare(bytes, false);
  }
}

TEST(ReadAhead, CanBeLeftAtAnyTime) {
  std::mt19937_64 dice(3);
  for (int round = 0; round < 100; ++round) {
    auto reader = read_hdl_ahead(ByteSource::from_memory(random_file(dice, true), "a.hdl"));
    ASSERT_TRUE(reader);
    for (std::size_t batches = dice() % 40; batches > 0; --batches) ASSERT_TRUE((*reader)->next());
  }
}

TEST(ReadAhead, SaysWhereABatchIs) {
  std::mt19937_64 dice(4);
  const std::string bytes = random_file(dice, true);
  auto plain = HdlReader::open(ByteSource::from_memory(bytes, "a.hdl"));
  auto ahead = read_hdl_ahead(ByteSource::from_memory(bytes, "a.hdl"));
  for (event::Position position = 0;;) {
    const auto batch = (*plain)->next();
    if (batch->empty()) break;
    ASSERT_EQ((*ahead)->next()->size(), batch->size());
    const std::string where = (*ahead)->where(position);
    ASSERT_TRUE((*plain)->where(position).starts_with(where + ",")) << where;
    position += batch->size();
  }
}

}  // namespace
}  // namespace heddle::trace
