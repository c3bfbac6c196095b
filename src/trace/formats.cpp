// SPDX-License-Identifier: Apache-2.0
#include "trace/formats.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "trace/checked_reader.h"
#include "trace/hdl.h"
#include "trace/std_text.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;

// In the order they are asked whether they recognise the first bytes; the last takes what no other does.
const std::array kFormats = {
    Format{"hdl", ".hdl", "heddle's own: compact, compressed, readable up to a crash",
           [](std::string_view first) {
             return !first.empty() &&
                    hdl::kMagic.substr(0, first.size()) == first.substr(0, hdl::kMagic.size());
           },
           [](ByteSource source) -> Result<std::unique_ptr<TraceReader>> {
             auto reader = HdlReader::open(std::move(source));
             if (!reader) return failure(std::move(reader.error()));
             return std::unique_ptr<TraceReader>(std::move(*reader));
           },
           [](ByteSink sink) -> std::unique_ptr<TraceWriter> {
             return std::make_unique<HdlWriter>(std::move(sink));
           }},
    Format{"std", ".std", "text that race predictors share, one event a line: T0|w(x)|12",
           [](std::string_view) { return true; },
           [](ByteSource source) -> Result<std::unique_ptr<TraceReader>> {
             return read_std_text(std::move(source));
           },
           [](ByteSink sink) { return write_std_text(std::move(sink)); }},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

Result<std::unique_ptr<TraceReader>> open_trace_from(ByteSource source, ReadOptions options) {
  auto first = source.peek(hdl::kMagic.size());
  if (!first) return failure(std::move(first.error()));
  const Format* chosen = &kFormats.back();
  for (const Format& format : kFormats) {
    // An empty file is what its name says: a recording may have died before its first byte.
    if (first->empty() ? source.name().ends_with(format.extension) : format.recognise(*first)) {
      chosen = &format;
      break;
    }
  }
  // A damaged header must not make binary bytes be read as text.
  if (chosen->name == "std" && source.name().ends_with(".hdl")) chosen = &kFormats.front();
  auto reader = chosen->read(std::move(source));
  if (!reader) return reader;
  return check_execution(std::move(*reader), options);
}

Result<std::unique_ptr<TraceReader>> open_trace(const std::string& path, ReadOptions options) {
  auto source = ByteSource::open(path);
  if (!source) return failure(std::move(source.error()));
  source->stop_when(options.stopped);
  return open_trace_from(std::move(*source), options);
}

Result<std::vector<event::Event>> read_events(TraceReader& reader,
                                              const std::function<bool(std::size_t)>& go_on) {
  std::vector<event::Event> events;
  do {
    const auto batch = reader.next();
    if (!batch) return failure(batch.error());
    if (batch->empty()) break;
    events.insert(events.end(), batch->begin(), batch->end());
  } while (!go_on || go_on(events.size()));
  return events;
}

Result<std::unique_ptr<TraceWriter>> create_trace_in(ByteSink sink, const std::string& path) {
  std::string known;
  for (const Format& format : kFormats) {
    if (path.ends_with(format.extension)) return format.write(std::move(sink));
    known += fmt::format("{}{}", known.empty() ? "" : " or ", format.extension);
  }
  return failure(ErrorCode::usage,
                 fmt::format("cannot tell the format, expected a name that ends in {}", known), path);
}

Result<std::unique_ptr<TraceWriter>> create_trace(const std::string& path) {
  if (path != "-") {  // before the file is created, and an old one lost
    std::string nowhere;
    if (auto known = create_trace_in(ByteSink::to_memory(nowhere), path); !known) return known;
  }
  auto sink = ByteSink::create(path);
  if (!sink) return failure(std::move(sink.error()));
  return create_trace_in(std::move(*sink), path == "-" ? "-.std" : path);
}

}  // namespace heddle::trace
