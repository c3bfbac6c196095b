// SPDX-License-Identifier: Apache-2.0
// Ranks in one process, with messages that are late by chance: every unit of a work is done once, whatever is stolen;
// snapshots are the whole of what is left; messages of others are refused.
#include "cluster/sharing.h"

#include <deque>

#include <gtest/gtest.h>

#include "agree/memory_transport.h"

namespace heddle::cluster {
namespace {

// Units that stand for themselves and for smaller ones: unit n has those of n - 1, n - 2, … by chance.
class TreeWork final : public Work {
 public:
  TreeWork(bool begins, std::vector<unsigned> units, unsigned again)
      : again_(again), first_(std::move(units)) {
    begins_ = begins;
    begin();
  }
  void step() {
    if (units_.empty()) return;
    const unsigned unit = units_.back();
    units_.pop_back();
    ++done_;
    for (unsigned i = 0; i < unit; ++i) units_.push_back(i);
    if (breaks_at_ != 0 && done_ == breaks_at_) says_ = "found";
  }
  bool rests() override { return units_.empty(); }
  void want_part() override { wanted_ = 1; }
  std::optional<std::string> part() override {
    if (wanted_++ < 3) return std::nullopt;
    if (units_.size() < 2) return "";
    Packer packer;
    packer << 'p';
    for (std::size_t i = 0, half = units_.size() / 2; i < half; ++i) {
      packer << units_.front();
      units_.pop_front();
    }
    return packer.text();
  }
  void take_part(std::string part) override {
    for (Unpacker unpacker(std::string_view(part).substr(1)); !unpacker.is_empty();)
      unpacker >> units_.emplace_back();
  }
  void want_snapshot() override {}
  std::optional<std::string> snapshot() override {
    Packer packer;
    packer << 's' << done_;
    for (const unsigned unit : units_) packer << unit;
    return packer.text();
  }
  void conclude(bool stops) override { says_ = stops ? "stopped" : says_.empty() ? "done" : says_; }
  std::optional<std::string> word() override {
    if (says_.empty()) return std::nullopt;
    return says_;
  }
  void hear(const std::vector<std::string>& words) override {
    totals_.push_back(done_);
    words_.push_back(words);
    if (again_-- > 0)
      begin();
    else
      is_over_ = true;
  }
  std::uint64_t done() override { return done_; }
  bool is_over() const { return is_over_; }
  void break_at(std::uint64_t unit) { breaks_at_ = unit; }
  const std::vector<std::uint64_t>& totals() const { return totals_; }
  const std::vector<std::vector<std::string>>& words() const { return words_; }

 private:
  void begin() {
    units_.clear();
    says_.clear();
    done_ = 0;
    if (begins_) units_.assign(first_.begin(), first_.end());
  }
  std::deque<unsigned> units_;
  std::uint64_t done_ = 0, breaks_at_ = 0;
  unsigned wanted_ = 0, again_;
  bool begins_ = false, is_over_ = false;
  std::string says_;
  std::vector<unsigned> first_;
  std::vector<std::uint64_t> totals_;
  std::vector<std::vector<std::string>> words_;
};

struct Ranks {
  Ranks(std::size_t size, std::uint64_t seed, unsigned unit, unsigned again = 0)
      : dice(seed), wire(size, seed) {
    for (std::size_t i = 0; i < size; ++i) {
      groups.push_back(std::make_unique<Group>(std::make_unique<MemoryTransport>(wire, i), 7));
      works.push_back(std::make_unique<TreeWork>(i == 0, std::vector<unsigned>{unit}, again));
      ranks.push_back(std::make_unique<Sharing>(*groups[i], *works[i], seed, [this] { return time; }));
    }
  }
  bool step() {  // false: all are done
    bool goes_on = false;
    time += 0.0005;
    const std::size_t slow = dice() % (ranks.size() + 1);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (works[i]->is_over()) continue;
      goes_on = true;
      if (i == slow) continue;
      for (int k = 0; k < 4; ++k) works[i]->step();
      ranks[i]->poll();
    }
    return goes_on;
  }
  std::uint64_t total(std::size_t round) const {
    std::uint64_t sum = 0;
    for (const auto& work : works) sum += work->totals()[round];
    return sum;
  }
  double time = 1;
  std::mt19937_64 dice;
  MemoryWire wire;
  std::vector<std::unique_ptr<Group>> groups;
  std::vector<std::unique_ptr<TreeWork>> works;
  std::vector<std::unique_ptr<Sharing>> ranks;
};

TEST(Sharing, DoesEveryUnitOnce) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::size_t size = 1 + seed % 7;
    Ranks all(size, seed, 11, 2);
    while (all.step()) {
    }
    for (std::size_t round = 0; round < 3; ++round) EXPECT_EQ(all.total(round), 2048U) << size << " ranks";
    EXPECT_TRUE(size == 1 || all.works[1]->totals()[0] > 0);
  }
}

