// SPDX-License-Identifier: Apache-2.0
// What libstdc++ does to its caller's memory in functions that no name leads to, or whose result says how much it was:
// resources of std::pmr, numbers with a fraction as text, and objects of std::thread. (Others are rows of described_library.cpp.)
#include <charconv>
#include <cstring>

#include <dlfcn.h>
#include <sys/mman.h>

#include "runtime/control/touch.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// ---- std::pmr: each allocation changes the resource, behind the pointer to its functions ----

void changes(void* resource, const void* pc) {
  if (controlled()) touch(static_cast<char*>(resource) + sizeof(void*), sizeof(void*), true, pc);
}

using Allocate = void* (*)(void*, std::size_t, std::size_t);
Allocate monotonic_allocate = nullptr;

void* allocate_monotonic(void* resource, std::size_t bytes, std::size_t alignment) {
  changes(resource, HEDDLE_PC);
  return monotonic_allocate(resource, bytes, alignment);
}

// ---- numbers as text ----

// Into memory of its own first: how much it writes is known then.
template <class... More>
std::to_chars_result write_number(const char* name, char* first, char* last, const void* pc, More... more) {
  using Real = std::to_chars_result (*)(char*, char*, More...);
  const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, name));
  if (!controlled() || first >= last) return real(first, last, more...);
  constexpr std::ptrdiff_t kMost = 8192;  // digits of the largest number, and some
  char own[kMost];
  const std::ptrdiff_t room = last - first < kMost ? last - first : kMost;
  const std::to_chars_result result = real(own, own + room, more...);
  if (result.ec != std::errc() && room < last - first) {
    touch(first, static_cast<std::size_t>(last - first), true, pc);
    return real(first, last, more...);
  }
  // What stands there if there is no room is not said.
  const std::ptrdiff_t written = result.ec == std::errc() ? result.ptr - own : room;
  touch(first, static_cast<std::size_t>(written), true, pc);
  if (result.ec == std::errc()) std::memcpy(first, own, static_cast<std::size_t>(written));
  return {first + (result.ptr - own), result.ec};
}

template <class Number>
std::from_chars_result read_number(const char* name, const char* first, const char* last, Number& number,
                                   std::chars_format format, const void* pc) {
  using Real = std::from_chars_result (*)(const char*, const char*, Number&, std::chars_format);
  const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, name));
  if (!controlled()) return real(first, last, number, format);
  Number own = number;
  const std::from_chars_result result = real(first, last, own, format);
  const std::ptrdiff_t read = result.ptr - first + (result.ptr != last ? 1 : 0);
  if (read > 0) touch(first, static_cast<std::size_t>(read), false, pc);
  if (result.ec != std::errc()) return result;
  touch(&number, sizeof number, true, pc);
  number = own;
  return result;
}

}  // namespace

// The table of a resource's functions belongs to the library, and names the one that allocates without a name.
void prepare_resources() {
  constexpr std::size_t kAllocate = 4;  // behind its offset, its type and its two destructors
  auto* functions = static_cast<void**>(dlsym(RTLD_DEFAULT, "_ZTVNSt3pmr25monotonic_buffer_resourceE"));
  if (functions == nullptr || monotonic_allocate != nullptr) return;
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t page = reinterpret_cast<std::uintptr_t>(functions + kAllocate) & ~(kPage - 1);
  if (mprotect(reinterpret_cast<void*>(page), kPage, PROT_READ | PROT_WRITE) != 0) return;
  monotonic_allocate = reinterpret_cast<Allocate>(functions[kAllocate]);
  functions[kAllocate] = reinterpret_cast<void*>(&allocate_monotonic);
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE void* _ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm(void* resource,
                                                                               std::size_t bytes,
                                                                               std::size_t alignment) {
  changes(resource, HEDDLE_PC);
  static auto* real =
      reinterpret_cast<Allocate>(dlsym(RTLD_NEXT, "_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm"));
  return real(resource, bytes, alignment);
}
HEDDLE_INTERPOSE void _ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm(void* resource, void* block,
                                                                                  std::size_t bytes,
                                                                                  std::size_t alignment) {
  changes(resource, HEDDLE_PC);
  static auto* real = reinterpret_cast<void (*)(void*, void*, std::size_t, std::size_t)>(
      dlsym(RTLD_NEXT, "_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm"));
  real(resource, block, bytes, alignment);
}

#define HEDDLE_NUMBER(letter, type)                                                                       \
  HEDDLE_INTERPOSE std::to_chars_result _ZSt8to_charsPcS_##letter(char* first, char* last, type number) { \
    return write_number("_ZSt8to_charsPcS_" #letter, first, last, HEDDLE_PC, number);                     \
  }                                                                                                       \
  HEDDLE_INTERPOSE std::to_chars_result _ZSt8to_charsPcS_##letter##St12chars_format(                      \
      char* first, char* last, type number, std::chars_format format) {                                   \
    return write_number("_ZSt8to_charsPcS_" #letter "St12chars_format", first, last, HEDDLE_PC, number,   \
                        format);                                                                          \
  }                                                                                                       \
  HEDDLE_INTERPOSE std::to_chars_result _ZSt8to_charsPcS_##letter##St12chars_formati(                     \
      char* first, char* last, type number, std::chars_format format, int precision) {                    \
    return write_number("_ZSt8to_charsPcS_" #letter "St12chars_formati", first, last, HEDDLE_PC, number,  \
                        format, precision);                                                               \
  }                                                                                                       \
  HEDDLE_INTERPOSE std::from_chars_result _ZSt10from_charsPKcS0_R##letter##St12chars_format(              \
      const char* first, const char* last, type& number, std::chars_format format) {                      \
    return read_number("_ZSt10from_charsPKcS0_R" #letter "St12chars_format", first, last, number, format, \
                       HEDDLE_PC);                                                                        \
  }
HEDDLE_NUMBER(f, float)
HEDDLE_NUMBER(d, double)
HEDDLE_NUMBER(e, long double)

// ---- std::thread: the id in the object is the thread's until it was joined ----

#define HEDDLE_PARTS(name)                                                                   \
  HEDDLE_INTERPOSE void name(std::uint64_t* thread) {                                        \
    static auto* real = reinterpret_cast<void (*)(std::uint64_t*)>(dlsym(RTLD_NEXT, #name)); \
    const void* pc = HEDDLE_PC;                                                              \
    if (!controlled()) return real(thread);                                                  \
    touch(thread, sizeof *thread, false, pc);                                                \
    std::uint64_t own = *thread;                                                             \
    real(&own);                                                                              \
    touch(thread, sizeof *thread, true, pc);                                                 \
    *thread = own;                                                                           \
  }
HEDDLE_PARTS(_ZNSt6thread4joinEv)
HEDDLE_PARTS(_ZNSt6thread6detachEv)
