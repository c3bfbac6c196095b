// SPDX-License-Identifier: Apache-2.0
#include "prove/fixpoint/fixed_point.h"

#include <algorithm>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "prove/domain/bytes_map.h"
#include "prove/domain/interference.h"
#include "prove/fixpoint/pairs.h"
#include "prove/fixpoint/start.h"
#include "prove/front/liveness.h"

namespace heddle::prove {

Statistics& Statistics::operator+=(const Statistics& other) {
  views += other.views;
  buckets += other.buckets;
  effects += other.effects;
  sequential_steps += other.sequential_steps;
  interference_steps += other.interference_steps;
  pruned_steps += other.pruned_steps;
  returned |= other.returned;
  seconds += other.seconds;
  return *this;
}

namespace {

struct Record {
  std::string bytes;
  int bucket = 0;
  int parent = -1;
  int edge = -1;  // -1: a call; or kReclaimed
  bool is_interference = false;
};

struct Effect {
  View view;
  int edge = 0;
};

struct Bucket {
  std::vector<int> views;
  std::vector<int> effects;
  std::uint64_t unfelt = 0;
};

// What one task of a round found.
struct Found {
  struct NewView {
    std::string bytes, key;
    int parent, edge;
    bool is_interference;
  };
  struct NewEffect {
    std::string bytes, key;
    int edge;
    View view;
  };
  std::vector<NewView> views;
  std::vector<NewEffect> effects;
  std::vector<int> unfelt;  // buckets, one entry a step
  std::uint64_t sequential = 0;
  std::uint64_t interference = 0;
  std::uint64_t returned = 0;
  std::optional<Alarm> alarm;
  int alarm_view = -1;
  int alarm_edge = -1;
  bool alarm_is_interference = false;
};

class FixedPoint {
 public:
  FixedPoint(const Program& program, const Observer& observer, const Options& options)
      : program_(program),
        observer_(observer),
        options_(options),
        frame_(frame_of(program, observer, options)),
        live_(live_locals(program)),
        reads_(read_locals(program)),
        leaving_(program.nodes()) {
    for (std::size_t edge = 0; edge < program.edges.size(); ++edge)
      leaving_[static_cast<std::size_t>(program.edges[edge].from)].push_back(static_cast<int>(edge));
  }

  Outcome run() {
    const auto begun = [&] { return start(program_, frame_, observer_, options_, live_); };
    return run_rounds(*this, program_, out_of_room(program_, frame_, live_, 2), begun, options_);
  }

  // For run_rounds.
  void begin(std::vector<View>& views);
  bool is_done() const { return frontier_.empty(); }
  void round();
  bool is_stopped() const { return is_stopped_(); }
  bool has_failed(Outcome& outcome) const;
  std::size_t size() const { return records_.size(); }
  Observer::Rule rule() const { return observer_.rule(); }
  Statistics statistics() const;
  View view_of(int id) const {
    const std::string& bytes = records_[static_cast<std::size_t>(id)].bytes;
    const NodeId node = packed_node(bytes, 0);
    return unpack(bytes, live_at(node), function_at(node), frame_);
  }

 private:
  const Function* function_at(NodeId node) const { return prove::function_at(program_, node); }
  const Layout& live_at(NodeId node) const { return live_[static_cast<std::size_t>(node)]; }
  const Layout& effect_layout(int edge) const {
    return options_.summaries ? reads_[static_cast<std::size_t>(edge)]
                              : live_at(program_.edges[static_cast<std::size_t>(edge)].from);
  }

  void step(int id, Found& found);
  void interfere(int victim, const View& view, int effect, Found& found);
  void note(View& view, int parent, int edge, bool is_interference, Found& found);
  void absorb(Found& found);
  template <class Task>
  void in_parallel(std::size_t count, std::size_t grain, Task task) {
    share_out<Found>(options_.threads, count, grain, task, [&](Found& found) { absorb(found); });
  }
  void trace_to(int id, Outcome& outcome) const;

  const Program& program_;
  const Observer& observer_;
  const Options& options_;
  Frame frame_;
  std::vector<Layout> live_, reads_;
  std::vector<std::vector<int>> leaving_;

