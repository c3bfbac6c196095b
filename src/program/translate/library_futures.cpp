// SPDX-License-Identifier: Apache-2.0
// What libstdc++ keeps of futures in its own library, with its own headers, since they lay out the classes. library.h tells
// when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kFuturesLibrary = {
    "_ZNSt13__future_base12_Result_baseC2Ev _ZNSt13__future_base12_Result_baseD2Ev _ZNSt12future_errorD1Ev "
    "_ZSt15future_categoryv _ZSt20__throw_future_errori "
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj",
    R"h(#include <bits/atomic_wait.h>
#include <future>
#line 1 "<C++ library>"
namespace std {
__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;
future_error::~future_error() noexcept = default;
const char* future_error::what() const noexcept { return logic_error::what(); }
struct heddle_future_errors final : error_category {
  const char* name() const noexcept override { return "future"; }
  string message(int number) const override {
    switch (static_cast<future_errc>(number)) {
      case future_errc::broken_promise:
        return "Broken promise";
      case future_errc::future_already_retrieved:
        return "Future already retrieved";
      case future_errc::promise_already_satisfied:
        return "Promise already satisfied";
      case future_errc::no_state:
        return "No associated state";
    }
    return "Unknown error";
  }
  error_condition default_error_condition(int number) const noexcept override { return {number, *this}; }
  bool equivalent(int number, const error_condition& other) const noexcept override {
    return other.value() == number && &other.category() == this;
  }
  bool equivalent(const error_code& other, int number) const noexcept override {
    return other.value() == number && &other.category() == this;
  }
};
const error_category& future_category() noexcept {
  static constinit heddle_future_errors errors;
  return errors;
}
void __throw_future_error(int number) {
  throw future_error(make_error_code(static_cast<future_errc>(number)));
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* at, unsigned old, bool timed,
                                                       chrono::seconds, chrono::nanoseconds) {
  if (timed) return false;  // at any moment
  heddle_waiter self;
  heddle_step_begin();
  const bool waits = *at == old;
  if (waits) heddle_wait_begins(&self, at);
  heddle_step_end();
  if (waits) heddle_block(&self.waits, at);
  return true;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* at, unsigned old,
                                                              bool timed, chrono::seconds seconds,
                                                              chrono::nanoseconds rest) {
  return _M_futex_wait_until(at, old, timed, seconds, rest);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* at) { heddle_wake(at, true); }
}  // namespace std
)h",
    true};

}  // namespace heddle::program
