// SPDX-License-Identifier: Apache-2.0
// What each framework prints of a failure, as its releases print it.
#include "runtime/host/expectation.h"

#include <fstream>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"

namespace heddle::runtime::host {
namespace {

using Lines = std::vector<std::string>;

TEST(Expectation, OfEachFramework) {
  struct Case {
    Framework framework;
    const char* output;
    const char* file;
    unsigned line;
    Lines says;
  };
  const Case cases[] = {
      {Framework::googletest,
       "[ RUN      ] Lru.Once\nnoise\nsrc/lru_test.cpp:19: Failure\nExpected equality of these values:\n  "
       "made\n"
       "    Which is: 2\n  1\n[  FAILED  ] Lru.Once (0 ms)\n",
       "src/lru_test.cpp",
       19,
       {"Expected equality of these values:", "  made", "    Which is: 2", "  1"}},
      {Framework::googletest,
       "a.cpp:3: Failure\nFailed\n\nb.cpp:4: Failure\nValue of: x\n",
       "a.cpp",
       3,
       {"Failed"}},
      {Framework::googletest,  // what a test throws has no place
       "[ RUN      ] A.B\nunknown file: Failure\nC++ exception with description \"no file\" thrown in the "
       "test "
       "body.\n[  FAILED  ] A.B (0 ms)\n",
       "",
       0,
       {"C++ exception with description \"no file\" thrown in the test body."}},
      {Framework::googletest,  // what heddle::check throws is no news
       "a.cpp:3: Failure\nFailed\nunknown file: Failure\nC++ exception with description \"a schedule fails: "
       "see the report of heddle\" thrown in the test body.\n",
       "a.cpp",
       3,
       {"Failed"}},
      {Framework::catch2,  // 2 and 3
       "...............\n\ncount.cpp:6: FAILED:\n  CHECK( n == 2 )\nwith expansion:\n  1 == 2\n\n=====\n",
       "count.cpp",
       6,
       {"  CHECK( n == 2 )", "with expansion:", "  1 == 2"}},
      {Framework::doctest,
       "TEST CASE:  counts up\n\ncount.cpp:5: ERROR: CHECK( n == 2 ) is NOT correct!\n  values: CHECK( 1 == "
       "2 )\n\n",
       "count.cpp",
       5,
       {"CHECK( n == 2 ) is NOT correct!", "  values: CHECK( 1 == 2 )"}},
      {Framework::doctest,
       "count.cpp:5: FATAL ERROR: REQUIRE( ok ) is NOT correct!\n",
       "count.cpp",
       5,
       {"REQUIRE( ok ) is NOT correct!"}},
      {Framework::boost,
       "Running 1 test case...\n\033[1;31;49mcount.cpp(7): error: in \"S/counts\": check n == 2 has failed "
       "[1 != "
       "2]\033[0;39;49m\n\n*** 1 failure\n",
       "count.cpp",
       7,
       {"check n == 2 has failed [1 != 2]"}},
      {Framework::boost,
       "count.cpp(7): fatal error: in \"t\": critical check ok has failed\n",
       "count.cpp",
       7,
       {"critical check ok has failed"}},
  };
  for (const Case& each : cases) {
    const auto found = expectation_in(each.framework, each.output);
    ASSERT_TRUE(found) << each.output;
    EXPECT_EQ(found->file, each.file);
    EXPECT_EQ(found->line, each.line);
    EXPECT_EQ(found->says, each.says);
    EXPECT_EQ(found->source, "");
  }
}

TEST(Expectation, NoneWhereNoneIsPrinted) {
  for (const Framework framework :
       {Framework::googletest, Framework::catch2, Framework::doctest, Framework::boost}) {
    EXPECT_FALSE(expectation_in(framework, ""));
    EXPECT_FALSE(expectation_in(framework, "[  PASSED  ] 1 test.\nAll tests passed (3 assertions)\n"));
    EXPECT_FALSE(expectation_in(framework, "app: a.cpp:3: int main(): Assertion `x' failed.\n"));
    EXPECT_FALSE(expectation_in(framework,
                                "unknown file: Failure\nC++ exception with description \"a schedule "
                                "fails: see the report of heddle\" thrown in the test body.\n"));
  }
}

TEST(Expectation, SourceIsTheMacroThatStandsThere) {
  const base::ScratchDirectory directory;
  const std::string file = (directory / "test.cpp").string();
  std::ofstream(file) << "int x;\n"
                         "TEST_CASE(\"a\") { f(); CHECK(g(x) == h(2)); k(); }\n"
                         "  EXPECT_EQ(x,\n"
                         "            3);\n"
                         "  helper();\n"
                         "BOOST_AUTO_TEST_CASE(counts) { BOOST_TEST(x == 2); }\n";
  const auto source = [&](int line) {
    return expectation_in(Framework::catch2, file + ":" + std::to_string(line) + ": FAILED:\n")->source;
  };
  EXPECT_EQ(source(2), "CHECK(g(x) == h(2))");
  EXPECT_EQ(source(3), "");
  EXPECT_EQ(source(5), "");
  EXPECT_EQ(source(6), "BOOST_TEST(x == 2)");
  EXPECT_EQ(source(99), "");
}

TEST(Skips, AreWhatTheFrameworkSaysOfTheTest) {
  const std::string googletest =
      "[ RUN      ] Days.Skips\nday.cpp:3: Skipped\nnot on\nSundays\n\n[  SKIPPED ] Days.Skips (0 ms)\n"
      "[----------] 1 test from Days (0 ms total)\n[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] "
      "Days.Skips\n";
  EXPECT_EQ(skip_in(Framework::googletest, googletest, "Days.Skips"), "not on Sundays");
  EXPECT_EQ(skip_in(Framework::googletest,
                    "\x1b[0;32m[  SKIPPED ] \x1b[mA.B/0, where GetParam() = 1 (0 ms)\n", "A.B/0"),
            "");
  EXPECT_EQ(skip_in(Framework::googletest, "[       OK ] Days.Runs (0 ms)\n", "Days.Runs"), std::nullopt);
  EXPECT_EQ(skip_in(Framework::googletest, "day.cpp:3: Skipped\n[       OK ] Days.Runs\n", "Days.Runs"),
            std::nullopt);
  const std::string boost =
      "Entering test module \"days\"\nday.cpp(7): Test case \"days/runs\" is skipped because disabled\n"
      "day.cpp(8): Test case \"days/skips\" is skipped because precondition failed: not on Sundays\n";
  EXPECT_EQ(skip_in(Framework::boost, boost, "days/skips"), "precondition failed: not on Sundays");
  EXPECT_EQ(skip_in(Framework::boost, boost, "days/runs"), std::nullopt) << "it was not asked for";
  EXPECT_EQ(skip_in(Framework::catch3,
                    "day.cpp:7: SKIPPED:\nexplicitly with message:\n  not on Sundays\n\n====\n", "skips"),
            "not on Sundays");
  EXPECT_EQ(skip_in(Framework::doctest, googletest, "Days.Skips"), std::nullopt);
}

TEST(Skips, AreWhatTheFrameworkWrites) {
  const std::string googletest =
      "<testcase name=\"Skips\" result=\"skipped\">\n<skipped message=\"day.cpp:3&#x0A;not on "
      "&quot;Sundays&quot;\"><![CDATA[day.cpp:3\nnot]]></skipped>\n</testcase>";
  EXPECT_EQ(skip_written(Framework::googletest, googletest, "Days.Skips"), "not on \"Sundays\"");
  EXPECT_EQ(skip_written(Framework::googletest, "<testcase result=\"completed\" />", "Days.Runs"),
            std::nullopt);
  EXPECT_EQ(skip_written(Framework::catch3,
                         "<skipped type=\"SKIP\">\nSKIPPED\nnot &lt; 2\nat day.cpp:3\n</skipped>", "x"),
            "not < 2");
  const std::string boost =
      "<skipped/><![CDATA[…\n- disabled test unit: 'days/runs'\n- reason: "
      "'disabled']]>\n<skipped/><![CDATA[…\n"
      "- disabled test unit: 'days/skips'\n- reason: 'precondition failed: not on Sundays']]>";
  EXPECT_EQ(skip_written(Framework::boost, boost, "days/skips"), "precondition failed: not on Sundays");
  EXPECT_EQ(skip_written(Framework::boost, boost, "days/runs"), std::nullopt);
}

TEST(Expectation, FunctionsAndFilesOfFrameworks) {
  EXPECT_TRUE(is_framework_function("testing::internal::MutexBase::Lock()"));
  EXPECT_TRUE(is_framework_function("Catch::RunContext::run()"));
  EXPECT_FALSE(is_framework_function("Lru_Once_Test::TestBody()"));
  EXPECT_FALSE(is_framework_function("mytesting::f()"));
  EXPECT_TRUE(is_framework_file("/usr/include/boost/test/impl/framework.ipp"));
  EXPECT_FALSE(is_framework_file("/home/me/project/src/queue.cpp"));
}

}  // namespace
}  // namespace heddle::runtime::host
