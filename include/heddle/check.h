// SPDX-License-Identifier: Apache-2.0
// Every schedule of a test, from inside the test.
//
//   #include <heddle/check.h>
//   heddle::check([] {
//     Stack stack;
//     std::jthread a([&] { stack.push(1); }), b([&] { stack.push(2); });
//     …
//   });
//
// The function is run again and again, each time under another schedule, until one fails or all have been
// run. It must do the same each time: it may change globals (they are put back after each run) but not files.
// A failing schedule makes check() throw heddle::CheckFailure, in C it returns 1 from heddle_check_run.
//
// Compile with `heddle c++` or heddle_instrument of CMake, and run the test under `heddle check`. Without its
// engine check() fails, because one run says nothing about the other schedules: a suite that runs elsewhere too
// defines HEDDLE_ALLOW_SINGLE_RUN, or sets it in the environment, and the function is run once.
//
// Failures of GoogleTest (EXPECT_…) and Boost.Test (BOOST_TEST) that do not end the function count. Those of
// Catch2 and doctest count because `heddle check` runs them with --abort: their CHECK then ends it.
#pragma once

#include <heddle/annotate.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct heddle_check_options {
  const char* strategy;      // one of `heddle check --strategy`; NULL: dpor
  unsigned preemptions;      // with races or all: at most so many; 0: any number
  unsigned long executions;  // at most so many; 0: any number
  double limit_seconds;      // at most so long; 0: any time
  unsigned long seed;        // of the strategies that sample
  const char* name;          // of the test, for reports
  unsigned jobs;             // worker processes, from the start; 0: as many as cores, if it takes long
  int (*failed)(void);       // asked after each run: did the test fail without ending?
};

// 0: no schedule fails; 1: one does; 3: not all were run, or something could not be explored; 4: there is no engine,
// and nothing was run. `options` may be NULL. The report goes to standard error. NULL in a program that was not
// compiled for heddle.
int heddle_check_run(void (*function)(void*), void* argument, const struct heddle_check_options* options)
    __attribute__((weak));
// Whether `heddle check` reports what checks come to: then an inconclusive one need not fail by itself.
int heddle_check_is_reported(void) __attribute__((weak));
// Input: any number below `count`; every one is tried.
unsigned(heddle_choose)(unsigned count) __attribute__((weak));

#ifdef __cplusplus
}

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>

// What test frameworks know of the test that runs. By the linker's names, so that it does not matter which header
// comes first; null if the program has no such framework.
extern "C" {
bool heddle_googletest_fatal() __asm__("_ZN7testing4Test15HasFatalFailureEv") __attribute__((weak));
bool heddle_googletest_nonfatal() __asm__("_ZN7testing4Test18HasNonfatalFailureEv") __attribute__((weak));
const void* heddle_boost_collector() __asm__("_ZN5boost9unit_test19results_collector_t8instanceEv")
    __attribute__((weak));
unsigned long heddle_boost_test() __asm__("_ZN5boost9unit_test9framework20current_test_case_idEv")
    __attribute__((weak));
const void* heddle_boost_results(const void* collector, unsigned long test) __asm__(
    "_ZNK5boost9unit_test19results_collector_t7resultsEm") __attribute__((weak));
bool heddle_boost_passed(const void* results) __asm__("_ZNK5boost9unit_test12test_results6passedEv")
    __attribute__((weak));
const void* heddle_boost_case() __asm__("_ZN5boost9unit_test9framework17current_test_caseEv")
    __attribute__((weak));
const void* heddle_catch_capture() __asm__("_ZN5Catch16getResultCaptureEv") __attribute__((weak));
extern const void* heddle_catch_context __asm__("_ZN5Catch15IMutableContext14currentContextE")
    __attribute__((weak));
extern const void* heddle_catch3_context __asm__("_ZN5Catch7Context14currentContextE") __attribute__((weak));
const void* heddle_doctest_options() __asm__("_ZN7doctest17getContextOptionsEv") __attribute__((weak));
}

