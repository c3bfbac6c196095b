// SPDX-License-Identifier: Apache-2.0
// Any bytes as an .hdl file, and, because a checksum keeps a fuzzer out, any bytes as the payloads of blocks
// that are sealed properly: first byte the kind of the block, two bytes its length, two its events, then the
// payload.
#include <algorithm>

#include "drain.h"
#include "trace/hdl.h"

using namespace heddle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto source = [](std::string file) {
    return trace::ByteSource::from_memory(std::move(file), "fuzz.hdl");
  };
  fuzz::drain(trace::open_trace_from(source(std::string(bytes))));
  fuzz::drain(trace::open_trace_from(source(std::string(bytes)), {.lenient = true}));

  std::string file = trace::hdl::file_header();
  std::uint64_t position = 0;
  for (std::string_view rest = bytes; rest.size() > 5;) {
    const auto kind = static_cast<trace::hdl::BlockKind>(rest[0] & 7);
    const std::size_t length = std::min<std::size_t>(trace::hdl::fixed(rest, 1, 2), rest.size() - 5);
    const auto events = static_cast<std::uint32_t>(trace::hdl::fixed(rest, 3, 2));
    file += trace::hdl::seal(kind, position, events, rest.substr(5, length));
    if (kind == trace::hdl::BlockKind::events) position += events;
    rest.remove_prefix(5 + length);
  }
  fuzz::drain(trace::open_trace_from(source(file)));
  if (auto reader = trace::HdlReader::open(source(std::string(bytes))); reader && (*reader)->seek(1))
    fuzz::drain(std::unique_ptr<trace::TraceReader>(std::move(*reader)));
  return 0;
}
