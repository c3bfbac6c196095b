// SPDX-License-Identifier: Apache-2.0
#include "trace/execution_rules.h"

#include "random/test_traces.h"

namespace heddle::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

struct Case {
  std::string_view text;
  std::string_view message;  // of the last line; empty: the whole is possible
};

class Rules : public ::testing::TestWithParam<Case> {};

TEST_P(Rules, NameWhatNoExecutionCanProduce) {
  const auto& [text, message] = GetParam();
  const Trace trace = read_checked(std::string(text), "a.std");
  if (message.empty()) {
    EXPECT_EQ(trace.error, "") << text;
    return;
  }
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_EQ(trace.error, fmt::format("a.std:{}: {}", lines, message)) << text;
  EXPECT_EQ(trace.code, base::ErrorCode::impossible);
}

INSTANTIATE_TEST_SUITE_P(
    Threads, Rules,
    ::testing::Values(
        Case{"T0|w(x)\nT1|w(x)\n", ""},  // threads that are never forked just run
        Case{"T0|fork(T1)\nT1|begin()\nT1|w(x)\nT1|end()\nT0|join(T1)\nT2|fork(T3)\nT2|join(T3)\n", ""},
        Case{"T0|fork(T1)\nT0|join(T1)\nT2|join(T1)\n", ""},  // several threads may join one
        Case{"T1|w(x)\nT0|fork(T1)\n", "T0 forks T1, which has already acted"},
        Case{"T0|fork(T1)\nT1|r(x)\nT2|fork(T1)\n", "T2 forks T1, which was forked before"},
        Case{"T0|fork(T0)\n", "T0 forks itself"}, Case{"T0|w(x)\nT0|fork(T0)\n", "T0 forks itself"},
        Case{"T0|join(T0)\n", "T0 joins itself"}, Case{"T0|join(T9)\n", "T0 joins T9, which never existed"},
        Case{"T0|fork(T1)\nT0|join(T1)\nT1|r(x)\n", "T1 acts after it was joined"},
        Case{"T0|fork(T1)\nT1|r(x)\nT0|join(T1)\nT1|r(x)\n", "T1 acts after it was joined"},
        Case{"T0|fork(T1)\nT0|join(T1)\nT1|end()\n", "T1 acts after it was joined"},
        Case{"T0|end()\nT0|w(x)\n", "T0 acts after its end"},
        Case{"T0|end()\nT0|end()\n", "T0 acts after its end"},
        Case{"T0|begin()\nT0|begin()\n", "T0 begins a second time"},
        Case{"T0|w(x)\nT0|begin()\n", "T0 begins after it has already acted"},
        Case{"T0|wait(c)\nT1|join(T0)\n", "T1 joins T0, which still waits on `c`"}));

INSTANTIATE_TEST_SUITE_P(
    Locks, Rules,
    ::testing::Values(Case{"T0|acq(l)\nT0|rel(l)\nT1|acq(l)\nT1|rel(l)\n", ""},
                      Case{"T0|acqs(l)\nT1|acqs(l)\nT0|rels(l)\nT1|rels(l)\nT0|acq(l)\n", ""},
                      Case{"T0|acq(l)\nT0|end()\n", ""},  // a bug of the program, but possible
                      Case{"T0|rel(l)\n", "T0 releases `l`, which it does not hold"},
                      Case{"T0|acq(l)\nT1|rel(l)\n", "T1 releases `l`, which T0 holds"},
                      Case{"T0|acq(l)\nT0|rel(l)\nT0|rel(l)\n", "T0 releases `l`, which it does not hold"},
                      Case{"T0|acq(l)\nT1|acq(l)\n", "T1 acquires `l`, which T0 holds"},
                      Case{"T0|acq(l)\nT0|acq(l)\n", "T0 acquires `l`, which it already holds"},
                      Case{"T0|acq(l)\nT0|acqs(l)\n", "T0 acquires `l`, which it already holds"},
                      Case{"T0|acqs(l)\nT0|acqs(l)\n", "T0 acquires `l`, which it already holds"},
                      Case{"T0|acqs(l)\nT0|acq(l)\n", "T0 acquires `l`, which it already holds"},
                      Case{"T0|acqs(l)\nT1|acq(l)\n", "T1 acquires `l`, which T0 holds shared"},
                      Case{"T0|acq(l)\nT1|acqs(l)\n", "T1 acquires `l`, which T0 holds"},
                      Case{"T0|acqs(l)\nT0|rel(l)\n", "T0 releases `l` as exclusive, but holds it shared"},
                      Case{"T0|acq(l)\nT0|rels(l)\n",
                           "T0 releases `l` as shared, but holds it exclusively"}));

INSTANTIATE_TEST_SUITE_P(
    Waiting, Rules,
    ::testing::Values(
        Case{"T0|acq(l)\nT0|wait(c,l)\nT1|acq(l)\nT1|notify(c)\nT1|rel(l)\nT0|wake(c,l)\nT0|rel(l)\n", ""},
        Case{"T0|wait(c)\nT0|wake(c)\nT0|w(x)\n", ""},
        Case{"T0|acqs(l)\nT0|wait(c,l)\nT1|acqs(l)\nT0|wake(c,l)\nT0|rels(l)\n", ""},
        Case{"T0|wake(c)\n", "T0 wakes on `c` without having waited"},
        Case{"T0|wait(c,l)\n", "T0 waits on `c` without holding `l`"},
        Case{"T0|wait(c)\nT0|w(x)\n", "T0 acts while it waits on `c`"},
        Case{"T0|w(x)\nT0|wait(c)\nT0|acq(l)\n", "T0 acts while it waits on `c`"},
        Case{"T0|wait(c)\nT0|wake(d)\n", "T0 wakes on `d`, but waits on `c`"},
        Case{"T0|acq(l)\nT0|wait(c,l)\nT0|wake(c)\n", "T0 wakes with no lock, but waits with `l`"},
        Case{"T0|acq(l)\nT0|wait(c,l)\nT1|acq(l)\nT0|wake(c,l)\n", "T0 acquires `l`, which T1 holds"}));

