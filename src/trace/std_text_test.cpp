// SPDX-License-Identifier: Apache-2.0
#include "trace/std_text.h"

#include "random/test_traces.h"

namespace heddle::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> words_of(const Trace& trace) {
  std::vector<std::string> all;
  for (const event::Event& event : trace.events) all.push_back(in_words(event, *trace.names));
  return all;
}

TEST(StdText, ReadsWhatOthersWrite) {
  const Trace trace = read_unchecked("T0|fork(T1)|3\r\n\n# a comment\n   \nT1|w(V1)|12\nT1|r(V1)", "a.std");
  EXPECT_EQ(trace.error, "");
  EXPECT_THAT(trace.doubts, IsEmpty());
  EXPECT_THAT(words_of(trace), ElementsAre("T0 fork relaxed T1 at 3 in ``",
                                           "T1 write relaxed V1:8 at 12 in ``", "T1 read relaxed V1:8"));
}

TEST(StdText, ValuesOrdersAddressesAndMarks) {
  const Trace trace = read_unchecked(
      "T0|w(x)=5|1\nT0|w(x=5)|1\nT0|rmw.acq_rel(a)=3\nT0|load(a)\nT0|fence.release()\nT0|r(0x7f00:8)\nT0|r(x+"
      "4:2)\n"
      "T0|e(open=1,phase=-2)\nT0|e(hello)\nT0|wait(c,l)\nT0|wake(c)\n",
      "a.std");
  EXPECT_EQ(trace.error, "");
  EXPECT_THAT(words_of(trace),
              ElementsAre("T0 write relaxed x:8 = 5 at 1 in ``", "T0 write relaxed x:8 = 5 at 1 in ``",
                          "T0 atomic read-modify-write acq_rel a:8 = 3", "T0 atomic load seq_cst a:8",
                          "T0 fence release ", "T0 read relaxed 0x7f00:8", "T0 read relaxed x+4:2",
                          "T0 mark relaxed open=1,phase=-2", "T0 mark relaxed hello",
                          "T0 wait relaxed c with l", "T0 wake relaxed c with no lock"));
}

TEST(StdText, IdsCountInOrderOfFirstAppearance) {
  const Trace trace = read_unchecked("b|fork(a)\na|w(y)\nc|w(x)\n", "a.std");
  EXPECT_EQ(trace.names->threads[event::ThreadId(0)], "b");
  EXPECT_EQ(trace.names->threads[event::ThreadId(1)], "a");
  EXPECT_EQ(trace.names->threads[event::ThreadId(2)], "c");
  EXPECT_EQ(trace.events[1].target, event::Names::kNamedVariables);
}

struct Wrong {
  std::string_view line, message;
};
TEST(StdText, SaysWhatWasFoundAndWhatWasExpected) {
  for (const auto& [line, message] : {
           Wrong{"nonsense", "found `nonsense`, expected thread|operation(target)|location"},
           Wrong{"|w(x)", "found nothing, expected a name"},
           Wrong{"T0|", "found ``, expected an operation and its target, as in w(x)"},
           Wrong{"T0|w x", "found `w x`, expected an operation and its target"},
           Wrong{"T0|write(x)", "found `write`, expected an operation: r w load store rmw"},
           Wrong{"T0|load.strong(x)", "found `strong`, expected a memory order: relaxed"},
           Wrong{"T0|w()", "found nothing, expected a name"},
           Wrong{"T0|w(a b)", "found ` ` in the name `a b`, expected it as %20"},
           Wrong{"T0|w(a%2)", "found `%2`, expected two hex digits after %"},
           Wrong{"T0|w(0x7f)", "expected an address and a size, as in 0x7f00:8"},
           Wrong{"T0|w(0x7f:0)", "expected a size from 1"},
           Wrong{"T0|w(0xfffffffffffffff0:99)", "expected a size from 1"},
           Wrong{"T0|w(x+4:8)", "expected a part of 8 bytes"},
           Wrong{"T0|w(x)5|1", "found `5` after `)`, expected | or ="},
           Wrong{"T0|w(x)=five|1", "found `=five`, expected = and a number of 64 bits"},
           Wrong{"T0|w(x)=18446744073709551616|1", "expected = and a number of 64 bits"},
           Wrong{"T0|begin(T0)", "found `T0`, expected begin()"},
           Wrong{"T0|e(a=1,b)", "found `b`, expected name=number"},
           Wrong{"T0|e(a=x)", "found `a=x`, expected name=number"},
           Wrong{"T0|w(x)|1|f|g", "expected at most four fields"},
           Wrong{" T0|w(x)", "in the name ` T0`, expected it as %20"},
       }) {
    for (const std::string_view before : {"", "T0|w(x)|1\n\n"}) {
      const Trace trace = read_unchecked(fmt::format("{}{}\nT1|w(x)|2\n", before, line), "run.std");
      EXPECT_THAT(trace.error, HasSubstr(message)) << line;
      EXPECT_THAT(trace.error, ::testing::StartsWith(before.empty() ? "run.std:1: " : "run.std:3: "));
      EXPECT_EQ(trace.code, base::ErrorCode::malformed);
    }
  }
}

