// SPDX-License-Identifier: Apache-2.0
// What the source calls a block of the heap and its type, where it is allocated: "Node* node = new Node(1);"
#pragma once

#include <cstdint>
#include <string>

namespace heddle::compile {

// The text of a line of a file; empty if there is none.
std::string source_line(const std::string& file, std::uint32_t line);

struct AllocationLine {
  std::string variable;  // "node", "list->head"; empty: it is not said
  std::string type;      // "Node"; likewise
};
AllocationLine allocation_in(const std::string& line);

}  // namespace heddle::compile
