// SPDX-License-Identifier: Apache-2.0
#include "cluster/sharing.h"

#include <algorithm>
#include <chrono>

namespace heddle::cluster {
namespace {

constexpr double kTellEvery = 0.25;                               // seconds: how far it has come
constexpr double kShortPatience = 0.0005, kLongPatience = 0.005;  // until the next one is asked
constexpr double kNoAnswer = 0.05;                                // and then another one
constexpr std::size_t kMostAsked = 4;
constexpr double kFirstSnapshot = 0.3;
constexpr double kWorkAfterSnapshot = 4;                   // times as long as it took
constexpr unsigned kShortGlance = 200, kLongGlance = 500;  // microseconds

}  // namespace

Sharing::Sharing(Group& group, Work& work, std::uint64_t seed, Clock clock)
    : group_(group), work_(work), clock_(std::move(clock)), dice_(seed * 1000003 + group.rank()) {
  last_poll_ = now();
  round_ = group.begin_work();
  begin_round();
}

double Sharing::now() const {
  if (clock_) return clock_();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Sharing::send(std::size_t to, Kind kind, std::string_view body) { group_.send(to, kind, round_, body); }
void Sharing::send_to_all(Kind kind, std::string_view body) { group_.send_to_all(kind, round_, body); }

void Sharing::begin_round() {
  group_.begin_round(round_);
  askers_.clear();
  asked_.clear();
  held_.clear();
  is_wanted_ = has_told_ = has_said_ = is_over_ = is_snapshot_wanted_ = has_saved_ = false;
  probes_ = is_concluded_ = is_saving_ = false;
  saving_ = 0;
  sent_ = received_ = 0;
  ask_at_ = 0;
  patience_ = kShortPatience;
  known_.assign(group_.size(), {});
  has_told_zero_.assign(group_.size(), false);
  words_.assign(group_.size(), std::nullopt);
  if (save_every_ > 0) save_at_ = std::min(save_at_, now() + save_every_);
}

void Sharing::keep_snapshots(double seconds, std::function<void(const std::vector<std::string>&)> keep) {
  keep_ = std::move(keep);
  save_every_ = seconds;
  save_at_ = now() + std::min(seconds, kFirstSnapshot);
}

void Sharing::stop() { send(0, stopping); }

void Sharing::give(std::size_t to, std::string_view body) {
  ++sent_;
  send(to, part, body);
}

std::uint64_t Sharing::done() const {
  std::uint64_t sum = 0;
  for (const Standing& each : known_) sum += each.done;
  return sum;
}

void Sharing::poll() {
  const double time = now();
  if (rests() && !has_said_) idle_seconds_ += time - last_poll_;
  last_poll_ = time;
  while (auto message = group_.receive()) {
    if (message->kind == stopping) {
      if (group_.rank() == 0 && !stops_) stops_ = true, stopped_at_ = time;
    } else if (message->round > round_) {
      early_.push_back(std::move(*message));
    } else if (message->round == round_) {
      handle(std::move(*message));
    }
  }
  say_word();
  answer_askers();
  make_snapshot();
  ask_somebody();
  tell_standing();
  if (group_.rank() == 0) coordinate();
  group_.flush();
}

unsigned Sharing::glance() {
  const bool is_awaited =
      rests() || is_wanted_ || !askers_.empty() || saving_ != 0 || is_over_ || has_said_ || stops_;
  return is_awaited ? kShortGlance : kLongGlance;
}

void Sharing::handle(Message message) {
  switch (message.kind) {
    case ask:
      askers_.push_back(message.from);
      break;
    case part:
      asked_.erase(message.from);
      if (message.body.empty()) {
        ask_at_ = now() + patience_;
        patience_ = std::min(patience_ * 2, kLongPatience);
        break;
      }
      patience_ = kShortPatience;
      ++received_;
      if (is_over_ || has_said_) break;  // what is left does not count any more
      if (saving_ != 0 && !has_saved_) {
        held_.push_back(std::move(message.body));
        break;
      }
      if (saving_ != 0) send(0, late, (Packer() << saving_ << message.body).text());
      work_.take_part(std::move(message.body));
      break;
    case probe: {
      std::uint32_t wave = 0;
      Unpacker(message.body) >> wave;
      told_.wave = wave;
      has_told_ = false;
      break;
    }
    case conclusion: {
      bool stops = false;
      Unpacker(message.body) >> stops;
      is_over_ = true;
      saving_ = 0;
      work_.conclude(stops);
      break;
    }
    case words: {
      std::vector<std::string> all(group_.size());
      Unpacker unpacker(message.body);
      for (std::string& each : all) unpacker >> each;
      ++round_;
      begin_round();
      work_.hear(all);
      std::vector<Message> early;
      early.swap(early_);
      for (Message& each : early) {
        if (each.round == round_)
          handle(std::move(each));
        else
          early_.push_back(std::move(each));
      }
      break;
    }
    case save:
      if (is_over_) break;
      Unpacker(message.body) >> saving_;
      is_snapshot_wanted_ = has_saved_ = false;
      break;
    case go_on: {
      std::uint32_t number = 0;
      Unpacker(message.body) >> number;
      if (number == saving_) saving_ = 0;
      break;
    }
    default:
      handle_at_zero(message);
  }
}

// Once in a round.
void Sharing::say_word() {
  if (has_said_) return;
  const auto said = work_.word();
  if (!said) return;
  has_said_ = true;
  send(0, word, *said);
}

void Sharing::answer_askers() {
  if (is_wanted_) {
    const auto answer = work_.part();
    if (!answer && !has_said_) return;
    is_wanted_ = false;
    if (answer && !answer->empty() && !askers_.empty()) {
      ++sent_;
      send(askers_.front(), part, *answer);
      askers_.erase(askers_.begin());
    } else {
      for (const std::size_t asker : askers_) send(asker, part);
      askers_.clear();
    }
  }
  if (askers_.empty()) return;
  if (saving_ != 0 || is_over_ || has_said_ || rests()) {
    for (const std::size_t asker : askers_) send(asker, part);
    askers_.clear();
    return;
  }
  work_.want_part();
  is_wanted_ = true;
}

void Sharing::ask_somebody() {
  if (group_.size() == 1 || !work_.asks() || saving_ != 0 || is_over_ || has_said_ || now() < ask_at_ ||
      !rests())
    return;
  if (asked_.size() >= std::min(group_.size() - 1, kMostAsked)) return;
  std::size_t other = dice_() % (group_.size() - 1);
  other += other >= group_.rank() ? 1 : 0;
  if (asked_.contains(other)) return;
  asked_.insert(other);
  ask_at_ = now() + kNoAnswer;
  send(other, ask);
}

void Sharing::tell_standing() {
  Standing current{.rests = rests() || has_said_,
                   .sent = sent_,
                   .received = received_,
                   .done = work_.done(),
                   .wave = told_.wave};
  // How many parts a rank that works has sent is of use to nobody.
  const bool is_news = !has_told_ || current.rests != told_.rests ||
                       (current.rests && !current.is_same(told_)) || now() > tell_at_;
  if (!is_news) return;
  told_ = current;
  has_told_ = true;
  tell_at_ = now() + kTellEvery;
  send(0, standing, (Packer() << current).text());
}

void Sharing::make_snapshot() {
  if (saving_ == 0 || has_saved_ || is_wanted_) return;
  if (!is_snapshot_wanted_) {
    is_snapshot_wanted_ = true;
    work_.want_snapshot();
  }
  auto own = work_.snapshot();
  if (!own) return;
  Packer packer;
  packer << saving_ << sent_ << received_ << static_cast<std::uint64_t>(held_.size() + 1) << *own;
  for (const std::string& each : held_) packer << each;
  has_saved_ = true;
  send(0, saved, packer.text());
  for (std::string& each : held_) work_.take_part(std::move(each));
  held_.clear();
}

// ---- rank 0 ----

void Sharing::handle_at_zero(Message& message) {
  Unpacker unpacker(message.body);
  switch (message.kind) {
    case standing:
      unpacker >> known_[message.from];
      has_told_zero_[message.from] = true;
      break;
    case word:
      words_[message.from] = std::move(message.body);
      break;
    case saved: {
      std::uint32_t number = 0;
      std::uint64_t sent = 0, received = 0, count = 0;
      unpacker >> number >> sent >> received >> count;
      if (number != saves_ || !is_saving_) break;
      has_sent_snapshot_[message.from] = true;
      parts_sent_ += sent;
      parts_received_ += received;
      for (std::uint64_t i = 0; i < count && unpacker.is_good(); ++i) unpacker >> parts_.emplace_back();
      break;
    }
    case late: {
      std::uint32_t number = 0;
      unpacker >> number;
      if (number != saves_ || !is_saving_) break;
      ++parts_received_;
      unpacker >> parts_.emplace_back();
      break;
    }
    default:
      break;
  }
}

void Sharing::coordinate() {
  const auto is_there = [](const auto& each) { return each.has_value(); };
  if (std::all_of(words_.begin(), words_.end(), is_there)) {
    Packer packer;
    for (const auto& each : words_) packer << *each;
    words_.assign(group_.size(), std::nullopt);
    is_settled_ = true;
    send_to_all(words, packer.text());
    return;
  }
  if (is_concluded_) return;
  if (std::any_of(words_.begin(), words_.end(), is_there)) {
    conclude(false);
    return;
  }
  // Who is to stop when nothing is left has come to the end.
  if (!probes_ && (is_saving_ || !stops_ || !is_at_rest())) look_for_snapshot();
  if (!is_saving_ && !is_concluded_) look_for_end();
}

void Sharing::conclude(bool stops) {
  is_concluded_ = true;
  is_saving_ = false;
  send_to_all(conclusion, (Packer() << stops).text());
}

// As far as is known: everybody rests, and no part is on its way.
bool Sharing::is_at_rest() const {
  std::uint64_t sent = 0, received = 0;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!has_told_zero_[i] || !known_[i].rests) return false;
    sent += known_[i].sent;
    received += known_[i].received;
  }
  return sent == received;
}

