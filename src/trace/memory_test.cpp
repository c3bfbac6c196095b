// SPDX-License-Identifier: Apache-2.0
// Reading and writing take no more memory for a longer trace.
#include <algorithm>
#include <filesystem>

#include <malloc.h>

#include "random/test_traces.h"
#include "trace/generate.h"

namespace heddle::trace {
namespace {

// Large blocks may come from the heap or be mapped, as malloc learns what is large: count both.
std::size_t in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Peaks {
  std::size_t writing = 0, reading = 0;
};

Peaks peaks_of(std::uint64_t events, const std::string& path) {
  Peaks peaks;
  const std::size_t before = in_use();
  {
    Generator generator({.events = events, .variables = 1'000});
    auto writer = create_trace(path);
    EXPECT_TRUE(writer);
    for (auto batch = generator.next(); !batch.empty(); batch = generator.next()) {
      EXPECT_TRUE((*writer)->write(generator.names(), batch));
      peaks.writing = std::max(peaks.writing, in_use() - before);
    }
    EXPECT_TRUE((*writer)->finish());
  }
  auto reader = open_trace(path);
  EXPECT_TRUE(reader);
  std::uint64_t read = 0;
  for (;;) {
    auto batch = (*reader)->next();
    EXPECT_TRUE(batch);
    if (!batch || batch->empty()) break;
    read += batch->size();
    peaks.reading = std::max(peaks.reading, in_use() - before);
  }
  EXPECT_EQ(read, events);
  return peaks;
}

TEST(Memory, DoesNotGrowWithTheLengthOfTheTrace) {
  for (const std::string extension : {".std", ".hdl"}) {
    const std::string path = ::testing::TempDir() + "heddle_memory_test" + extension;
    const Peaks shorter = peaks_of(300'000, path);
    const Peaks longer = peaks_of(1'500'000, path);
    std::filesystem::remove(path);
    constexpr std::size_t kSlack =
        300'000;  // buffers that grow to what they need; a byte an event would be more
    EXPECT_LT(longer.writing, shorter.writing + kSlack) << extension;
    EXPECT_LT(longer.reading, shorter.reading + kSlack) << extension;
  }
}

}  // namespace
}  // namespace heddle::trace