INSTANTIATE_TEST_SUITE_P(
    BarriersAndMessages, Rules,
    ::testing::Values(
        Case{"T0|arrive(b)\nT1|arrive(b)\nT0|leave(b)\nT0|arrive(b)\nT1|leave(b)\n", ""},
        Case{"T0|arrive(b)\nT0|w(x)\nT0|leave(b)\n", ""},
        Case{"T0|leave(b)\n", "T0 leaves the barrier `b`, at which it did not arrive"},
        Case{"T0|arrive(b)\nT0|leave(a)\n", "T0 leaves the barrier `a`, at which it did not arrive"},
        Case{"T0|arrive(b)\nT1|leave(b)\n", "T1 leaves the barrier `b`, at which it did not arrive"},
        Case{"T0|send(m)\nT1|recv(m)\nT2|recv(m)\n", ""},
        Case{"T0|recv(m)\n", "T0 receives `m` before it is sent"},
        Case{"T0|send(n)\nT0|recv(m)\n", "T0 receives `m` before it is sent"}));

TEST(Lenient, SkipsWhatIsImpossibleAndSaysSo) {
  const std::string text =
      "T0|acq(l)|1\nT1|rel(l)|2\n# a "
      "comment\nT1|acq(l)|3\nT1|w(x)|4\nT0|rel(l)|5\nT1|recv(m)|6\nT1|rel(l)|7\n";
  const Trace trace = read_checked(text, "a.std", {.lenient = true});
  EXPECT_EQ(trace.error, "");
  ASSERT_THAT(trace.events, SizeIs(3));
  EXPECT_THAT(
      trace.doubts,
      ElementsAre("4 events were skipped that no execution can produce: a.std:2: T1 releases `l`, which T0 "
                  "holds; a.std:4: T1 acquires `l`, which T0 holds; a.std:7: T1 receives `m` before it is "
                  "sent; …"));
}

TEST(Lenient, PositionsCountWhatIsLeftAndStillLeadToTheirLines) {
  auto reader = open_trace_from(
      ByteSource::from_memory("T0|acq(l)\nT1|rel(l)\n\nT0|w(x)\nT1|rel(l)\nT0|rel(l)\n", "a.std"),
      {.lenient = true});
  ASSERT_TRUE(reader);
  ASSERT_THAT(*(*reader)->next(), SizeIs(3));
  EXPECT_EQ((*reader)->where(0), "a.std:1");
  EXPECT_EQ((*reader)->where(1), "a.std:4");
  EXPECT_EQ((*reader)->where(2), "a.std:6");
}

TEST(Lenient, ABatchOfWhichNothingIsLeftIsNotTheEnd) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "T1|rel(l)|1\n";
  const Trace trace = read_checked(text + "T1|w(x)\n", "a.std", {.lenient = true});
  EXPECT_EQ(trace.error, "");
  EXPECT_THAT(trace.events, SizeIs(1));
  EXPECT_THAT(trace.doubts, ElementsAre(HasSubstr("10,000 events were skipped")));
}

TEST(Strict, AlsoIn_hdl) {
  event::Names names;
  const event::ThreadId thread = names.threads.intern("T0");
  std::vector<event::Event> events(3, event::access(thread, event::Operation::read, names.variable("x")));
  events.push_back(event::act(thread, event::Operation::release, names.locks.intern("l")));
  const Trace trace = read_checked(written(names, events, ".hdl"), "a.hdl");
  EXPECT_THAT(trace.error, HasSubstr(", event 3: T0 releases `l`, which it does not hold"));
  EXPECT_EQ(trace.code, base::ErrorCode::impossible);
}

// accept_common is a second, faster way to accept: both must agree on every possible and impossible sequence.
TEST(Rules, TheFastWayAgreesWithTheCarefulOne) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 3'000; ++round) {
    event::Names names;
    for (const char* name : {"T0", "T1", "T2"}) names.threads.intern(name);
    for (const char* name : {"a", "b"}) names.locks.intern(name);
    names.conditions.intern("c");
    names.barriers.intern("b");
    names.messages.intern("m");
    names.marks.intern({"e", {}});
    std::vector<event::Event> events;
    for (int i = 0; i < 25; ++i) {
      event::Event event;
      event.thread = event::ThreadId(random() % 3);
      event.operation =
          static_cast<event::Operation>(random() % 3 == 0 ? random() % event::kOperations : 6 + random() % 4);
      const bool waits =
          event.operation == event::Operation::wait || event.operation == event::Operation::wake;
      event.target = event::target_kind(event.operation) == event::TargetKind::lock     ? random() % 2
                     : event::target_kind(event.operation) == event::TargetKind::thread ? random() % 3
                                                                                        : 0;
      event.extent = waits ? static_cast<std::uint32_t>(random() % 2) : 8;
      events.push_back(event);
    }
    ExecutionRules careful(names), fast(names);
    std::vector<std::size_t> broken_careful, broken_fast;
    for (std::size_t i = 0; i < events.size(); ++i)
      if (careful.broken_by(events[i])) broken_careful.push_back(i);
    const std::span<const event::Event> all(events);
    for (std::size_t i = fast.accept_common(all); i < all.size(); i += fast.accept_common(all.subspan(i))) {
      if (fast.broken_by(all[i])) broken_fast.push_back(i);
      ++i;
    }
    ASSERT_EQ(broken_fast, broken_careful);
  }
}

}  // namespace
}  // namespace heddle::trace
