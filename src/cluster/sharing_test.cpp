// SPDX-License-Identifier: Apache-2.0
// Ranks in one process, with messages that are late by chance: every unit of a work is done once, whatever is stolen;
// snapshots are the whole of what is left; messages of others are refused.
#include "cluster/sharing.h"

#include <deque>
#include <map>

#include <gtest/gtest.h>

namespace heddle::cluster {
namespace {

struct Wire {  // between all ranks
  std::mt19937_64 dice{1};
  std::map<std::pair<std::size_t, std::size_t>, std::deque<std::string>> under_way;  // from, to
};

class MemoryTransport final : public Transport {
 public:
  MemoryTransport(Wire& wire, std::size_t rank, std::size_t size) : wire_(wire), rank_(rank), size_(size) {}
  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }
  void send(std::size_t to, std::string bytes) override {
    wire_.under_way[{rank_, to}].push_back(std::move(bytes));
  }
  bool receive(std::size_t& from, std::string& bytes) override {
    for (auto& [way, queue] : wire_.under_way) {
      if (way.second != rank_ || queue.empty() || wire_.dice() % 3 != 0) continue;
      from = way.first;
      bytes = std::move(queue.front());
      queue.pop_front();
      return true;
    }
    return false;
  }
  bool has_sent_all() override { return true; }
  void close() override {}
  void abort(int) override {}

 private:
  Wire& wire_;
  std::size_t rank_, size_;
};

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
  Ranks(std::size_t size, std::uint64_t seed, unsigned unit, unsigned again = 0) {
    wire.dice.seed(seed);
    for (std::size_t i = 0; i < size; ++i) {
      groups.push_back(std::make_unique<Group>(std::make_unique<MemoryTransport>(wire, i, size), 7));
      works.push_back(std::make_unique<TreeWork>(i == 0, std::vector<unsigned>{unit}, again));
      ranks.push_back(std::make_unique<Sharing>(*groups[i], *works[i], seed, [this] { return time; }));
    }
  }
  bool step() {  // false: all are done
    bool goes_on = false;
    time += 0.0005;
    const std::size_t slow = wire.dice() % (ranks.size() + 1);
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
  Wire wire;
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

TEST(Group, RefusesOtherBuildsAndDamage) {
  Wire wire;
  Group first(std::make_unique<MemoryTransport>(wire, 0, 2), 7);
  Group second(std::make_unique<MemoryTransport>(wire, 1, 2), 8);
  second.send(0, 1, 1, "text");
  second.flush();
  std::string sent = wire.under_way[{1, 0}].front();
  for (int i = 0; i < 100 && first.refused().empty(); ++i) EXPECT_FALSE(first.receive());
  EXPECT_NE(first.refused().find("another build"), std::string::npos);
  for (std::size_t at : {std::size_t{0}, sent.size() - 1}) {
    Group other(std::make_unique<MemoryTransport>(wire, 0, 2), 8);
    std::string damaged = sent;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    wire.under_way[{1, 0}].push_back(damaged);
    for (int i = 0; i < 100 && other.refused().empty(); ++i) EXPECT_FALSE(other.receive());
    EXPECT_FALSE(other.refused().empty());
  }
}

}  // namespace
}  // namespace heddle::cluster