// The types that those functions return: what is inside them is known where the framework's header was included, before
// this one or after it.
namespace testing {
class UnitTest;
}
namespace Catch {
struct IContext;
struct IResultCapture;
}  // namespace Catch
namespace doctest {
struct ContextOptions;
}
namespace boost {
namespace unit_test {
class test_case;
}
}  // namespace boost

namespace heddle {

class CheckFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CheckOptions : heddle_check_options {
  CheckOptions() : heddle_check_options() {}
};

namespace detail {

[[noreturn]] inline void fail(const char* why) {
#ifdef __cpp_exceptions
  throw CheckFailure(why);
#else
  std::fprintf(stderr, "heddle: %s\n", why);
  std::abort();
#endif
}

inline int test_failed() {
  if (heddle_googletest_fatal != nullptr && heddle_googletest_fatal()) return 1;
  if (heddle_googletest_nonfatal != nullptr && heddle_googletest_nonfatal()) return 1;
  if (heddle_boost_collector != nullptr && heddle_boost_test != nullptr && heddle_boost_results != nullptr &&
      heddle_boost_passed != nullptr)
    return heddle_boost_passed(heddle_boost_results(heddle_boost_collector(), heddle_boost_test())) ? 0 : 1;
  return 0;
}

// What a framework knows, if its header was included anywhere before the test: the first of each two is taken where the
// framework's type is complete. One for each check, as files of a program may differ in that.
template <class Function, class UnitTest = ::testing::UnitTest>
auto googletest_name(int) -> decltype(static_cast<void>(sizeof(UnitTest)), std::string()) {
  if (const auto* test = UnitTest::GetInstance()->current_test_info())
    return std::string(test->test_suite_name()) + "." + test->name();
  return "";
}
template <class Function>
std::string googletest_name(long) {
  return "";
}

template <class Function, class Capture = ::Catch::IResultCapture>
auto catch2_name(int) -> decltype(static_cast<const Capture*>(nullptr)->getCurrentTestName(), std::string()) {
  if (heddle_catch_capture == nullptr) return "";
  const auto name = static_cast<const Capture*>(heddle_catch_capture())->getCurrentTestName();
  return std::string(name.begin(), name.end());
}
template <class Function>
std::string catch2_name(long) {
  return "";
}

template <class Function, class Options = ::doctest::ContextOptions>
auto doctest_name(int) -> decltype(std::string(static_cast<const Options*>(nullptr)->currentTest->m_name)) {
  if (heddle_doctest_options == nullptr) return "";
  const auto* options = static_cast<const Options*>(heddle_doctest_options());
  return options != nullptr && options->currentTest != nullptr ? options->currentTest->m_name : "";
}
template <class Function>
std::string doctest_name(long) {
  return "";
}

template <class Function, class Case = ::boost::unit_test::test_case>
auto boost_name(int) -> decltype(std::string(static_cast<const Case*>(nullptr)->full_name())) {
  if (heddle_boost_case == nullptr) return "";
  return static_cast<const Case*>(heddle_boost_case())->full_name();
}
template <class Function>
std::string boost_name(long) {
  return "";
}

template <class Function>
std::string test_name() {
  std::string name = googletest_name<Function>(0);
  if (name.empty()) name = catch2_name<Function>(0);
  if (name.empty()) name = doctest_name<Function>(0);
  if (name.empty()) name = boost_name<Function>(0);
  return name;
}

// Catch2 and doctest keep to themselves whether a CHECK has failed, unless it ends the test.
template <class Function, class Context = ::Catch::IContext>
auto catch2_ends_the_test(int) -> decltype(static_cast<Context*>(nullptr)->getConfig()->abortAfter() == 1) {
  if (&heddle_catch_context == nullptr || heddle_catch_context == nullptr) return true;
  return static_cast<const Context*>(heddle_catch_context)->getConfig()->abortAfter() == 1;
}
template <class Function>
bool catch2_ends_the_test(long) {
  return true;
}
// From Catch2 3.5 on its configuration has no type that the headers of a test show.
template <class Function, class Capture = ::Catch::IResultCapture>
auto catch3_ends_the_test(int) -> decltype(sizeof(Capture) > 0) {
  if (&heddle_catch3_context == nullptr) return true;
  std::FILE* words = std::fopen("/proc/self/cmdline", "re");
  bool ends = false;
  std::string word;
  for (int c = 0; words != nullptr && (c = std::getc(words)) != EOF;) {
    if (c != 0) word += static_cast<char>(c);
    if (c == 0) ends = ends || word == "--abort" || word == "-a";
    if (c == 0) word.clear();
  }
  if (words != nullptr) std::fclose(words);
  return ends;
}
template <class Function>
bool catch3_ends_the_test(long) {
  return true;
}

template <class Function, class Options = ::doctest::ContextOptions>
auto doctest_ends_the_test(int) -> decltype(static_cast<const Options*>(nullptr)->abort_after == 1) {
  const void* options = heddle_doctest_options == nullptr ? nullptr : heddle_doctest_options();
  return options == nullptr || static_cast<const Options*>(options)->abort_after == 1;
}
template <class Function>
bool doctest_ends_the_test(long) {
  return true;
}

inline bool single_run_is_allowed() {
#ifdef HEDDLE_ALLOW_SINGLE_RUN
  return true;
#else
  return std::getenv("HEDDLE_ALLOW_SINGLE_RUN") != nullptr;
#endif
}

}  // namespace detail

template <class Function>
void check(Function&& function, heddle_check_options options = heddle_check_options()) {
  constexpr int kFails = 1, kInconclusive = 3, kNoEngine = 4;
  if (heddle_check_run == nullptr) {
    if (detail::single_run_is_allowed()) {
      function();
      return;
    }
    detail::fail(
        "heddle::check has no engine, so no schedule was tried: compile with `heddle c++` or "
        "heddle_instrument and run the program under `heddle check`, or allow a single run with "
        "HEDDLE_ALLOW_SINGLE_RUN=1");
  }
  const bool has_engine = heddle_check_is_reported != nullptr;
  if (has_engine &&
      !(detail::catch2_ends_the_test<Function>(0) && detail::catch3_ends_the_test<Function>(0) &&
        detail::doctest_ends_the_test<Function>(0)))
    detail::fail(
        "heddle::check cannot see whether a CHECK of this framework fails, unless it ends the test: give the "
        "program --abort (Catch2) or --abort-after=1 (doctest), or let `heddle check` start each test, which "
        "it does if nothing stands after --");
  const std::string name = options.name == nullptr ? detail::test_name<Function>() : "";
  if (options.name == nullptr && !name.empty()) options.name = name.c_str();
  if (options.failed == nullptr) options.failed = detail::test_failed;
  auto* called = &function;  // an object, or a function
  const int result = heddle_check_run([](void* argument) { (**static_cast<decltype(called)*>(argument))(); },
                                      &called, &options);
  if (result == kFails) detail::fail("a schedule fails: see the report of heddle");
  if (result == kNoEngine) {
    if (!detail::single_run_is_allowed())
      detail::fail(
          "heddle::check has no engine, so no schedule was tried: run the program under `heddle check`, "
          "or allow a single run with HEDDLE_ALLOW_SINGLE_RUN=1");
    function();
  }
  const bool is_bounded = options.executions != 0 || options.preemptions != 0 || options.limit_seconds > 0;
  if (result == kInconclusive && !is_bounded && has_engine && !heddle_check_is_reported())
    detail::fail("the check is inconclusive: see the reasons on standard error");
}

// Input: any number below `count`; every one is tried.
inline unsigned choose(unsigned count) { return heddle_choose == nullptr ? 0 : (heddle_choose)(count); }

}  // namespace heddle
#endif
