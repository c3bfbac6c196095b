// SPDX-License-Identifier: Apache-2.0
// Any bytes as STD text: strict, lenient, and what is read must survive being written and read again.
#include <algorithm>

#include "drain.h"
#include "trace/std_text.h"

using namespace heddle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto source = [](const std::string& bytes) {
    return trace::ByteSource::from_memory(bytes, "fuzz.std");
  };
  fuzz::drain(trace::open_trace_from(source(text)));
  fuzz::drain(trace::open_trace_from(source(text), {.lenient = true}));

  std::string once, twice;
  const auto first = trace::write_std_text(trace::ByteSink::to_memory(once));
  fuzz::drain(trace::read_std_text(source(text)), first.get());
  const auto second = trace::write_std_text(trace::ByteSink::to_memory(twice));
  fuzz::drain(trace::read_std_text(source(once)), second.get());
  HEDDLE_CHECK(once.empty() || once == twice, "written text reads as what was written");
  return 0;
}