TEST(Sharing, EndsForAllWhenOneHasFoundSomething) {
  Ranks all(4, 3, 18);
  all.works[2]->break_at(50);
  while (all.step()) {
  }
  for (const auto& work : all.works) {
    EXPECT_EQ(work->words()[0][2], "found");
    EXPECT_EQ(work->words()[0][0], "done");
  }
  EXPECT_LT(all.total(0), std::uint64_t{1} << 18);
}

// What was done and what is left are the whole, in every snapshot.
TEST(Sharing, SnapshotsAreWhole) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Ranks all(5, seed, 15);
    unsigned snapshots = 0;
    all.ranks[0]->keep_snapshots(0.01, [&](const std::vector<std::string>& parts) {
      ++snapshots;
      std::uint64_t units = 0;
      for (const std::string& part : parts) {
        Unpacker unpacker(part);
        char tag = 0;
        unpacker >> tag;
        std::uint64_t done = 0;
        if (tag == 's') unpacker >> done;
        units += done;
        while (!unpacker.is_empty()) {
          unsigned unit = 0;
          unpacker >> unit;
          units += std::uint64_t{1} << unit;
        }
      }
      EXPECT_EQ(units, std::uint64_t{1} << 15);
    });
    while (all.step()) {
    }
    EXPECT_GT(snapshots, 0U);
    EXPECT_EQ(all.total(0), std::uint64_t{1} << 15);
  }
}

TEST(Sharing, StopsWhenAnyRankAsks) {
  Ranks all(4, 5, 20);
  for (int i = 0; i < 50; ++i) all.step();
  all.ranks[3]->stop();
  while (all.step()) {
  }
  EXPECT_LT(all.total(0), std::uint64_t{1} << 20);
  for (const auto& work : all.works) EXPECT_EQ(work->words()[0][1], "stopped");
}

// A rank that is slow costs those that send to it no more memory than was said, and gets everything in the end.
TEST(Group, IsFullWhenARankIsSlow) {
  constexpr std::size_t kMost = 10'000, kBody = 300, kMessages = 1000;
  MemoryWire wire(3, 1);
  std::vector<std::unique_ptr<Group>> ranks;
  for (std::size_t i = 0; i < wire.ranks(); ++i)
    ranks.push_back(std::make_unique<Group>(std::make_unique<MemoryTransport>(wire, i), 7, kMost));
  std::size_t sent = 0, received = 0, waited = 0;
  for (int turn = 0; received < 2 * kMessages; ++turn) {
    ASSERT_LT(turn, 1'000'000);
    for (std::size_t to = 1; to < 3 && sent < 2 * kMessages; ++to, ++sent) {
      if (ranks[0]->is_full()) {
        ++waited;
        break;
      }
      ranks[0]->send(to, 1, 1, std::string(kBody, 'x'));
      ranks[0]->flush();
    }
    if (ranks[1]->receive()) ++received;
    if (turn % 40 == 0 && ranks[2]->receive()) ++received;
  }
  EXPECT_GT(waited, 0U);
  EXPECT_LE(wire.most_unsent(), kMost + 2 * kBody);
  EXPECT_FALSE(ranks[0]->is_full());
}

TEST(Group, RefusesOtherBuildsAndDamage) {
  const auto refusal_of = [](const auto& change) {
    MemoryWire wire(2, 1);
    MemoryWire changed(2, 1);
    Group second(std::make_unique<MemoryTransport>(wire, 1), 8);
    second.send(0, 1, 1, "text");
    second.flush();
    std::string batch;
    for (std::size_t from = 0; !wire.receive(from, 0, batch);) {
    }
    changed.send(1, 0, change(batch));
    Group first(std::make_unique<MemoryTransport>(changed, 0), 7);
    for (int i = 0; i < 100 && first.refused().empty(); ++i)
      if (first.receive()) return std::string("received");
    return first.refused();
  };
  EXPECT_NE(refusal_of([](std::string batch) { return batch; }).find("another build"), std::string::npos);
  const auto of_build = [](std::string batch) {  // of the one that receives
    const std::uint64_t build = 7;
    __builtin_memcpy(batch.data() + sizeof build, &build, sizeof build);
    return batch;
  };
  EXPECT_EQ(refusal_of(of_build), "received");
  const auto is_refused = [&](const auto& change) {
    return refusal_of([&](std::string batch) {
             batch = of_build(std::move(batch));
             change(batch);
             return batch;
           }).find("is refused") != std::string::npos;
  };
  constexpr std::size_t kBatch = 44;  // bytes
  for (std::size_t at = 0; at < kBatch; ++at) {
    EXPECT_TRUE(is_refused([&](std::string& batch) { batch.at(at) = static_cast<char>(batch[at] ^ 1); }))
        << at;
    EXPECT_TRUE(is_refused([&](std::string& batch) { batch.resize(at); })) << at;
  }
}

}  // namespace
}  // namespace heddle::cluster
