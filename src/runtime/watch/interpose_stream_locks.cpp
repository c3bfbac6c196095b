// SPDX-License-Identifier: Apache-2.0
// The locks of streams, where the program can notice them: flockfile, and streams that read and write by functions of the
// program (fopencookie). libc calls these under the stream's lock, which it takes unseen: what one call of them did happens
// before the next.
#include <cstdio>

#include "runtime/shared/abi.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {
namespace {

struct Cookie {
  void* own;
  cookie_io_functions_t functions;
};

class Locked {
 public:
  Locked(const Cookie& cookie, const void* pc) : cookie_(cookie), pc_(pc) { receive_from(&cookie_, pc_); }
  ~Locked() { send_to(&cookie_, ObjectKind::annotation, pc_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  const Cookie& cookie_;
  const void* pc_;
};

template <class Function>
const void* place_of(Function function) {
  return reinterpret_cast<const void*>(function);
}
ssize_t read_locked(void* given, char* to, std::size_t room) {
  const auto& cookie = *static_cast<const Cookie*>(given);
  const Locked locked(cookie, place_of(cookie.functions.read));
  return cookie.functions.read(cookie.own, to, room);
}
ssize_t write_locked(void* given, const char* from, std::size_t size) {
  const auto& cookie = *static_cast<const Cookie*>(given);
  const Locked locked(cookie, place_of(cookie.functions.write));
  return cookie.functions.write(cookie.own, from, size);
}
int seek_locked(void* given, off64_t* position, int from) {
  const auto& cookie = *static_cast<const Cookie*>(given);
  const Locked locked(cookie, place_of(cookie.functions.seek));
  return cookie.functions.seek(cookie.own, position, from);
}
int close_locked(void* given) {
  const auto& cookie = *static_cast<const Cookie*>(given);
  const Locked locked(cookie, place_of(cookie.functions.close));
  return cookie.functions.close(cookie.own);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE FILE* fopencookie(void* own, const char* mode, cookie_io_functions_t functions) noexcept {
  initialise();
  auto* cookie = attached() ? static_cast<Cookie*>(permanent(sizeof(Cookie))) : nullptr;
  if (cookie == nullptr) return HEDDLE_REAL(fopencookie)(own, mode, functions);
  *cookie = {own, functions};
  const cookie_io_functions_t locked = {
      functions.read != nullptr ? read_locked : nullptr, functions.write != nullptr ? write_locked : nullptr,
      functions.seek != nullptr ? seek_locked : nullptr, functions.close != nullptr ? close_locked : nullptr};
  return HEDDLE_REAL(fopencookie)(cookie, mode, locked);
}

HEDDLE_INTERPOSE void flockfile(FILE* stream) noexcept {
  HEDDLE_REAL(flockfile)(stream);
  receive_from(stream, __builtin_return_address(0));
}
HEDDLE_INTERPOSE int ftrylockfile(FILE* stream) noexcept {
  const int failed = HEDDLE_REAL(ftrylockfile)(stream);
  if (failed == 0) receive_from(stream, __builtin_return_address(0));
  return failed;
}
HEDDLE_INTERPOSE void funlockfile(FILE* stream) noexcept {
  send_to(stream, ObjectKind::annotation, __builtin_return_address(0));
  HEDDLE_REAL(funlockfile)(stream);
}
