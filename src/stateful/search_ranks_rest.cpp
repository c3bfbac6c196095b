// SPDX-License-Identifier: Apache-2.0
// What is left of a search by ranks, in a file (--checkpoint), and gone on with (--resume) by any number of them. A process
// alone that keeps checkpoints is a job of one rank.
//
// A rank tells, between two expansions, all it has: its parts of states, the states with where they came from and what
// they relied on, which of them wait, and what it has learned. States that were on their way are added by
// cluster/sharing.h. Rank 0 puts it all into one file, with how things are numbered.
//
// Whoever goes on reads all of it. States are shared out anew by their hash: every rank goes through all of them in the same
// order, and so knows who has which under which number; it keeps its own. What was learned is learned by all, as at the
// end of a round. From then on the search is the same as one that was never interrupted.
//
// What looked wrong and was not told yet (its way leads through several ranks) is not written down: the state it was seen
// at waits again, and it will be seen again.
//
// A file is for the same build, program and options; it is refused otherwise, and if it was damaged. Not kept: states of
// which only hashes are left, and more than a gigabyte a rank.
#include <algorithm>
#include <cstring>
#include <tuple>

#include <fmt/format.h>

#include "base/read_file.h"
#include "base/replace_file.h"
#include "cluster/launcher.h"
#include "schedule/checkpoint_command.h"
#include "stateful/packing.h"
#include "stateful/search_ranks.h"

