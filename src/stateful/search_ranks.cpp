// SPDX-License-Identifier: Apache-2.0
#include "stateful/search_ranks.h"

#include <fmt/format.h>
#include <unistd.h>

#include "stateful/packing.h"

namespace heddle::stateful {

using cluster::Packer;
using cluster::Unpacker;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kSlice{1};         // of expanding, between two looks at what has come
constexpr std::chrono::milliseconds kLongestBatch{4};  // that waits to become large
constexpr useconds_t kGlance = 100;                    // microseconds

}  // namespace

std::function<std::uint32_t(const program::Making&)> counted_by(cluster::Job& job,
                                                                const std::shared_ptr<Numbers>& numbers) {
  job.answer_with([numbers](const std::string& question) {
    program::Making making;
    Unpacker unpacker(question);
    take(unpacker, making);
    std::uint32_t& counted = numbers->counted[making.is_thread ? 1 : 0];
    const auto [known, is_new] = numbers->known.try_emplace(making, counted);
    if (is_new) ++counted;
    return (Packer() << known->second).text();
  });
  return [&job](const program::Making& making) {
    Packer question;
    put(question, making);
    std::uint32_t number = 0;
    Unpacker(job.ask_first(question.text())) >> number;
    return number;
  };
}

void Search::Others::run() {
  if (!search_.begin()) return;
  cluster::Sharing sharing(job_.group(), *this);
  sharing_ = &sharing;
  const Checkpoints& checkpoints = search_.options_.checkpoints;
  if (checkpoints.rest.empty())
    begin_round();
  else
    take_rest();
  if (rank() == 0 && !checkpoints.file.empty())
    sharing.keep_snapshots(checkpoints.seconds,
                           [this](const std::vector<std::string>& parts) { keep(parts); });
  auto sent = Clock::now();
  while (!is_over_) {
    sharing.poll();
    if (sharing.is_overdue()) job_.give_up(cluster::kOverdueWords);
    job_.serve();
    if (!job_.group().refused().empty()) job_.give_up(job_.group().refused());
    if (is_over_) break;
    look_at_limits(sharing);
    const auto begun = Clock::now();
    const bool saves = sharing.is_saving();
    while (!waiting_.empty() && !is_concluded_ && !has_said_ && !search_.stopped_ && !search_.restart_ &&
           search_.call_.load(std::memory_order_relaxed) == Call::none && !was_stopped_ && !saves &&
           Clock::now() - begun < kSlice && !job_.group().is_full())
      expand();
    if (!saves && (waiting_.empty() || Clock::now() - sent > kLongestBatch)) {
      for (std::size_t to = 0; to < out_.size(); ++to) send_batch(to);
      sent = Clock::now();
    }
    if (waiting_.empty() || has_said_ || saves || was_stopped_ || job_.group().is_full()) usleep(kGlance);
  }
  if (!stopped_because_.empty()) search_.result_.verdict.doubt(stopped_because_);
  search_.result_.was_stopped = was_stopped_;
  search_.result_.idle_seconds = sharing.idle_seconds();
  if (!was_stopped_ && search_.options_.livelocks) find_livelocks();
  tell_suspects();
  sharing_ = nullptr;
}

void Search::Others::begin_round() {
  is_concluded_ = has_said_ = false;
  for (Out& out : out_) out = Out();
  if (search_.nodes_.size() == 1 && waiting_.empty())
    waiting_.push_back({.node = 0, .is_new = false, .words = {}});
}

void Search::Others::expand() {
  const Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  const std::uint64_t steps = search_.result_.steps, transactions = search_.result_.transactions;
  expand(next);
  if (search_.call_.load(std::memory_order_relaxed) != Call::none) {
    // Its accesses may have been left half-way: whoever goes on with the search expands it again.
    search_.result_.steps = steps;
    search_.result_.transactions = transactions;
    waiting_.push_front(next);
  }
  if (search_.is_outdated()) search_.restart_ = true;
  if ((++search_.asked_ & 0x3FF) == 0) search_.keep_memory();
}

void Search::Others::expand(Waiting waiting) {
  const Words words = waiting.words.empty() ? search_.words_of(waiting.node) : std::move(waiting.words);
  Level level;
  level.node = waiting.node;
  while (!search_.stopped_ && !search_.restart_) {
    if (search_.current_words_ != words) {
      search_.restore_words(words);
      search_.current_words_ = words;
    }
    if (waiting.is_new) {
      search_.look_at_new_state(waiting.node);
      waiting.is_new = false;
    }
    Move move;
    if (!search_.next_move(words, level, move)) return;
    search_.act(waiting.node, words[0], move);
  }
}

