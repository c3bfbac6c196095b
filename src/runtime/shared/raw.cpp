// SPDX-License-Identifier: Apache-2.0
#include "runtime/shared/raw.h"

#include <cerrno>
#include <ctime>

#include <linux/futex.h>

namespace heddle::runtime {

bool is_forked_child;

void* raw_map(std::size_t bytes) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return result < 0 ? nullptr : reinterpret_cast<void*>(result);
}

void raw_unmap(void* address, std::size_t bytes) {
  raw_syscall(SYS_munmap, as_word(address), static_cast<long>(bytes));
}

void raw_wait(const std::uint32_t* word, std::uint32_t value, std::uint64_t nanoseconds) {
  const timespec time = {static_cast<time_t>(nanoseconds / 1'000'000'000),
                         static_cast<long>(nanoseconds % 1'000'000'000)};
  raw_syscall(SYS_futex, as_word(word), FUTEX_WAIT, static_cast<long>(value),
              nanoseconds == 0 ? 0 : as_word(&time));
}

void raw_wake(const std::uint32_t* word, int count) {
  raw_syscall(SYS_futex, as_word(word), FUTEX_WAKE, count);
}

const char* raw_find(const char* text, const char* part) {
  for (; *text != 0; ++text) {
    std::size_t same = 0;
    while (part[same] != 0 && text[same] == part[same]) ++same;
    if (part[same] == 0) return text;
  }
  return nullptr;
}
void raw_copy(char* to, const char* from, std::size_t room) {
  std::size_t at = 0;
  for (; at + 1 < room && from[at] != 0; ++at) to[at] = from[at];
  to[at] = 0;
}

int raw_process() { return static_cast<int>(raw_syscall(SYS_getpid)); }
int raw_thread() { return static_cast<int>(raw_syscall(SYS_gettid)); }

Line& Line::operator<<(const char* text) {
  while (*text != 0 && size_ < sizeof text_) text_[size_++] = *text++;
  return *this;
}

Line& Line::operator<<(Decimal number) {
  char digits[24];
  char* at = digits + sizeof digits;
  *--at = 0;
  do {
    *--at = static_cast<char>('0' + number.value % 10);
    number.value /= 10;
  } while (number.value != 0);
  return *this << at;
}

Line& Line::operator<<(Hexadecimal number) {
  char digits[24];
  char* at = digits + sizeof digits;
  *--at = 0;
  do {
    *--at = "0123456789abcdef"[number.value % 16];
    number.value /= 16;
  } while (number.value != 0);
  return *this << "0x" << at;
}

void raw_write(const Line& line) {
  raw_syscall(SYS_write, 2, as_word(line.text()), static_cast<long>(line.size()));
}

int* KeepErrno::location() { return __errno_location(); }

}  // namespace heddle::runtime
