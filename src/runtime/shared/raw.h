// SPDX-License-Identifier: Apache-2.0
// The ground the in-process libraries stand on: system calls, memory and messages that need neither libc's
// locks nor its allocator, keep errno, and may be used in signal handlers, before main and after exit.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {

// The result of the kernel: a negative errno on failure. errno itself is untouched.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
template <class T>
long as_word(T* pointer) {
  return static_cast<long>(reinterpret_cast<std::uintptr_t>(pointer));
}

// Zeroed pages of their own, backed only where touched; nullptr if there are none left.
void* raw_map(std::size_t bytes);
void raw_unmap(void* address, std::size_t bytes);

// Wait while *word == value (at most `nanoseconds`, 0: for ever), and wake waiters. Spurious wake-ups happen.
void raw_wait(const std::uint32_t* word, std::uint32_t value, std::uint64_t nanoseconds = 0);
void raw_wake(const std::uint32_t* word, int count);

// As strstr and strncpy with its end: libc's own are interposed, and would be told as the program's.
const char* raw_find(const char* text, const char* part);
void raw_copy(char* to, const char* from, std::size_t room);

int raw_process();  // getpid, from the kernel
int raw_thread();   // gettid

// One line on standard error, "heddle: <parts…>", in one write. Numbers are given through Decimal or
// Hexadecimal.
struct Decimal {
  std::uint64_t value;
};
struct Hexadecimal {
  std::uint64_t value;
};

class Line {
 public:
  Line() { *this << "heddle: "; }
  Line& operator<<(const char* text);
  Line& operator<<(Decimal number);
  Line& operator<<(Hexadecimal number);
  const char* text() const { return text_; }
  std::size_t size() const { return size_; }

 private:
  char text_[512];
  std::size_t size_ = 0;
};
void raw_write(const Line& line);

template <class... Parts>
void say(const Parts&... parts) {
  Line line;
  (line << ... << parts) << "\n";
  raw_write(line);
}

// Keeps errno for the lifetime of the guard.
class KeepErrno {
 public:
  KeepErrno() : saved_(*location()) {}
  ~KeepErrno() { *location() = saved_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  static int* location();
  int saved_;
};

// Set in a child of fork: threads that held a lock may not exist any more, so one that stays held is taken
// over.
extern bool is_forked_child;

// A spin lock for short critical sections: it pauses, then gives up the core. Not re-entrant.
class SpinLock {
 public:
  void lock() {
    for (unsigned spins = 0; __atomic_exchange_n(&held_, 1, __ATOMIC_ACQUIRE) != 0; ++spins) {
      if (is_forked_child && spins > kGivenUp) return;
      relax(spins);
    }
  }
  bool try_lock() { return __atomic_exchange_n(&held_, 1, __ATOMIC_ACQUIRE) == 0; }
  void unlock() { __atomic_store_n(&held_, 0, __ATOMIC_RELEASE); }
  static constexpr unsigned kGivenUp = 10000;
  static void relax(unsigned spins) {
    if (spins % 64 < 32)
      __builtin_ia32_pause();
    else
      raw_syscall(SYS_sched_yield);
  }

 private:
  std::uint32_t held_ = 0;
};
class SpinGuard {
 public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  SpinLock& lock_;
};

}  // namespace heddle::runtime
