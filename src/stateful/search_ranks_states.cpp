// SPDX-License-Identifier: Apache-2.0
// A state on its way to the rank that it belongs to: its parts by their numbers here, and the parts themselves before
// the first state that has them. Batches go out when they are large, or nothing is left to do.
#include "stateful/search_ranks.h"

namespace heddle::stateful {

using cluster::Packer;
using cluster::Unpacker;
using program::ComponentNumber;

namespace {

constexpr std::size_t kLargeBatch = std::size_t{1} << 16;

}  // namespace

// Of what it is, not of its number here.
std::uint64_t Search::Others::hash_of(ComponentNumber part) {
  if (part == 0) return 0;
  if (hashes_.size() <= part) hashes_.resize(search_.machine_.pool().size() + 1);
  std::uint64_t& hash = hashes_[part];
  if (hash == 0) {
    const std::span<const std::uint8_t> bytes = search_.machine_.pool()[part];
    hash = hash_of_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return hash;
}

// What happens-before knows is left out: it has no hash that all ranks agree on.
std::uint64_t Search::Others::hash_of(std::span<const std::uint32_t> words) {
  return hash_of(words, [this](ComponentNumber part) { return hash_of(part); });
}

bool Search::Others::sends_away(StateNumber from, Move move, std::uint32_t steps) {
  const Words& words = search_.words_;
  const std::size_t to = hash_of(search_.merging_ ? search_.key_ : words) % ranks();
  if (from == kNoState) {  // everybody begins there
    if (to == rank()) origins_.push_back(rank());
    return to != rank();
  }
  const bool counts = search_.is_still_edge_ && search_.options_.livelocks;
  if (counts) {
    if (has_edge_.size() <= from) has_edge_.resize(search_.nodes_.size());
    has_edge_[from] = true;
  }
  if (to == rank()) {
    keep_state(rank(), from, move, steps, counts);
    return true;
  }
  Out& out = out_[to];
  Packer packer;
  packer << from << static_cast<std::uint32_t>(move.thread) << move.alternative << steps << counts
         << static_cast<std::uint32_t>(words.size());
  const std::size_t first = search_.header();
  for (std::size_t i = 0; i < words.size(); ++i) {
    packer << words[i];
    if (i != 0 && i != first && words[i] != 0) put_part(out, words[i], i < first);
  }
  out.states += packer.text();
  if (out.parts.size() + out.states.size() > kLargeBatch) send_batch(to);
  return true;
}

void Search::Others::put_part(Out& out, ComponentNumber part, bool is_summary) {
  if (out.knows.size() <= part) out.knows.resize(search_.machine_.pool().size() + 1);
  if (is_summary) sent_summaries_.insert(part);
  if (out.knows[part]) return;
  out.knows[part] = true;
  out.parts += (Packer() << part << is_summary << text_of(part, is_summary)).text();
}

std::string Search::Others::text_of(ComponentNumber part, bool is_summary) const {
  const std::span<const std::uint8_t> bytes = search_.machine_.pool()[part];
  return is_summary ? search_.summary_.portable(bytes)
                    : std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void Search::Others::send_batch(std::size_t to) {
  Out& out = out_[to];
  if (out.states.empty()) return;
  const program::Noticed noticed = search_.machine_.noticed();
  Packer packer;
  packer << out.is_first << noticed.names_observed << noticed.names_scattered;
  const auto used = search_.with_summary_ ? search_.summary_.used() : std::vector<SummaryState::UsedObject>();
  const bool is_news = used.size() != out.used;
  packer << static_cast<std::uint32_t>(is_news ? used.size() : 0);
  if (is_news)
    for (const SummaryState::UsedObject& each : used) packer << each;
  packer << out.parts << out.states;
  out.used = used.size();
  out.is_first = false;
  out.parts.clear();
  out.states.clear();
  sharing_->give(to, (Packer() << rank() << packer.text()).text());
}

// What it brings along is learned at once.
Search::Others::Batch Search::Others::opened(const std::string& body) {
  Batch batch;
  Unpacker unpacker(body);
  program::Noticed noticed;
  unpacker >> batch.is_first >> noticed.names_observed >> noticed.names_scattered;
  // As many as a number of 32 bits says.
  std::uint32_t count = 0;
  unpacker >> count;
  std::vector<SummaryState::UsedObject> used(unpacker.is_good() ? count : 0);
  for (SummaryState::UsedObject& each : used) unpacker >> each;
  unpacker >> batch.parts >> batch.states;
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
  if (noticed.names_scattered || noticed.names_observed) search_.machine_.learn(noticed);
  if (search_.summary_.learn(used)) search_.restart_ = true;
  return batch;
}

void Search::Others::take_part(std::string part) {
  Rank of = 0;
  std::string body;
  Unpacker(part) >> of >> body;
  const Batch batch = opened(body);
  if (batch.is_first) names_[of].clear();
  for (Unpacker rest(batch.parts); !rest.is_empty();) {
    ComponentNumber number = 0;
    bool is_summary = false;
    std::string text;
    rest >> number >> is_summary >> text;
    HEDDLE_CHECK(rest.is_good(), "what was whole can be read");
    names_[of][number] = part_of(search_, text, is_summary);
  }
  for (Unpacker rest(batch.states); !rest.is_empty();) add_state(of, rest);
}

// A part of states that is here under another number.
ComponentNumber Search::Others::part_of(Search& search, const std::string& text, bool is_summary) {
  program::ComponentPool& pool = search.machine_.pool();
  if (is_summary) return pool.intern(search.summary_.from_portable(text));
  return pool.intern({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Search::Others::Sent Search::Others::next_of(Unpacker& unpacker) {
  Sent sent;
  std::uint32_t thread = 0, size = 0;
  unpacker >> sent.from >> thread >> sent.move.alternative >> sent.steps >> sent.counts >> size;
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
  sent.move.thread = thread;
  sent.words.resize(size);
  for (std::uint32_t& word : sent.words) unpacker >> word;
  return sent;
}

void Search::Others::make_key_here() {
  if (!search_.merging_) return;
  const Words& words = search_.words_;
  search_.restore_words(words);
  search_.current_words_ = words;
  search_.machine_.capture(search_.captured_);
  search_.make_key(words[0]);
}

void Search::Others::add_state(Rank of, Unpacker& unpacker) {
  Sent sent = next_of(unpacker);
  Words& words = search_.words_;
  words = std::move(sent.words);
  const std::size_t first = search_.header();
  for (std::size_t i = 1; i < words.size(); ++i)
    if (i != first && words[i] != 0) words[i] = names_[of].at(words[i]);
  make_key_here();
  keep_state(of, sent.from, sent.move, sent.steps, sent.counts);
}

// The state in words_ and key_ is this rank's.
void Search::Others::keep_state(Rank of, StateNumber from, Move move, std::uint32_t steps, bool counts) {
  const StateNumber made = search_.add_here(from, move, steps);
  if (made != kNoState) {
    origins_.push_back(of);
    waiting_.push_back({.node = made, .is_new = true, .words = {}});
    if (search_.store_.compacted()) waiting_.back().words = search_.words_;
  }
  if (counts) edges_.push_back({search_.reached_, from, of});
}

void Search::Others::keep_words() {
  for (Waiting& each : waiting_)
    if (each.words.empty()) each.words = search_.words_of(each.node);
}

}  // namespace heddle::stateful
