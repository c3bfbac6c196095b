// SPDX-License-Identifier: Apache-2.0
// Short stories every engine must judge alike; among them the counterexamples to the printed algorithms.
#include "detect/detectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detect/recheck.h"

namespace heddle::detect {
namespace {

using event::MemoryOrder;
using event::Operation;

// Builds an execution line by line, with names as people write them.
class Story {
 public:
  Story& plain(const char* thread, Operation operation, const char* variable) {
    return add(event::access(names_->threads.intern(thread), operation, names_->variable(variable)));
  }
  Story& bytes(const char* thread, Operation operation, event::Variable variable) {
    return add(event::access(names_->threads.intern(thread), operation, variable));
  }
  Story& r(const char* thread, const char* variable) { return plain(thread, Operation::read, variable); }
  Story& w(const char* thread, const char* variable) { return plain(thread, Operation::write, variable); }
  Story& atomic(const char* thread, Operation operation, const char* variable, MemoryOrder order) {
    return add(event::atomic(names_->threads.intern(thread), operation, names_->variable(variable), order));
  }
  Story& lock(const char* thread, Operation operation, const char* name) {
    return add(event::act(names_->threads.intern(thread), operation, names_->locks.intern(name)));
  }
  Story& acq(const char* thread, const char* name) { return lock(thread, Operation::acquire, name); }
  Story& rel(const char* thread, const char* name) { return lock(thread, Operation::release, name); }
  Story& fork(const char* thread, const char* other) {
    return add(event::act(names_->threads.intern(thread), Operation::fork, names_->threads.intern(other)));
  }
  Story& join(const char* thread, const char* other) {
    return add(event::act(names_->threads.intern(thread), Operation::join, names_->threads.intern(other)));
  }

  std::vector<finding::Finding> findings(const Detector& detector, Discipline discipline) const {
    std::vector<finding::Finding> found;
    const auto listener = detector.make({.discipline = discipline});
    listener->begin(*names_, [&](finding::Finding finding) { found.push_back(std::move(finding)); });
    listener->on(0, events_);
    listener->finish();
    return found;
  }
  const std::vector<event::Event>& events() const { return events_; }