namespace heddle::stateful {

using cluster::Packer;
using cluster::Unpacker;
using program::ComponentNumber;

namespace {

constexpr std::uint64_t kMagic = 0x31302d6863616d68;  // "hmach-01": another one when the format changes
constexpr std::uint32_t kRest = ~std::uint32_t{0};  // what a rank has; else its number, of a batch on its way
constexpr std::size_t kMost = std::size_t{1} << 30;   // bytes of a rank
constexpr std::size_t kPiece = std::size_t{1} << 26;  // that is sent at once
constexpr const char* kTooLarge = "!";
constexpr const char* kDamaged = "it is no checkpoint of the engine machine, or was damaged";

void put_words(Packer& packer, std::span<const std::uint32_t> words) { put_all(packer, words); }

void note(std::uint64_t& digest, std::string_view text) {
  digest = base::combine(digest, base::hash_bytes(text));
}
template <class T>
void note(std::uint64_t& digest, const std::vector<T>& all) {
  static_assert(std::has_unique_object_representations_v<T>);
  note(digest, std::string_view(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(T)));
}

// Of a whole file: why it is refused, or what is behind its head.
base::Result<Unpacker> opened(std::string_view text, std::uint64_t build, std::uint64_t identity,
                              std::uint32_t& stage) {
  const auto refuse = [](const char* why) { return base::failure(base::ErrorCode::usage, why); };
  schedule::PartHead head;
  if (text.size() > sizeof head) {
    std::memcpy(&head, text.data(), sizeof head);
    if (head.magic == schedule::PartHead::kCommand && head.bytes < text.size() - sizeof head)
      text.remove_prefix(sizeof head + head.bytes);
  }
  std::uint64_t digest = 0, magic = 0, of_build = 0, of_identity = 0;
  if (text.size() < sizeof digest) return refuse(kDamaged);
  std::memcpy(&digest, text.data() + text.size() - sizeof digest, sizeof digest);
  text.remove_suffix(sizeof digest);
  Unpacker unpacker(text);
  unpacker >> magic >> of_build >> of_identity >> stage;
  if (!unpacker.is_good() || magic != kMagic || base::hash_bytes(text) != digest) return refuse(kDamaged);
  if (of_build != build) return refuse("it is of another build of heddle");
  if (of_identity != identity) return refuse("it is of another program, or was made with other options");
  return unpacker;
}

}  // namespace

std::uint64_t digest_of(const program::Program& program) {
  std::uint64_t digest = program.main;
  for (const program::Function& function : program.functions) {
    note(digest, function.linker_name);
    note(digest, function.code);
    note(digest, function.extra);
    for (const program::Handler& handler : function.handlers) note(digest, handler.catches);
  }
  for (const program::Global& global : program.globals) {
    note(digest, global.name);
    note(digest, global.bytes);
  }
  note(digest, program.constants);
  for (const event::Location& location : program.locations) note(digest, event::text(location));
  for (const std::string& message : program.messages) note(digest, message);
  for (const auto* all : {&program.annotations, &program.field_annotations})
    for (const program::Annotation& each : *all)
      digest = base::combine(digest, base::combine(each.address ^ each.size ^ each.instance,
                                                   each.other ^ static_cast<std::uint64_t>(each.kind)));
  return digest;
}

// Rank 0 reads the file; what it says, or what is wrong, goes to all.
base::Result<void> read_checkpoint(cluster::Job& job, Checkpoints& checkpoints) {
  const auto from_first = [&](const std::string& text) -> base::Result<std::string> {
    auto all = job.exchange(std::vector<std::string>(job.group().size(), text));
    if (!all) return base::failure(all.error());
    return std::move(all->front());
  };
  std::string text, why;
  if (job.is_first()) {
    auto read = base::read_file(checkpoints.resume);
    std::uint32_t stage = 0;
    if (!read)
      why = read.error().message;
    else if (const auto fits = opened(*read, job.group().build(), checkpoints.identity, stage); !fits)
      why = fits.error().message;
    else
      text = std::move(*read);
  }
  const auto told = from_first((Packer() << why << std::uint64_t{text.size()}).text());
  if (!told) return base::failure(told.error());
  std::uint64_t size = 0;
  Unpacker(*told) >> why >> size;
  if (!why.empty())
    return base::failure(base::ErrorCode::usage,
                         fmt::format("cannot go on from {}: {}", checkpoints.resume, why));
  std::string whole;
  while (whole.size() < size) {
    const auto piece = from_first(job.is_first() ? text.substr(whole.size(), kPiece) : "");
    if (!piece) return base::failure(piece.error());
    whole += *piece;
  }
  auto unpacker = opened(whole, job.group().build(), checkpoints.identity, checkpoints.stage);
  if (!unpacker) return base::failure(unpacker.error());
  std::uint64_t count = 0;
  *unpacker >> checkpoints.numbers->counted[0] >> checkpoints.numbers->counted[1] >> count;
  for (; count > 0 && unpacker->is_good(); --count) {
    program::Making making;
    take(*unpacker, making);
    *unpacker >> checkpoints.numbers->known[making];
  }
  *unpacker >> count;
  for (; count > 0 && unpacker->is_good(); --count) *unpacker >> checkpoints.rest.emplace_back();
  if (!unpacker->is_good()) return base::failure(base::ErrorCode::usage, kDamaged);
  return {};
}

void Search::Others::keep(const std::vector<std::string>& parts) {
  if (cluster::is_launcher_gone()) return;
  const Checkpoints& checkpoints = search_.options_.checkpoints;
  if (std::find(parts.begin(), parts.end(), kTooLarge) != parts.end()) {
    fmt::print(stderr, "heddle: warning: {} is not written: a rank has more than {} MiB\n", checkpoints.file,
               kMost >> 20);
    return;
  }
  Packer packer;
  packer << kMagic << job_.group().build() << checkpoints.identity << checkpoints.stage
         << checkpoints.numbers->counted[0] << checkpoints.numbers->counted[1]
         << std::uint64_t{checkpoints.numbers->known.size()};
  for (const auto& [making, number] : checkpoints.numbers->known) {
    put(packer, making);
    packer << number;
  }
  put_all(packer, parts);
  const std::uint64_t digest = base::hash_bytes(packer.text());
  if (!base::replace_file(checkpoints.file,
                          {checkpoints.command, packer.text(),
                           std::string(reinterpret_cast<const char*>(&digest), sizeof digest)}))
    fmt::print(stderr, "heddle: warning: cannot write {}\n", checkpoints.file);
}

std::optional<std::string> Search::Others::snapshot() {
  for (std::size_t to = 0; to < out_.size(); ++to) send_batch(to);
  if (search_.store_.compacted() || search_.store_.memory() + search_.states_.memory() > kMost)
    return kTooLarge;
  std::string all = rest();
  if (all.size() > kMost) return kTooLarge;
  return all;
}

std::string Search::Others::rest() {
  Search& s = search_;
  Packer packer;
  packer << kRest << rank() << s.merging_ << s.symmetry_ << s.new_likeness_ << s.tried_ << s.passes_;
  packer << s.result_.without_symmetry;
  put_learned(packer);
  put_all(packer, s.movers_->protections().keys());
  put_all(packer, s.movers_->protections().settled());
  const MachineSearchResult& result = s.result_;
  packer << result.steps << result.transactions << result.reexplored << result.restarts << result.merged
         << result.longest_path << result.first_length << result.first_states;
  put_all(packer, result.verdict.reasons());
  packer << std::uint64_t{result.final_states.size()};
  for (const std::vector<std::uint8_t>& state : result.final_states) put_all(packer, state);
  packer << std::uint64_t{result.findings.size()};
  for (std::size_t i = 0; i < result.findings.size(); ++i)
    packer << s.options_.checkpoints.write(result.findings[i]) << result.schedules[i];

  const std::size_t parts = s.machine_.pool().size();
  std::vector<bool> is_summary(parts + 1);
  const StateStore& states = s.merging_ ? s.states_ : s.store_;
  for (StateNumber node = 0; node < s.nodes_.size() && s.summary_in_state_; ++node)
    is_summary[states[node][1]] = true;
  for (const ComponentNumber part : sent_summaries_) is_summary[part] = true;
  packer << std::uint64_t{parts};
  for (ComponentNumber part = 1; part <= parts; ++part) {
    const bool is_one = is_summary[part];
    packer << is_one << text_of(part, is_one);
  }
  packer << std::uint64_t{s.sets_.size()};
  for (DependencySets::Number set = 0; set < s.sets_.size(); ++set) put_all(packer, s.sets_[set]);

  std::vector<std::pair<StateNumber, bool>> waiting;
  for (const Waiting& each : waiting_) waiting.emplace_back(each.node, each.is_new);
  for (const Suspect& each : suspects_)
    if (each.from != kNoState) waiting.emplace_back(each.from, true);
  std::sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;  // as new, if it is there twice
  });
  waiting.erase(std::unique(waiting.begin(), waiting.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                waiting.end());
  const auto is_set = [](const std::vector<bool>& bits, StateNumber node) {
    return node < bits.size() && bits[node];
  };
  packer << std::uint64_t{s.nodes_.size()};
  for (StateNumber node = 0; node < s.nodes_.size(); ++node) {
    const Node of = s.nodes_[node];
    packer << of.parent << origins_[node] << of.steps << of.thread << of.alternative << of.relied
           << is_set(s.changes_, node) << is_set(s.looks_, node) << is_set(has_edge_, node);
    put_words(packer, states[node]);
    if (!s.merging_) continue;
    put_words(packer, s.store_[node]);
    packer << s.renamings_[node];
  }
  packer << std::uint64_t{waiting.size()};
  for (const auto& [node, is_new] : waiting) packer << node << is_new;
  put_all(packer, edges_);
  return packer.text();
}