void Sharing::look_for_end() {
  if (!is_at_rest()) {
    probes_ = false;
    return;
  }
  if (!probes_) {
    probes_ = true;
    ++wave_;
    at_probe_ = known_;
    send_to_all(probe, (Packer() << wave_).text());
    return;
  }
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!known_[i].is_same(at_probe_[i])) {
      probes_ = false;
      return;
    }
    if (known_[i].wave != wave_) return;
  }
  conclude(false);
}

void Sharing::look_for_snapshot() {
  if (!is_saving_) {
    if (stops_ && !keep_) {
      conclude(true);
      return;
    }
    if (!keep_ || (now() < save_at_ && !stops_)) return;
    ++saves_;
    is_saving_ = true;
    save_at_ = now();  // while one is made: since when
    has_sent_snapshot_.assign(group_.size(), false);
    parts_.clear();
    parts_sent_ = parts_received_ = 0;
    send_to_all(save, (Packer() << saves_).text());
    return;
  }
  if (!std::all_of(has_sent_snapshot_.begin(), has_sent_snapshot_.end(), [](bool each) { return each; }) ||
      parts_sent_ != parts_received_)
    return;
  parts_.erase(std::remove(parts_.begin(), parts_.end(), ""), parts_.end());
  keep_(parts_);
  parts_.clear();
  // Most of the time is for the work, however large a snapshot is.
  save_at_ = now() + std::max(save_every_, kWorkAfterSnapshot * (now() - save_at_));
  is_saving_ = false;
  if (stops_ && !is_at_rest())
    conclude(true);
  else
    send_to_all(go_on, (Packer() << saves_).text());
}

}  // namespace heddle::cluster
