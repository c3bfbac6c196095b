// SPDX-License-Identifier: Apache-2.0
// A trace file read by two cores: one reads, decodes and checks the events, the other analyses them.
#pragma once

#include <memory>
#include <string>

#include "trace/bytes.h"
#include "trace/trace.h"

namespace heddle::trace {

// As open_trace. Where it helps (an .hdl file, more than one core) a thread of the reader's own is some
// thousands of events ahead. Names only change while the caller waits in next(), so what is read ahead ends
// before the next names of the file. The reader is used by one thread, as any other; it ends its own when it
// is destroyed.
base::Result<std::unique_ptr<TraceReader>> open_trace_ahead(const std::string& path,
                                                            ReadOptions options = {});
// The same, whatever the file and the cores are. For tests.
base::Result<std::unique_ptr<TraceReader>> read_hdl_ahead(ByteSource source, ReadOptions options = {});

}  // namespace heddle::trace
