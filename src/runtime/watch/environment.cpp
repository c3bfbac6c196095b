// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/environment.h"

#include <fcntl.h>

#include "runtime/shared/raw.h"

namespace heddle::runtime {

bool environment(const char* name, char* value, std::size_t bytes) {
  constexpr std::size_t kBytes = std::size_t{1} << 22;
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_word("/proc/self/environ"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  auto* text = static_cast<char*>(raw_map(kBytes));
  std::size_t size = 0;
  while (text != nullptr && size < kBytes - 1) {
    const long got = raw_syscall(SYS_read, file, as_word(text + size), static_cast<long>(kBytes - 1 - size));
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  raw_syscall(SYS_close, file);
  if (text == nullptr) return false;
  const std::size_t length = __builtin_strlen(name);
  bool found = false;
  for (std::size_t at = 0; at < size; at += __builtin_strlen(text + at) + 1) {
    if (__builtin_strncmp(text + at, name, length) != 0 || text[at + length] != '=') continue;
    raw_copy(value, text + at + length + 1, bytes);
    found = true;
  }
  raw_unmap(text, kBytes);
  return found;
}

}  // namespace heddle::runtime