// ---- going on ----

// What one rank had, when it was written down.
struct Search::Others::Source {
  Rank rank = 0;
  bool merging = false;
  std::vector<std::string> parts;  // by number there
  std::vector<bool> is_summary;
  std::vector<std::uint64_t> hashes;  // likewise
  std::vector<ComponentNumber> here;  // 0: not asked for yet
  std::vector<Word> keys;             // of variables, likewise
  std::vector<std::vector<VariableNumber>> sets;
  std::uint64_t count = 0;
  Unpacker states{""};
  std::vector<std::pair<Rank, StateNumber>> now;  // where each state is, and its number there

  struct State {
    Node node;
    Rank origin = 0;
    bool changes = false, looks = false, has_edge = false;
    Words words, key;
    ComponentNumber renaming = 0;
  };
  State next(Unpacker& unpacker) const {
    State state;
    unpacker >> state.node.parent >> state.origin >> state.node.steps >> state.node.thread >>
        state.node.alternative >> state.node.relied >> state.changes >> state.looks >> state.has_edge;
    state.words = take_all<std::uint32_t>(unpacker);
    state.key = merging ? take_all<std::uint32_t>(unpacker) : state.words;
    if (merging) unpacker >> state.renaming;
    HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
    return state;
  }
  ComponentNumber part(Search& search, ComponentNumber number) {
    if (number == 0) return 0;
    ComponentNumber& own = here.at(number);
    if (own == 0) own = part_of(search, parts[number], is_summary[number]);
    return own;
  }
  void translate(Search& search, Words& words, std::size_t first) {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (i != first) words[i] = part(search, words[i]);
  }
};