  StopSign is_stopped_{options_.stopped};
  std::vector<Record> records_;
  BytesMap<int> ids_;
  std::vector<Effect> effects_;
  BytesMap<int> effect_ids_;
  std::vector<Bucket> buckets_;
  BytesMap<int> bucket_ids_;
  std::vector<int> frontier_;
  Statistics statistics_;
  std::optional<Found> failed_;
};

void FixedPoint::note(View& view, int parent, int edge, bool is_interference, Found& found) {
  const NodeId node = view.parts[0].node;
  std::string bytes = pack(view, live_at(node), function_at(node), frame_);
  if (ids_.count(bytes) != 0) return;
  found.views.push_back({std::move(bytes), shared_key(view, frame_), parent, edge, is_interference});
}

void FixedPoint::step(int id, Found& found) {
  const View view = view_of(id);
  const NodeId node = view.parts[0].node;
  Stepper stepper(program_, frame_, observer_, options_.memory, live_);
  if (options_.check_shapes) stepper.check_shapes();
  if (node == kIdle) {
    stepper.call(view, [&](View& next) { ++found.sequential, note(next, id, -1, false, found); });
  }
  if (frame_.reclaims)
    stepper.reclaim(view, [&](View& next) { ++found.sequential, note(next, id, kReclaimed, true, found); });
  for (int index : leaving_[static_cast<std::size_t>(node)]) {
    const Edge& edge = program_.edges[static_cast<std::size_t>(index)];
    bool is_felt = !options_.pruning;
    bool is_taken = false;
    stepper.take(edge, view, [&](View& next) {
      ++found.sequential;
      is_taken = true;
      is_felt |= next.is_felt;
      note(next, id, index, false, found);
    });
    if (stepper.alarm()) {
      found.alarm = stepper.alarm();
      found.alarm_view = id;
      found.alarm_edge = index;
      return;
    }
    if (!is_taken) continue;
    if (edge.to == kIdle) found.returned |= bit_of_function(program_, edge.from);
    if (!is_felt) {
      found.unfelt.push_back(records_[static_cast<std::size_t>(id)].bucket);
      continue;
    }
    const Function* function = function_at(node);
    View felt = view;
    felt.reclamation.forget_guards();
    std::string bytes = pack(felt, effect_layout(index), function, frame_);
    bytes.push_back(static_cast<char>(index));
    bytes.push_back(static_cast<char>(index >> 8));
    if (effect_ids_.count(bytes) != 0) continue;
    View kept = unpack(bytes, effect_layout(index), function, frame_);
    found.effects.push_back({std::move(bytes), shared_key(view, frame_), index, kept});
  }
}

void FixedPoint::interfere(int victim, const View& view, int effect_id, Found& found) {
  const Effect& effect = effects_[static_cast<std::size_t>(effect_id)];
  const Edge& edge = program_.edges[static_cast<std::size_t>(effect.edge)];
  View both;
  if (!combine(view, effect.view, effect_layout(effect.edge), *function_at(edge.from), frame_, both)) return;
  Stepper stepper(program_, frame_, observer_, options_.memory, live_);
  if (options_.check_shapes) stepper.check_shapes();
  ++found.interference;
  stepper.interfere(edge, both, [&](View& next) { note(next, victim, effect.edge, true, found); });
  if (stepper.alarm()) {
    found.alarm = stepper.alarm();
    found.alarm_view = victim;
    found.alarm_edge = effect.edge;
    found.alarm_is_interference = true;
  }
}

void FixedPoint::absorb(Found& found) {
  const auto bucket_of = [&](const std::string& key) {
    const auto [entry, is_new] = bucket_ids_.try_emplace(key, static_cast<int>(buckets_.size()));
    if (is_new) buckets_.emplace_back();
    return entry->second;
  };
  for (auto& view : found.views) {
    const auto [entry, is_new] = ids_.try_emplace(view.bytes, static_cast<int>(records_.size()));
    if (!is_new) continue;
    const int bucket = bucket_of(view.key);
    buckets_[static_cast<std::size_t>(bucket)].views.push_back(entry->second);
    frontier_.push_back(entry->second);
    records_.push_back({std::move(view.bytes), bucket, view.parent, view.edge, view.is_interference});
  }
  for (auto& effect : found.effects) {
    const auto [entry, is_new] = effect_ids_.try_emplace(effect.bytes, static_cast<int>(effects_.size()));
    if (!is_new) continue;
    buckets_[static_cast<std::size_t>(bucket_of(effect.key))].effects.push_back(entry->second);
    effects_.push_back({effect.view, effect.edge});
  }
  for (int bucket : found.unfelt) ++buckets_[static_cast<std::size_t>(bucket)].unfelt;
  statistics_.sequential_steps += found.sequential;
  statistics_.interference_steps += found.interference;
  statistics_.returned |= found.returned;
  if (found.alarm && !failed_) {
    failed_.emplace();
    failed_->alarm = found.alarm;
    failed_->alarm_view = found.alarm_view;
    failed_->alarm_edge = found.alarm_edge;
    failed_->alarm_is_interference = found.alarm_is_interference;
  }
}

void FixedPoint::round() {
  const std::vector<int> fresh = std::exchange(frontier_, {});
  const std::size_t known = records_.size();  // later ones come in the next round
  const std::size_t first_fresh_effect = effects_.size();
  in_parallel(fresh.size(), 64, [&](std::size_t item, Found& found) {
    if (!is_stopped_()) step(fresh[item], found);
  });
  if (failed_) return;
  // New views meet every effect of their bucket, old views the new effects.
  std::vector<int> victims = fresh;
  const std::size_t fresh_count = fresh.size();
  std::vector<bool> is_fresh(records_.size());
  for (int id : fresh) is_fresh[static_cast<std::size_t>(id)] = true;
  std::vector<std::size_t> old_effects(buckets_.size());
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    auto& effects = buckets_[bucket].effects;
    old_effects[bucket] = static_cast<std::size_t>(
        std::ranges::lower_bound(effects, static_cast<int>(first_fresh_effect)) - effects.begin());
    if (old_effects[bucket] == effects.size()) continue;
    for (int id : buckets_[bucket].views)
      if (static_cast<std::size_t>(id) < known && !is_fresh[static_cast<std::size_t>(id)])
        victims.push_back(id);
  }
  in_parallel(victims.size(), 16, [&](std::size_t item, Found& found) {
    if (is_stopped_()) return;
    const int id = victims[item];
    const auto bucket = static_cast<std::size_t>(records_[static_cast<std::size_t>(id)].bucket);
    const View view = view_of(id);
    for (std::size_t i = item < fresh_count ? 0 : old_effects[bucket]; i < buckets_[bucket].effects.size();
         ++i) {
      interfere(id, view, buckets_[bucket].effects[i], found);
      if (found.alarm) return;
    }
  });
}

void FixedPoint::trace_to(int id, Outcome& outcome) const {
  for (int at = id; at >= 0; at = records_[static_cast<std::size_t>(at)].parent) {
    const Record& record = records_[static_cast<std::size_t>(at)];
    outcome.trace.push_back({record.is_interference, record.edge, view_of(at)});
  }
  std::ranges::reverse(outcome.trace);
}

Statistics FixedPoint::statistics() const {
  Statistics statistics = statistics_;
  statistics.views = records_.size();
  statistics.buckets = buckets_.size();
  statistics.effects = effects_.size();
  for (const Bucket& bucket : buckets_) statistics.pruned_steps += bucket.unfelt * bucket.views.size();
  return statistics;
}

void FixedPoint::begin(std::vector<View>& views) {
  Found idle;
  for (View& view : views) note(view, -1, -1, false, idle);
  absorb(idle);
}

bool FixedPoint::has_failed(Outcome& outcome) const {
  if (!failed_) return false;
  outcome.alarm = failed_->alarm;
  outcome.alarm_edge = failed_->alarm_edge;
  outcome.alarm_is_interference = failed_->alarm_is_interference;
  trace_to(failed_->alarm_view, outcome);
  return true;
}

}  // namespace

Outcome saturate(const Program& program, const Observer& observer, const Options& options) {
  const auto run = [&] {
    if (options.views == 2 && program.reclaims && options.memory != Memory::gc) {
      Outcome outcome;
      outcome.alarm = Alarm{finding::Kind::linearizability,
                            "views of two threads are not made for programs that retire cells", 0, true};
      return outcome;
    }
    if (options.views == 2) return saturate_pairs(program, observer, options);
    return FixedPoint(program, observer, options).run();
  };
  if (options.threads <= 1) return run();
  tbb::task_arena arena(static_cast<int>(options.threads));
  return arena.execute(run);
}

}  // namespace heddle::prove
