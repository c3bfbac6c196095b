// SPDX-License-Identifier: Apache-2.0
// STD text: one event a line, `T0|w(V1)|12`. doc/trace-format.md describes it in full.
#pragma once

#include <memory>

#include "trace/bytes.h"
#include "trace/trace.h"

namespace heddle::trace {

std::unique_ptr<TraceReader> read_std_text(ByteSource source);
std::unique_ptr<TraceWriter> write_std_text(ByteSink sink);

}  // namespace heddle::trace
