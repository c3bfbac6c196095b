// SPDX-License-Identifier: Apache-2.0
// The formats there are. A new one is one pair of files and one row in formats.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trace/bytes.h"
#include "trace/trace.h"

namespace heddle::trace {

struct Format {
  std::string_view name;       // "std"
  std::string_view extension;  // ".std"
  std::string_view meaning;    // one line
  bool (*recognise)(std::string_view first_bytes);
  base::Result<std::unique_ptr<TraceReader>> (*read)(ByteSource source);
  std::unique_ptr<TraceWriter> (*write)(ByteSink sink);
};
std::span<const Format> formats();

// As open_trace and create_trace, from and to anywhere; `path` only lends its extension.
base::Result<std::unique_ptr<TraceReader>> open_trace_from(ByteSource source, ReadOptions options = {});
base::Result<std::unique_ptr<TraceWriter>> create_trace_in(ByteSink sink, const std::string& path);

}  // namespace heddle::trace
