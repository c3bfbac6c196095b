// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/touched.h"

#include <fcntl.h>

#include "runtime/shared/raw.h"

namespace heddle::runtime {
namespace {

std::uintptr_t page_of(const char* address) {
  return reinterpret_cast<std::uintptr_t>(address) / TouchedPages::kPage;
}
char* start_of(std::uintptr_t page) { return reinterpret_cast<char*>(page * TouchedPages::kPage); }

}  // namespace

TouchedPages::TouchedPages()
    : file_(raw_syscall(SYS_openat, AT_FDCWD, as_word("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC)) {}

TouchedPages::~TouchedPages() {
  if (file_ >= 0) raw_syscall(SYS_close, file_);
}

bool TouchedPages::is_touched(std::uintptr_t page) {
  constexpr std::uint64_t kPresent = std::uint64_t{1} << 63, kSwapped = std::uint64_t{1} << 62;
  if (file_ < 0) return true;
  if (page < first_ || page >= first_ + count_) {
    const long got = raw_syscall(SYS_pread64, file_, as_word(window_), sizeof window_,
                                 static_cast<long>(page * sizeof(std::uint64_t)));
    first_ = page;
    count_ = got > 0 ? static_cast<std::size_t>(got) / sizeof(std::uint64_t) : 0;
    if (count_ == 0) return true;
  }
  return (window_[page - first_] & (kPresent | kSwapped)) != 0;
}

TouchedPages::Stretch TouchedPages::next(char* from, char* end) {
  std::uintptr_t page = page_of(from);
  const std::uintptr_t last = end > from ? page_of(end - 1) : page;
  while (from < end && page <= last && !is_touched(page)) ++page;
  if (from >= end || page > last) return {end, end};
  char* begin = start_of(page) > from ? start_of(page) : from;
  while (page <= last && is_touched(page)) ++page;
  char* stop = start_of(page) < end ? start_of(page) : end;
  return {begin, stop};
}

}  // namespace heddle::runtime
