// SPDX-License-Identifier: Apache-2.0
// One work done by all ranks of a job: work stealing, its end, what all have learnt, and snapshots of what is left.
//
// The work goes in rounds. In a round, a rank that has nothing left asks another one, chosen by chance, for a part of
// what that one has; who has nothing to spare says so, and the next is asked. So no rank knows how much the others have,
// and rank 0 is not in the way of those who share (it hears that a rank rests, or does not, and how many parts it has
// sent and received).
//
// The end (Mattern, Algorithms for distributed termination detection, 1987: four counters). When all ranks rest, and as
// many parts were received as were sent, rank 0 asks everybody once more. If nothing has changed, no part was on its way
// at the time of the first answer, and nobody had anything to do: the round is over.
//
// A round also ends when a rank says its *word* early: it has found what was looked for, or has to begin again. Each rank
// then says its word, and hears those of all: they come to the same conclusion from them, and to the same next round.
//
// A snapshot is what is left of the work at one time, as parts: while it is made, nobody gives or asks. A part that
// arrives after its receiver told what it has is added by the receiver.
//
// A rank that is slow delays nobody: who asked it asks another one meanwhile. Not thread-safe: `poll` does what is due
// and returns.
#pragma once

#include <functional>
#include <random>
#include <set>
#include <utility>

#include "cluster/group.h"

namespace heddle::cluster {

// What a job ends with whose ranks do not all stop when they are asked to.
inline constexpr const char kOverdueWords[] =
    "a rank has not stopped ten seconds after all were asked to: the job ends, and nothing is said about the "
    "program (a "
    "checkpoint, if there is one, can be resumed)";

// What a rank does of the work. Answers need not be there at once: they are asked for until they are.
class Work {
 public:
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  virtual bool rests() = 0;                       // it has nothing to do, and waits
  virtual void want_part() = 0;                   // for another rank
  virtual std::optional<std::string> part() = 0;  // empty: there is nothing to spare
  virtual void take_part(std::string part) = 0;
  virtual void want_snapshot() = 0;
  virtual std::optional<std::string> snapshot() = 0;  // with every part that was taken before it was wanted
  virtual void conclude(bool stops) = 0;          // the round is over; `stops`: before everything was done
  virtual std::optional<std::string> word() = 0;  // of this round, once; it may come unasked
  virtual void hear(const std::vector<std::string>& words) = 0;  // of all, by rank: the next round begins
  virtual std::uint64_t done() = 0;                              // so much, for people
  // False: who has nothing left waits for parts that others send it (Sharing::give), and asks nobody.
  virtual bool asks() { return true; }
};

class Sharing {
 public:
  using Clock = std::function<double()>;  // seconds
  Sharing(Group& group, Work& work, std::uint64_t seed = 1, Clock clock = {});

  void poll();
  // Until the next poll, in microseconds: to look for messages takes time from who works on the same core, and only who has
  // nothing to do waits for one. Who asks waits for so long at most until it is heard.
  unsigned glance();
  // A part for a rank that did not ask for it. Not while Group::is_full.
  void give(std::size_t to, std::string_view body);
  // A snapshot is being made: what is given now would be in it twice.
  bool is_saving() const { return saving_ != 0; }
  // Any rank: everybody is to stop. With snapshots, one is made before.
  void stop();
  // Rank 0: it was asked to stop so long ago that some rank must stand still. No verdict can be had any more.
  bool is_overdue() const { return stops_ && !is_settled_ && now() - stopped_at_ > kOverdue; }
  static constexpr double kOverdue = 10;  // seconds
  // Rank 0: every so many seconds, all that is left. The first one is made soon.
  void keep_snapshots(double seconds, std::function<void(const std::vector<std::string>&)> keep);
  std::uint64_t done() const;                            // rank 0: by all ranks, as far as they told
  double idle_seconds() const { return idle_seconds_; }  // of this rank, while the work went on

 private:
  enum Kind : std::uint32_t {
    ask,
    part,
    standing,
    probe,
    conclusion,
    word,
    words,
    save,
    saved,
    late,
    go_on,
    stopping
  };
  struct Standing {  // of a rank, as rank 0 knows it
    bool rests = false;
    std::uint64_t sent = 0, received = 0;  // parts
    std::uint64_t done = 0;
    std::uint32_t wave = 0;  // the last probe it has answered
    bool is_same(const Standing& other) const {
      return rests == other.rests && sent == other.sent && received == other.received;
    }
  };
  bool rests() { return !is_wanted_ && work_.rests(); }  // what was asked for may be all it has
  void handle(Message message);
  void handle_at_zero(Message& message);
  void answer_askers();
  void ask_somebody();
  void tell_standing();
  void make_snapshot();
  void say_word();
  void begin_round();
  double now() const;
  void send(std::size_t to, Kind kind, std::string_view body = {});
  void send_to_all(Kind kind, std::string_view body = {});
  // Rank 0.
  void coordinate();
  void conclude(bool stops);
  bool is_at_rest() const;
  void look_for_end();
  void look_for_snapshot();

  Group& group_;
  Work& work_;
  Clock clock_;
  std::mt19937_64 dice_;
  std::uint32_t round_ = 0;
  std::vector<Message> early_;  // of rounds that have not begun here
  // Of the round.
  std::vector<std::size_t> askers_;
  bool is_wanted_ = false;       // a part, of our work
  std::set<std::size_t> asked_;  // have not answered
  double ask_at_ = 0, patience_ = 0;
  std::uint64_t sent_ = 0, received_ = 0;
  Standing told_;
  double tell_at_ = 0;
  bool has_told_ = false, has_said_ = false, is_over_ = false;
  // The snapshot under way.
  std::uint32_t saving_ = 0;  // its number; 0: none is
  bool is_snapshot_wanted_ = false, has_saved_ = false;
  std::vector<std::string> held_;
  double idle_seconds_ = 0, last_poll_ = 0;
  // Rank 0.
  std::vector<Standing> known_, at_probe_;
  std::vector<bool> has_told_zero_;
  std::uint32_t wave_ = 0;
  bool probes_ = false;
  std::vector<std::optional<std::string>> words_;
  bool stops_ = false, is_concluded_ = false, is_saving_ = false;
  bool is_settled_ = false;  // all have said their word since
  double stopped_at_ = 0;
  std::function<void(const std::vector<std::string>&)> keep_;
  double save_every_ = 0, save_at_ = 0;
  std::uint32_t saves_ = 0;
  std::vector<bool> has_sent_snapshot_;
  std::vector<std::string> parts_;
  std::uint64_t parts_sent_ = 0, parts_received_ = 0;
};

}  // namespace heddle::cluster
