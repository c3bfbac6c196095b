// SPDX-License-Identifier: Apache-2.0
// Which pages of the runtime's own sparse memory were ever written. To look at a page that nobody touched
// would make it exist; the kernel knows without that (/proc/self/pagemap: 8 bytes for each page, of which
// two bits say that it is in memory or swapped out).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Reads what the kernel knows piece by piece. Where it says nothing every page counts as touched.
class TouchedPages {
 public:
  TouchedPages();
  ~TouchedPages();
  TouchedPages(const TouchedPages&) = delete;
  TouchedPages& operator=(const TouchedPages&) = delete;

  static constexpr std::size_t kPage = 4096;
  // The first stretch of touched memory in [from, end), cut to it; empty if there is none.
  struct Stretch {
    char *from, *to;
  };
  Stretch next(char* from, char* end);

 private:
  static constexpr std::size_t kWindow = 512;
  bool is_touched(std::uintptr_t page);
  long file_;
  std::uintptr_t first_ = 0;  // page of window_[0]
  std::size_t count_ = 0;
  std::uint64_t window_[kWindow];
};

}  // namespace heddle::runtime