// The first time a line is read it goes through the careful parser, later through the fast one.
TEST(StdText, BothParsersAgreeOnEveryLine) {
  event::Names names;
  const std::string once = written(names, every_shape(names), ".std");
  const Trace twice = read_unchecked(once + once, "a.std");
  ASSERT_EQ(twice.error, "");
  const std::size_t half = twice.events.size() / 2;
  for (std::size_t i = 0; i < half; ++i) ASSERT_EQ(twice.events[i], twice.events[half + i]) << i;
}

// Wherever a buffer ends, the lines are the same: lines of every length, also longer than the buffer.
TEST(StdText, LinesAcrossBuffers) {
  std::string text;
  std::vector<std::string> variables;
  for (std::size_t length = 1; length < 300'000; length = length * 5 / 4 + 1) {
    variables.emplace_back(length, 'v');
    text += fmt::format("T0|w({})|1\n", variables.back());
  }
  for (int i = 0; i < 30'000; ++i) text += fmt::format("T{}|r(x{})|{}\n", i % 8, i % 97, i % 1000 + 1);
  const Trace trace = read_unchecked(text, "a.std");
  ASSERT_EQ(trace.error, "");
  ASSERT_THAT(trace.events, SizeIs(variables.size() + 30'000));
  for (std::size_t i = 0; i < variables.size(); ++i)
    EXPECT_EQ(trace.names->describe(trace.events[i].variable()), variables[i]);
  EXPECT_EQ(written(*trace.names, trace.events, ".std"), text);
}

TEST(StdText, AnEndlessLineIsAnError) {
  std::string text = "T0|w(";
  text.resize(40'000'000, 'x');
  const Trace trace = read_unchecked(text, "a.std");
  EXPECT_THAT(trace.error, HasSubstr("a.std:1: found a line of more than"));
  EXPECT_EQ(trace.code, base::ErrorCode::limit);
}

TEST(StdText, NothingIsNotATraceOfNothing) {
  EXPECT_THAT(read_checked("", "a.std").doubts, ElementsAre(HasSubstr("no event")));
  EXPECT_THAT(read_checked("# nothing\n", "a.std").doubts, ElementsAre(HasSubstr("no event")));
}

TEST(StdText, DoubtsTravelInComments) {
  std::string bytes;
  auto writer = write_std_text(ByteSink::to_memory(bytes));
  event::Names names;
  const auto event = event::access(names.threads.intern("T0"), event::Operation::read, names.variable("x"));
  ASSERT_TRUE(writer->write(names, std::span(&event, 1)));
  const std::vector<std::string> doubts = {"two\nlines", "it broke off"};
  ASSERT_TRUE(writer->finish(doubts));
  EXPECT_EQ(bytes, "T0|r(x)\n#! incomplete: two lines\n#! incomplete: it broke off\n");
  EXPECT_THAT(read_checked(bytes, "a.std").doubts, ElementsAre("two lines", "it broke off"));
}

}  // namespace
}  // namespace heddle::trace
