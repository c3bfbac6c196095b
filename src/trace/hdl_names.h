// SPDX-License-Identifier: Apache-2.0
// The dictionary of .hdl: what ids are called, in names blocks that stand before the first event that uses
// them. Each block holds what is new since the last one; ids count up from 0 in the order of the file.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "event/names.h"
#include "trace/hdl_columns.h"
#include "trace/hdl_format.h"

namespace heddle::trace::hdl {

// Not thread-safe; one for each file.
class NamesEncoder {
 public:
  // The payload of a names block with what is new in `names`, as much as a block may hold; empty if nothing
  // is. To be called until it is empty.
  base::Result<std::string> encode(const event::Names& names);

 private:
  template <class Put>
  void put_table(int table, std::size_t& written, std::size_t size, Put put);
  void put_regions(const event::Names& names);
  bool full() const;

  std::size_t threads_ = 0, locks_ = 0, conditions_ = 0, barriers_ = 0, messages_ = 0, variables_ = 0;
  std::size_t locations_ = 0, stacks_ = 0, marks_ = 0;
  std::map<std::uint64_t, event::Region> regions_;  // as the reader knows them now
  std::string column_;
  ColumnWriter columns_;
};

class NamesDecoder {
 public:
  // Adds what a names block holds. The message says what is wrong with it.
  base::Result<void> decode(std::string_view payload, event::Names& names);

 private:
  ColumnReader columns_;
  std::string column_;
};

}  // namespace heddle::trace::hdl