void Search::Others::take_results(Unpacker& unpacker) {
  MachineSearchResult& result = search_.result_;
  MachineSearchResult then;
  unpacker >> then.steps >> then.transactions >> then.reexplored >> then.restarts >> then.merged >>
      then.longest_path >> then.first_length >> then.first_states;
  const std::vector<std::string> doubts = take_all<std::string>(unpacker);
  std::uint64_t count = 0;
  for (unpacker >> count; count > 0 && unpacker.is_good(); --count)
    result.final_states.insert(take_all<std::uint8_t>(unpacker));
  for (unpacker >> count; count > 0 && unpacker.is_good(); --count) {
    std::string text, schedule;
    unpacker >> text >> schedule;
    auto finding = search_.options_.checkpoints.read(text);
    if (!finding || rank() != 0) continue;
    if (!search_.known_findings_.try_emplace(identity_of(*finding), result.findings.size()).second) continue;
    result.findings.push_back(std::move(*finding));
    result.schedules.push_back(std::move(schedule));
  }
  result.restarts = std::max(result.restarts, then.restarts);
  if (rank() != 0) return;  // it tells of all
  result.steps += then.steps;
  result.transactions += then.transactions;
  result.reexplored += then.reexplored;
  result.merged += then.merged;
  result.longest_path = std::max(result.longest_path, then.longest_path);
  result.first_length = then.first_length;
  result.first_states = then.first_states;
  for (const std::string& doubt : doubts)
    if (std::find(result.verdict.reasons().begin(), result.verdict.reasons().end(), doubt) ==
        result.verdict.reasons().end())
      result.verdict.doubt(doubt);
}

void Search::Others::take_rest() {
  Search& s = search_;
  // All that the beginning made is in what was written down.
  s.store_ = StateStore();
  s.states_ = StateStore();
  s.nodes_ = Nodes();
  s.renamings_.clear();
  s.changes_.clear();
  s.looks_.clear();
  s.seen_.clear();
  s.sets_ = DependencySets();
  s.result_ = MachineSearchResult();
  s.known_findings_.clear();
  origins_.clear();
  suspects_.clear();
  waiting_.clear();

  std::vector<Source> all;
  std::vector<StateNumber> counts(ranks());
  std::vector<Word> settled;
  for (const std::string& text : s.options_.checkpoints.rest) {
    Unpacker unpacker(text);
    std::uint32_t kind = 0;
    unpacker >> kind;
    if (kind != kRest) continue;
    Source source;
    bool symmetry = false, is_alike = false, tried = false;
    unsigned passes = 0;
    std::string without;
    unpacker >> source.rank >> source.merging >> symmetry >> is_alike >> tried >> passes >> without;
    s.merging_ = source.merging;
    s.symmetry_ = s.symmetry_ && symmetry;
    s.new_likeness_ |= is_alike;
    s.tried_ |= tried;
    s.passes_ = std::max(s.passes_, passes);
    if (s.result_.without_symmetry.empty()) s.result_.without_symmetry = without;
    take_learned(unpacker);
    source.keys = take_all<Word>(unpacker);
    for (const Word key : take_all<Word>(unpacker)) settled.push_back(key);
    take_results(unpacker);
    std::uint64_t count = 0;
    unpacker >> count;
    source.parts.resize(count + 1);
    source.is_summary.resize(count + 1);
    source.hashes.resize(count + 1);
    source.here.resize(count + 1);
    for (std::uint64_t part = 1; part <= count; ++part) {
      bool is_summary = false;
      unpacker >> is_summary >> source.parts[part];
      source.is_summary[part] = is_summary;
      source.hashes[part] = hash_of_bytes(source.parts[part]);
    }
    unpacker >> count;
    for (; count > 0 && unpacker.is_good(); --count)
      source.sets.push_back(take_all<VariableNumber>(unpacker));
    unpacker >> source.count;
    HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
    source.states = unpacker;
    all.push_back(std::move(source));
  }
  std::sort(all.begin(), all.end(), [](const Source& a, const Source& b) { return a.rank < b.rank; });
  for (Source& source : all) share_out(source, counts);
  s.movers_->protections().settle(settled);
  s.merged_before_ = s.result_.merged;
  for (Source& source : all) take_states(source, all);
  for (const std::string& text : s.options_.checkpoints.rest) take_sent(text, all);
  s.tried_ |= s.merging_ && s.nodes_.size() != 0;  // what was merged counts at rank 0 alone
  s.likeness_noted_ = s.nodes_.size();
  s.current_words_.clear();
}

