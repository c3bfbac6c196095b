// SPDX-License-Identifier: Apache-2.0
// What libstdc++ keeps of futures in its own library, with its own headers, since they lay out the classes. library.h tells
// when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kFuturesLibrary = {
    "_ZNSt13__future_base12_Result_baseC2Ev _ZNSt13__future_base12_Result_baseD2Ev _ZNSt12future_errorD1Ev "
    "_ZSt15future_categoryv _ZSt20__throw_future_errori "
    "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv "
    "_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE "
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj",
    R"h(#include <bits/atomic_wait.h>
#include <condition_variable>
#include <future>
#include <memory>
#include <pthread.h>
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
/* What a thread does at its very end, after the destructors of its variables: a key's destructor does it. */
static pthread_key_t heddle_at_end;
static void heddle_run_at_end(void* first) {
  for (auto* each = static_cast<__at_thread_exit_elt*>(first); each != nullptr;) {
    __at_thread_exit_elt* next = each->_M_next;
    each->_M_cb(each);
    each = next;
  }
}
static void heddle_run_own_at_end() {
  void* first = pthread_getspecific(heddle_at_end);
  pthread_setspecific(heddle_at_end, nullptr);
  heddle_run_at_end(first);
}
static void heddle_make_key() {
  pthread_key_create(&heddle_at_end, heddle_run_at_end);
  atexit(heddle_run_own_at_end);
}
static void heddle_add_at_end(__at_thread_exit_elt* one) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, heddle_make_key);
  one->_M_next = static_cast<__at_thread_exit_elt*>(pthread_getspecific(heddle_at_end));
  pthread_setspecific(heddle_at_end, one);
}
void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = &_Make_ready::_S_run;
  heddle_add_at_end(this);
}
void __future_base::_State_baseV2::_Make_ready::_S_run(void* which) {
  unique_ptr<_Make_ready> ready{static_cast<_Make_ready*>(which)};
  if (auto state = ready->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}
struct heddle_notifier final : __at_thread_exit_elt {
  condition_variable* condition;
  mutex* held;
  static void run(void* which) {
    auto* one = static_cast<heddle_notifier*>(which);
    one->held->unlock();
    one->condition->notify_all();
    delete one;
  }
};
void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto* made = new heddle_notifier;
  made->condition = &condition;
  made->held = lock.release();
  made->_M_cb = &heddle_notifier::run;
  heddle_add_at_end(made);
}
}  // namespace std
)h",
    true};

}  // namespace heddle::program