void Search::Others::look_at_limits(cluster::Sharing& sharing) {
  if (was_stopped_) return;
  const std::uint64_t limit = search_.options_.limit_states;
  const std::uint64_t states = rank() == 0 ? std::max(sharing.done(), done()) : done();
  const Call call = search_.call_.load(std::memory_order_relaxed);
  if (call != Call::none)
    stopped_because_ = call == Call::interrupted ? "interrupted"
                                                 : fmt::format("stopped after {:.0f} s (--limit-seconds)",
                                                               search_.options_.limit_seconds);
  else if (limit != 0 && states >= limit)
    stopped_because_ = fmt::format("stopped after {} states (--limit-states)", states);
  else
    return;
  was_stopped_ = true;
  sharing.stop();
}

bool Search::Others::rests() {
  return waiting_.empty() && !search_.stopped_ && !search_.restart_ &&
         std::all_of(out_.begin(), out_.end(), [](const Out& out) { return out.states.empty(); });
}

void Search::Others::conclude(bool stops) {
  is_concluded_ = true;
  was_stopped_ = was_stopped_ || stops;
}

std::uint64_t Search::Others::digest_of_first() const {
  std::uint64_t digest = search_.first_state_.size();
  const std::span<const std::uint32_t> words(search_.first_state_);
  for (const std::uint32_t part : words.subspan(search_.header() + 1)) {
    if (part == 0) continue;
    const std::span<const std::uint8_t> bytes = search_.machine_.pool()[part];
    digest =
        base::combine(digest, base::hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return digest;
}

// What this rank has learned; it expands nothing more in this round.
std::optional<std::string> Search::Others::word() {
  if (has_said_ || (!is_concluded_ && !search_.stopped_ && !search_.restart_)) return std::nullopt;
  has_said_ = true;
  Packer packer;
  packer << digest_of_first() << (search_.stopped_ || was_stopped_) << search_.restart_
         << search_.new_likeness_ << search_.store_.compacted() << search_.result_.without_symmetry;
  put_learned(packer);
  return packer.text();
}

void Search::Others::put_learned(Packer& packer) const {
  put(packer, search_.machine_.noticed());
  put_all(packer, search_.summary_.used());
  const Alike::Pairs pairs = search_.alike_.pairs();
  put_all(packer, pairs.threads);
  put_all(packer, pairs.objects);
  packer << search_.movers_->learned();
}

// What another rank has learned, or this one before it stopped.
void Search::Others::take_learned(Unpacker& unpacker) {
  program::Noticed noticed;
  take(unpacker, noticed);
  search_.machine_.learn(noticed);
  search_.summary_.learn(take_all<SummaryState::UsedObject>(unpacker));
  Alike::Pairs pairs;
  pairs.threads = take_all<Alike::Pair>(unpacker);
  pairs.objects = take_all<Alike::Pair>(unpacker);
  search_.alike_.note(pairs);
  std::string learned;
  unpacker >> learned;
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
  search_.movers_->learn(learned);
}

void Search::Others::hear(const std::vector<std::string>& words) {
  bool stops = false, unlearn = false, compacted = false;
  for (const std::string& each : words) {
    Unpacker unpacker(each);
    std::uint64_t digest = 0;
    bool stopped = false, restarts = false, is_alike = false, is_compacted = false;
    std::string reason;
    unpacker >> digest >> stopped >> restarts >> is_alike >> is_compacted >> reason;
    if (digest != digest_of_first())
      job_.give_up("the ranks do not search the same program: is it the same compiler everywhere?");
    take_learned(unpacker);
    if (search_.result_.without_symmetry.empty()) search_.result_.without_symmetry = reason;
    stops |= stopped;
    unlearn |= restarts || is_alike;
    compacted |= is_compacted;
  }
  was_stopped_ = stops;
  tell_suspects();
  if (search_.symmetry_) {
    const bool observed = search_.machine_.names_observed();
    if (observed && !search_.merging_) search_.is_outdated();  // noticed in time
    unlearn |= search_.symmetry_ && (observed || search_.merging_ != search_.machine_.may_be_symmetric());
  }
  const std::vector<VariableNumber> lost = search_.movers_->protections().newly_unprotected();
  if (stops || (lost.empty() && !unlearn)) {
    is_over_ = true;
    return;
  }
  waiting_.clear();
  if (unlearn || compacted || search_.options_.inference == Inference::restarting) {
    begin_again(unlearn);
  } else {
    for (StateNumber node = 0; node < search_.nodes_.size(); ++node)
      if (search_.sets_.holds_any(search_.nodes_[node].relied, lost)) {
        search_.nodes_.rely(node, 0);
        waiting_.push_back({.node = node, .is_new = false, .words = {}});
      }
    search_.result_.reexplored += waiting_.size();
  }
  is_concluded_ = has_said_ = false;
  for (Out& out : out_) out = Out();
}

void Search::Others::begin_again(bool unlearn) {
  ++search_.result_.restarts;
  origins_.clear();
  edges_.clear();
  has_edge_.clear();
  if (unlearn) search_.forget_names();
  search_.start_over();
  search_.current_words_.clear();
  if (search_.nodes_.size() == 1) waiting_.push_back({.node = 0, .is_new = false, .words = {}});
}

}  // namespace heddle::stateful