 private:
  Story& add(event::Event event) {
    events_.push_back(event);
    return *this;
  }
  std::shared_ptr<event::Names> names_ = std::make_shared<event::Names>();  // copies share it
  std::vector<event::Event> events_;
};

using Pairs = std::vector<std::pair<event::Position, event::Position>>;

void expect_races(const Story& story, const Pairs& expected,
                  Discipline discipline = Discipline::shared_reads) {
  for (const Detector& detector : detectors()) {
    Pairs found;
    const auto findings = story.findings(detector, discipline);
    for (const finding::Finding& finding : findings)
      found.emplace_back(finding.steps.at(0).event.value(), finding.steps.at(1).event.value());
    EXPECT_EQ(found, expected) << detector.name;
    Recheck recheck(findings, discipline);
    recheck.on(0, story.events());
    EXPECT_THAT(recheck.refuted(), testing::IsEmpty()) << detector.name;
  }
}

TEST(GoldilocksErrata, AThreadThatJoinsWhileItHoldsALockHandsOnWithThatLock) {
  expect_races(
      Story().w("T1", "x").acq("T0", "a").join("T0", "T1").rel("T0", "a").acq("T2", "a").r("T2", "x"), {});
}

TEST(GoldilocksErrata, ALockHandsOnWhatItsHolderHasHeardOf) {
  expect_races(Story()
                   .w("T0", "x")
                   .acq("T0", "a")
                   .rel("T0", "a")
                   .acq("T1", "a")
                   .acq("T1", "b")
                   .rel("T1", "b")
                   .acq("T2", "b")
                   .r("T2", "x"),
               {});
}

TEST(GoldilocksErrata, AReadAfterAForkRacesWithTheForkedThreadsWrite) {
  expect_races(Story().fork("T0", "T2").r("T0", "x").w("T2", "x"), {{1, 2}});
}

TEST(GoldilocksErrata, ReadsDownAChainOfForksAreNoRace) {
  expect_races(Story().w("T0", "x").fork("T0", "T1").r("T0", "x").r("T1", "x").fork("T1", "T2").r("T2", "x"),
               {});
}

TEST(SummaryErrata, OnlyAThreadKnownToHaveEndedIsAcquired) {
  expect_races(Story().fork("T0", "T1").w("T1", "x").join("T0", "T1").r("T0", "x"), {});
  expect_races(Story().fork("T0", "T1").w("T1", "x").r("T0", "x"), {{1, 2}});
}

Story two_stores(MemoryOrder order) {
  return Story()
      .w("T1", "x")
      .atomic("T1", Operation::atomic_store, "a", order)
      .atomic("T2", Operation::atomic_store, "a", order)
      .atomic("T3", Operation::atomic_load, "a", order)
      .r("T3", "x");
}
TEST(SummaryErrata, AStoreReplacesWhatItsLocationPublishesInC11ButNotInJava) {
  expect_races(two_stores(MemoryOrder::seq_cst), {{0, 4}});
  expect_races(two_stores(MemoryOrder::java_volatile), {});
}

TEST(SummaryErrata, ReadThenWriteIsARaceUnlessOneAsksForWritesFirst) {
  const Story story = Story().r("T0", "x").w("T1", "x");
  expect_races(story, {{0, 1}});
  expect_races(story, {}, Discipline::writes_first);
}

TEST(Detectors, ExclusiveDisciplineOrdersReadsToo) {
  const Story story = Story().r("T0", "x").r("T1", "x");
  expect_races(story, {});
  expect_races(story, {{0, 1}}, Discipline::exclusive);
}

TEST(Detectors, ABytesFirstRaceIsReportedWithTheLatestEarlierAccessAndThenItIsSilent) {
  expect_races(Story().r("T0", "x").r("T1", "x").r("T0", "x").w("T2", "x").w("T0", "x").w("T1", "x"),
               {{2, 3}});
}

TEST(Detectors, BytesRaceOneByOne) {
  const event::Variable word{0x1000, 4}, low{0x1000, 2}, high{0x1002, 2}, last{0x1003, 1}, wide{0xFFC, 16};
  expect_races(Story().bytes("T0", Operation::write, low).bytes("T1", Operation::write, high), {});
  expect_races(Story()
                   .bytes("T0", Operation::write, low)
                   .bytes("T1", Operation::write, word)
                   .bytes("T0", Operation::write, last)
                   .bytes("T2", Operation::write, wide),
               {{0, 1}, {1, 2}, {1, 3}});
}

TEST(Detectors, FreeIsAWriteAndAllocForgets) {
  const event::Variable block{0x1000, 32}, word{0x1010, 8};
  expect_races(Story().bytes("T0", Operation::read, word).bytes("T1", Operation::free, block), {{0, 1}});
  expect_races(Story()
                   .bytes("T0", Operation::write, word)
                   .bytes("T1", Operation::alloc, block)
                   .bytes("T1", Operation::write, word),
               {});
}

TEST(Detectors, AFindingNamesBothAccessesAndTheLocksHeld) {
  const Story story = Story().acq("T0", "a").acq("T0", "b").w("T0", "x").acq("T1", "c").r("T1", "x");
  for (const Detector& detector : detectors()) {
    const auto findings = story.findings(detector, Discipline::shared_reads);
    ASSERT_EQ(findings.size(), 1U) << detector.name;
    EXPECT_EQ(findings[0].message, "data race on `x`");
    EXPECT_EQ(findings[0].variable, "x");
    EXPECT_EQ(findings[0].witness.kind, finding::Witness::Kind::positions);
    EXPECT_EQ(findings[0].steps[0].thread, "T0");
    EXPECT_EQ(findings[0].steps[0].operation, "write");
    EXPECT_THAT(findings[0].steps[0].holding, testing::ElementsAre("a", "b"));
    EXPECT_EQ(findings[0].steps[1].thread, "T1");
    EXPECT_THAT(findings[0].steps[1].holding, testing::ElementsAre("c"));
  }
}

TEST(Recheck, RefutesWhatIsNoRace) {
  const Story story = Story()
                          .w("T0", "x")    // 0
                          .r("T0", "y")    // 1
                          .acq("T0", "a")  // 2
                          .rel("T0", "a")  // 3
                          .acq("T1", "a")  // 4
                          .w("T1", "x")    // 5
                          .r("T1", "y")    // 6
                          .w("T2", "x");   // 7
  const auto refuted = [&](event::Position first, event::Position second) {
    Recheck recheck(std::vector<Recheck::Claim>{{first, second}}, Discipline::shared_reads);
    recheck.on(0, story.events());
    return recheck.refuted();
  };
  using testing::ElementsAre;
  using testing::HasSubstr;
  EXPECT_THAT(refuted(5, 7), testing::IsEmpty());
  EXPECT_THAT(refuted(0, 5), ElementsAre(HasSubstr("happens before")));
  EXPECT_THAT(refuted(1, 6), ElementsAre(HasSubstr("do not conflict")));
  EXPECT_THAT(refuted(0, 6), ElementsAre(HasSubstr("no byte in common")));
  EXPECT_THAT(refuted(0, 4), ElementsAre(HasSubstr("not both are accesses")));
  EXPECT_THAT(refuted(0, 1), ElementsAre(HasSubstr("one thread")));
  EXPECT_THAT(refuted(7, 5), ElementsAre(HasSubstr("not in the trace")));
}

TEST(Detectors, TheTableIsComplete) {
  EXPECT_EQ(detectors()[0].name, "epochs");
  EXPECT_EQ(detector_named("goldilocks")->name, "goldilocks");
  EXPECT_EQ(detector_named("no such engine"), nullptr);
}

}  // namespace
}  // namespace heddle::detect
