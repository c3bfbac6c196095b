// SPDX-License-Identifier: Apache-2.0
// An exception that several threads have is counted inside libstdc++: by std::exception_ptr, and by each catch of it.
// Whoever gives up its share has used it before the last one does, who destroys it. So has whoever gives up a
// text of std::runtime_error and its kin, or another share of library_shares.def. All of these are told here, wherever they
// are given up; so what libstdc++ frees then is freed as if by the program: who used it, and has not given it up, is
// not ordered before that.
//
// A text that nobody else has, and nobody has given up before, is its owner's alone: to give it up is no step. Whether
// that is so no other thread can change. Texts of std::string as it was before C++11 are shared in ways that are not
// told: of those, what is freed is trusted to be nobody's any more.
#include <string_view>

#include <dlfcn.h>
#include <sys/mman.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// A share of the exception is given up.
template <class IsLast>
void give_up(Object& object, const void* pc, IsLast is_last) {
  Controlled& self = *world.current;
  if (world.memory != nullptr) {  // libstdc++ counts with acq_rel, so who is last is told by one step
    modify_weakly(object, changing(Modification::Kind::add, 1, MemoryOrder::acq_rel), 0, Action::send, 0, pc);
    return;
  }
  step_on(object, true, pc, Action::send);
  // Who is not the last learns nothing. Known after the step: others may have given up theirs before it.
  if (is_last() && object.published_any) acquire_from(self, object.published);
  publish(self, object, true);
}
void gives_up(void* exception, const void* pc, const int* count = nullptr) {
  if (exception == nullptr) return;
  give_up(object_at(exception, Role::annotation), pc,
          [&] { return count == nullptr || __atomic_load_n(count, __ATOMIC_RELAXED) == 1; });
}

const char* given_up =
    nullptr;  // the text that was last, by anybody: if it is freed, that is in the same step

void gives_up_text(const char* text, const void* pc) {
  if (!controlled() || text == nullptr) return;
  const auto* others = reinterpret_cast<const int*>(text - 8);
  given_up = text;
  Object& object = object_at(text, Role::annotation);
  const auto is_last = [&] { return __atomic_load_n(others, __ATOMIC_RELAXED) <= 0; };
  if (is_last() && !object.is_given_up) return;
  object.is_given_up = true;
  give_up(object, pc, is_last);
  given_up = text;  // others may have given up theirs meanwhile
}

}  // namespace

namespace {
constexpr std::size_t kKnown = 512;
std::uint64_t* known = nullptr;
__attribute__((constructor)) void make_known() {
  known = static_cast<std::uint64_t*>(
      mmap(nullptr, kKnown * sizeof *known, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}
}  // namespace

bool frees_untold_share(std::uint64_t address, std::uint64_t size, const void* pc) {
  if (number(given_up) - address < size) return false;
  // Asked of few places, and by every execution, which may be a process of its own: the answers are kept for all of
  // them, each with its place in one word.
  const std::uint64_t place = reinterpret_cast<std::uintptr_t>(pc) << 1;
  std::uint64_t& slot = known[(place >> 2) % kKnown];
  if (const std::uint64_t kept = __atomic_load_n(&slot, __ATOMIC_RELAXED); kept >> 1 == place >> 1)
    return (kept & 1) != 0;
  Dl_info information;
  const bool answer = dladdr(pc, &information) != 0 && information.dli_sname != nullptr &&
                      std::string_view(information.dli_sname).starts_with("_ZNSs4_Rep");
  __atomic_store_n(&slot, place | (answer ? 1U : 0U), __ATOMIC_RELAXED);
  return answer;
}

}  // namespace heddle::control

using namespace heddle::control;

namespace {
template <class Function>
Function* in_libstdcxx(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
}  // namespace

HEDDLE_EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) {
  static auto* real = in_libstdcxx<void(void**)>("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
  if (controlled()) gives_up(*pointer, HEDDLE_PC);
  real(pointer);
}
HEDDLE_EXPORT void __cxa_end_catch() {
  static auto* real = in_libstdcxx<void()>("__cxa_end_catch");
  static auto* current = in_libstdcxx<void(void**)>("_ZSt17current_exceptionv");  // its result is a class
  static auto* release = in_libstdcxx<void(void**)>("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
  if (controlled()) {
    void* exception = nullptr;
    current(&exception);
    if (exception != nullptr) {
      gives_up(exception, HEDDLE_PC);
      release(&exception);
    }
  }
  real();
}

// Asked for before any execution begins, since it is made on the first question.
namespace {
void* first_locale = nullptr;
__attribute__((constructor)) void find_first_locale() {
  if (auto* classic = in_libstdcxx<void**()>("_ZNSt6locale7classicEv")) first_locale = *classic();
}
void gives_up_share(const char* shared, std::size_t count, const void* pc) {
  if (!controlled() || shared == nullptr || shared == first_locale || !is_own_code(number(pc))) return;
  gives_up(const_cast<char*>(shared), pc, reinterpret_cast<const int*>(shared + count));
}
}  // namespace
#define HEDDLE_SHARE(name, offset, count)                                         \
  HEDDLE_EXPORT void* name(char* self, void* other) {                             \
    static auto* real = in_libstdcxx<void*(char*, void*)>(#name);                 \
    gives_up_share(*reinterpret_cast<char**>(self + (offset)), count, HEDDLE_PC); \
    return real(self, other);                                                     \
  }
#define HEDDLE_TEXT(name)                                          \
  HEDDLE_EXPORT void* name(char* self, void* other) {              \
    static auto* real = in_libstdcxx<void*(char*, void*)>(#name);  \
    gives_up_text(*reinterpret_cast<char**>(self + 8), HEDDLE_PC); \
    void* result = real(self, other);                              \
    given_up = nullptr;                                            \
    return result;                                                 \
  }
#include "runtime/shared/library_shares.def"
#undef HEDDLE_SHARE
#undef HEDDLE_TEXT