// Who has each of its states from now on.
void Search::Others::share_out(Source& source, std::vector<StateNumber>& counts) {
  Unpacker unpacker = source.states;
  source.now.reserve(source.count);
  for (std::uint64_t i = 0; i < source.count; ++i) {
    const Source::State state = source.next(unpacker);
    const auto owner = static_cast<Rank>(
        hash_of(state.key, [&](ComponentNumber part) { return part == 0 ? 0 : source.hashes.at(part); }) %
        ranks());
    source.now.emplace_back(owner, counts[owner]++);
  }
}

void Search::Others::take_states(Source& source, const std::vector<Source>& all) {
  Search& s = search_;
  Unpacker unpacker = source.states;
  const auto is_own = [&](StateNumber node) { return source.now.at(node).first == rank(); };
  std::vector<DependencySets::Number> sets;
  for (const std::vector<VariableNumber>& set : source.sets) {
    std::vector<VariableNumber> own;
    for (const VariableNumber each : set)
      own.push_back(s.movers_->protections().number_of(source.keys.at(each)));
    sets.push_back(s.sets_.with(0, own));
  }
  for (StateNumber node = 0; node < source.count; ++node) {
    Source::State state = source.next(unpacker);
    if (!is_own(node)) continue;
    source.translate(s, state.words, s.header());
    source.translate(s, state.key, s.header());
    const auto [number, is_new] = s.store_.add(state.key);
    HEDDLE_CHECK(is_new && number == source.now[node].second, "each state is there once, in order");
    if (s.merging_) {
      s.states_.append(state.words);
      s.renamings_.push_back(source.part(s, state.renaming));
    }
    Rank origin = rank();
    if (state.node.parent != kNoState)
      std::tie(origin, state.node.parent) = all.at(state.origin).now.at(state.node.parent);
    state.node.relied = sets.at(state.node.relied);
    s.nodes_.push_back(state.node);
    origins_.push_back(origin);
    s.changes_.push_back(state.changes);
    s.looks_.push_back(state.looks);
    has_edge_.push_back(state.has_edge);
  }
  std::uint64_t count = 0;
  for (unpacker >> count; count > 0 && unpacker.is_good(); --count) {
    StateNumber node = 0;
    bool is_new = false;
    unpacker >> node >> is_new;
    if (is_own(node)) waiting_.push_back({.node = source.now[node].second, .is_new = is_new, .words = {}});
  }
  for (const Edge& edge : take_all<Edge>(unpacker)) {
    if (!is_own(edge.to)) continue;
    const auto [of, from] = all.at(edge.of).now.at(edge.from);
    edges_.push_back({source.now[edge.to].second, from, of});
  }
  HEDDLE_CHECK(unpacker.is_good(), "what was whole can be read");
}

// A batch that was on its way.
void Search::Others::take_sent(const std::string& text, std::vector<Source>& all) {
  Search& s = search_;
  Rank of = 0;
  std::string body;
  Unpacker(text) >> of >> body;
  if (of == kRest) return;
  Batch batch = opened(body);
  Source& source = all.at(of);
  for (Unpacker unpacker(batch.states); !unpacker.is_empty();) {
    Sent sent = next_of(unpacker);
    s.words_ = std::move(sent.words);
    source.translate(s, s.words_, s.header());
    make_key_here();
    if (hash_of(s.merging_ ? s.key_ : s.words_) % ranks() != rank()) continue;
    const auto [origin, from] = source.now.at(sent.from);
    keep_state(origin, from, sent.move, sent.steps, sent.counts);
  }
}

}  // namespace heddle::stateful
