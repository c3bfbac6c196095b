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
    hash = base::hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}) | 1;
  }
  return hash;
}

// What happens-before knows is left out: it has no hash that all ranks agree on.
std::uint64_t Search::Others::hash_of(std::span<const std::uint32_t> words) {
  const std::size_t first = search_.header();
  std::uint64_t hash = base::combine(words[0], words[first]);
  for (const ComponentNumber part : words.subspan(first + 1)) hash = base::combine(hash, hash_of(part));
  return hash;
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
  if (out.knows[part]) return;
  out.knows[part] = true;
  const std::span<const std::uint8_t> bytes = search_.machine_.pool()[part];
  const std::string text = is_summary
                               ? search_.summary_.portable(bytes)
                               : std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  out.parts += (Packer() << part << is_summary << text).text();
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

void Search::Others::take_part(std::string part) {
  Rank of = 0;
  std::string body, parts, states;
  Unpacker(part) >> of >> body;
  Unpacker unpacker(body);
  bool is_first = false;
  std::uint32_t count = 0;
  program::Noticed noticed;
  unpacker >> is_first >> noticed.names_observed >> noticed.names_scattered >> count;
  std::vector<SummaryState::UsedObject> used(unpacker.is_good() ? count : 0);
  for (SummaryState::UsedObject& each : used) unpacker >> each;
  unpacker >> parts >> states;
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
  if (noticed.names_scattered || noticed.names_observed) search_.machine_.learn(noticed);
  if (search_.summary_.learn(used)) search_.restart_ = true;
  if (is_first) names_[of].clear();
  for (Unpacker rest(parts); !rest.is_empty();) {
    ComponentNumber number = 0;
    bool is_summary = false;
    std::string text;
    rest >> number >> is_summary >> text;
    HEDDLE_CHECK(rest.is_good(), "what was whole can be read");
    if (is_summary)
      names_[of][number] = search_.machine_.pool().intern(search_.summary_.from_portable(text));
    else
      names_[of][number] =
          search_.machine_.pool().intern({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  for (Unpacker rest(states); !rest.is_empty();) add_state(of, rest);
}

void Search::Others::add_state(Rank of, Unpacker& unpacker) {
  StateNumber from = 0;
  std::uint32_t thread = 0, size = 0, steps = 0;
  Move move;
  bool counts = false;
  unpacker >> from >> thread >> move.alternative >> steps >> counts >> size;
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
  move.thread = thread;
  Words& words = search_.words_;
  words.resize(size);
  const std::size_t first = search_.header();
  for (std::size_t i = 0; i < words.size(); ++i) {
    unpacker >> words[i];
    if (i != 0 && i != first && words[i] != 0) words[i] = names_[of].at(words[i]);
  }
  if (search_.merging_) {
    search_.restore_words(words);
    search_.current_words_ = words;
    search_.machine_.capture(search_.captured_);
    search_.make_key(words[0]);
  }
  keep_state(of, from, move, steps, counts);
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
