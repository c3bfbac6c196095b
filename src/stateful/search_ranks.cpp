// SPDX-License-Identifier: Apache-2.0
#include "stateful/search_ranks.h"

#include <fmt/format.h>
#include <unistd.h>

namespace heddle::stateful {

using cluster::Packer;
using cluster::Unpacker;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kSlice{1};         // of expanding, between two looks at what has come
constexpr std::chrono::milliseconds kLongestBatch{4};  // that waits to become large
constexpr useconds_t kGlance = 100;                    // microseconds

void pack(Packer& packer, const program::Noticed& noticed) {
  packer << noticed.partial_input << noticed.clock_read << noticed.weak_atomic << noticed.ids_compared
         << noticed.unordered_look << noticed.private_memory_failed << noticed.names_observed
         << noticed.names_scattered << noticed.may_be_symmetric << std::uint64_t{noticed.assumptions.size()};
  for (const auto& [place, met] : noticed.assumptions) packer << place << met;
}

program::Noticed unpack_noticed(Unpacker& unpacker) {
  program::Noticed noticed;
  std::uint64_t count = 0;
  unpacker >> noticed.partial_input >> noticed.clock_read >> noticed.weak_atomic >> noticed.ids_compared >>
      noticed.unordered_look >> noticed.private_memory_failed >> noticed.names_observed >>
      noticed.names_scattered >> noticed.may_be_symmetric >> count;
  for (; count > 0 && unpacker.is_good(); --count) {
    std::uint32_t place = 0;
    bool met = false;
    unpacker >> place >> met;
    noticed.assumptions[place] = met;
  }
  return noticed;
}

template <class T>
void pack(Packer& packer, const std::vector<T>& all) {
  packer << std::uint64_t{all.size()};
  for (const T& each : all) packer << each;
}
template <class T>
std::vector<T> unpack(Unpacker& unpacker) {
  std::uint64_t count = 0;
  unpacker >> count;
  std::vector<T> all;
  for (; count > 0 && unpacker.is_good(); --count) unpacker >> all.emplace_back();
  return all;
}

}  // namespace

std::function<std::uint32_t(const program::Making&)> counted_by(cluster::Job& job) {
  struct Numbers {
    std::map<program::Making, std::uint32_t> known;
    std::uint32_t counted[2] = {};
  };
  job.answer_with([numbers = std::make_shared<Numbers>()](const std::string& question) {
    program::Making making;
    Unpacker(question) >> making.is_thread >> making.maker >> making.site >> making.salt >> making.count;
    std::uint32_t& counted = numbers->counted[making.is_thread ? 1 : 0];
    const auto [known, is_new] = numbers->known.try_emplace(making, counted);
    if (is_new) ++counted;
    return (Packer() << known->second).text();
  });
  return [&job](const program::Making& making) {
    Packer question;
    question << making.is_thread << making.maker << making.site << making.salt << making.count;
    std::uint32_t number = 0;
    Unpacker(job.ask_first(question.text())) >> number;
    return number;
  };
}

void Search::Others::run() {
  if (!search_.begin()) return;
  cluster::Sharing sharing(job_.group(), *this);
  sharing_ = &sharing;
  begin_round();
  auto sent = Clock::now();
  while (!is_over_) {
    sharing.poll();
    if (sharing.is_overdue()) job_.give_up(cluster::kOverdueWords);
    job_.serve();
    if (!job_.group().refused().empty()) job_.give_up(job_.group().refused());
    if (is_over_) break;
    look_at_limits(sharing);
    const auto begun = Clock::now();
    while (!waiting_.empty() && !is_concluded_ && !has_said_ && !search_.stopped_ && !search_.restart_ &&
           Clock::now() - begun < kSlice && !job_.group().is_full())
      expand();
    if (waiting_.empty() || Clock::now() - sent > kLongestBatch) {
      for (std::size_t to = 0; to < out_.size(); ++to) send_batch(to);
      sent = Clock::now();
    }
    if (waiting_.empty() || has_said_ || job_.group().is_full()) usleep(kGlance);
  }
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
  Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  expand(std::move(next));
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
    search_.result_.verdict.doubt(
        call == Call::interrupted
            ? std::string("interrupted")
            : fmt::format("stopped after {:.0f} s (--limit-seconds)", search_.options_.limit_seconds));
  else if (limit != 0 && states >= limit)
    search_.result_.verdict.doubt(fmt::format("stopped after {} states (--limit-states)", states));
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
  pack(packer, search_.machine_.noticed());
  pack(packer, search_.summary_.used());
  const Alike::Pairs pairs = search_.alike_.pairs();
  pack(packer, pairs.threads);
  pack(packer, pairs.objects);
  packer << search_.movers_->learned();
  return packer.text();
}

void Search::Others::hear(const std::vector<std::string>& words) {
  bool stops = false, unlearn = false, compacted = false;
  for (const std::string& each : words) {
    Unpacker unpacker(each);
    std::uint64_t digest = 0;
    bool stopped = false, restarts = false, is_alike = false, is_compacted = false;
    std::string reason, learned;
    unpacker >> digest >> stopped >> restarts >> is_alike >> is_compacted >> reason;
    if (digest != digest_of_first())
      job_.give_up("the ranks do not search the same program: is it the same compiler everywhere?");
    search_.machine_.learn(unpack_noticed(unpacker));
    search_.summary_.learn(unpack<SummaryState::UsedObject>(unpacker));
    Alike::Pairs pairs;
    pairs.threads = unpack<Alike::Pair>(unpacker);
    pairs.objects = unpack<Alike::Pair>(unpacker);
    search_.alike_.note(pairs);
    unpacker >> learned;
    HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
    search_.movers_->learn(learned);
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
        search_.nodes_[node].relied = 0;
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
