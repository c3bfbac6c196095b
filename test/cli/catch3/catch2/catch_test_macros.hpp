// SPDX-License-Identifier: Apache-2.0
// Stands in for Catch2 3, which Debian 12 does not have: what heddle touches of it, and nothing else. That is the name by
// which a test registers itself, the options that list tests and run one, what is printed of an expectation that fails
// and of a test that skips itself, the report in JUnit's format, and the exit status.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace Catch {

struct ITestInvoker {
  virtual void invoke() const = 0;
  virtual ~ITestInvoker() = default;
};
struct SourceLineInfo {
  const char* file;
  std::size_t line;
};
struct StringRef {
  const char* start;
};
struct NameAndTags {
  StringRef name;
};
namespace Detail {
template <class T>
struct unique_ptr {
  T* object;
};
}  // namespace Detail

struct Registered {
  Detail::unique_ptr<ITestInvoker> invoker;
  std::string name;
};
inline std::vector<Registered> registered;
struct AutoReg {
  AutoReg(Detail::unique_ptr<ITestInvoker> invoker, const SourceLineInfo& place, StringRef owner,
          const NameAndTags& name) noexcept;
};
__attribute__((noinline)) inline AutoReg::AutoReg(Detail::unique_ptr<ITestInvoker> invoker,
                                                  const SourceLineInfo&, StringRef,
                                                  const NameAndTags& name) noexcept {
  registered.push_back({invoker, name.name.start});
}

struct TestInvokerAsFunction : ITestInvoker {
  explicit TestInvokerAsFunction(void (*function)()) : function_(function) {}
  void invoke() const override { function_(); }
  void (*function_)();
};

struct IResultCapture {
  virtual ~IResultCapture() = default;
  virtual std::string getCurrentTestName() const = 0;
};
inline std::string current;
struct Capture : IResultCapture {
  std::string getCurrentTestName() const override { return current; }
};
__attribute__((noinline, used)) inline IResultCapture& getResultCapture() {
  static Capture capture;
  return capture;
}

struct Stop {};  // the test ends here
struct Context {
  static inline Context* currentContext = nullptr;
  bool aborts = false;
  int failed = 0;
  std::string skipped;  // why
  bool skips = false;
};

inline void expect(bool holds, bool ends, const char* macro, const char* text, SourceLineInfo place) {
  Context& context = *Context::currentContext;
  if (holds) return;
  ++context.failed;
  std::cout << place.file << ':' << place.line << ": FAILED:\n  " << macro << "( " << text
            << " )\nwith expansion:\n  false\n\n";
  if (ends || context.aborts) throw Stop();
}
[[noreturn]] inline void skip(const char* why, SourceLineInfo place) {
  Context::currentContext->skips = true;
  Context::currentContext->skipped = why;
  std::cout << place.file << ':' << place.line << ": SKIPPED:\nexplicitly with message:\n  " << why << "\n\n";
  throw Stop();
}

inline int run(int count, char** words) {
  Context context;
  Context::currentContext = &context;
  bool lists = false, allows_none = false;
  std::string wanted, report;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--list-tests")
      lists = true;
    else if (word == "--abort")
      context.aborts = true;
    else if (word == "--allow-running-no-tests")
      allows_none = true;
    else if (word == "--verbosity" || word == "--reporter") {
      const std::string value = words[++i];
      if (value.rfind("junit::out=", 0) == 0) report = value.substr(std::strlen("junit::out="));
    } else if (word[0] == '-') {
      std::cerr << "\nError(s) in input:\n  Unrecognised token: " << word << "\n\nRun with -? for usage\n\n";
      return 255;
    } else {
      for (const char c : word)
        if (c != '\\') wanted += c;
    }
  }
  int ran = 0, skipped = 0;
  for (const Registered& each : registered) {
    if (lists) std::cout << each.name << '\n';
    if (lists || (!wanted.empty() && each.name != wanted)) continue;
    ++ran;
    current = each.name;
    context.skips = false;
    try {
      each.invoker.object->invoke();
    } catch (const Stop&) {
    }
    skipped += context.skips ? 1 : 0;
  }
  if (!report.empty()) {
    std::ofstream file(report);
    file << "<testsuites><testsuite><testcase>\n";
    if (skipped > 0)
      file << "<skipped type=\"SKIP\">\nSKIPPED\n" << context.skipped << "\nat days.cpp:3\n</skipped>\n";
    file << "</testcase></testsuite></testsuites>\n";
  }
  if (!lists && !allows_none && ran == 0) return 2;
  if (!lists && !allows_none && ran == skipped) return 4;
  return context.failed;
}

}  // namespace Catch

#define CATCH3_JOIN_NOW(a, b) a##b
#define CATCH3_JOIN(a, b) CATCH3_JOIN_NOW(a, b)
#define CATCH3_PLACE \
  Catch::SourceLineInfo { __FILE__, static_cast<std::size_t>(__LINE__) }
#define TEST_CASE(text)                                                                                 \
  static void CATCH3_JOIN(test_, __LINE__)();                                                           \
  static Catch::AutoReg CATCH3_JOIN(registrar_, __LINE__)(                                              \
      {new Catch::TestInvokerAsFunction(&CATCH3_JOIN(test_, __LINE__))}, CATCH3_PLACE, {""}, {{text}}); \
  static void CATCH3_JOIN(test_, __LINE__)()
#define CHECK(...) Catch::expect(bool(__VA_ARGS__), false, "CHECK", #__VA_ARGS__, CATCH3_PLACE)
#define REQUIRE(...) Catch::expect(bool(__VA_ARGS__), true, "REQUIRE", #__VA_ARGS__, CATCH3_PLACE)
#define SKIP(why) Catch::skip(why, CATCH3_PLACE)
#define CATCH3_MAIN \
  int main(int count, char** words) { return Catch::run(count, words); }
