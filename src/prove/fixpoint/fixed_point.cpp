// SPDX-License-Identifier: Apache-2.0
#include "prove/fixpoint/fixed_point.h"

#include <algorithm>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "prove/domain/bytes_map.h"
#include "prove/domain/interference.h"
#include "prove/domain/scene.h"
#include "prove/fixpoint/pairs.h"
#include "prove/fixpoint/start.h"
#include "prove/front/felt.h"
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
  int scene = 0;
  std::string rest;
  int parent = -1;
  int edge = -1;  // -1: a call; or kReclaimed
  bool is_interference = false;
};

// What others make of a scene.
struct Link {
  int to = 0;
  int edge = 0;
  std::string places;
};

struct Scene {
  std::string bytes;
  int bucket = 0;
  std::vector<int> views;
  std::vector<Link> links;
};

struct Effect {
  View view;
  int edge = 0;
};

struct Bucket {
  std::vector<int> scenes;
  std::vector<int> effects;
  std::uint64_t unfelt = 0;
};

// What one task of a round found.
struct Found {
  struct NewScene {
    std::string bytes, key;
    int id;  // -1: not known yet
  };
  struct NewView {
    NewScene scene;
    std::string rest;
    int parent, edge;
    bool is_interference;
  };
  struct NewLink {
    int from;
    NewScene to;
    std::string places;
    int edge;
  };
  struct NewEffect {
    std::string bytes, key;
    int edge;
    View view;
  };
  std::vector<NewView> views;
  std::vector<NewLink> links;
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
        felt_(felt_steps(program, frame_.addresses)),
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
    const Record& record = records_[at(id)];
    const NodeId node = node_of_rest(record.rest);
    return whole_view(scenes_[at(record.scene)].bytes, record.rest, live_at(node), function_at(node), frame_);
  }

 private:
  const Function* function_at(NodeId node) const { return prove::function_at(program_, node); }
  const Layout& live_at(NodeId node) const { return live_[static_cast<std::size_t>(node)]; }
  const Layout& effect_layout(int edge) const {
    return is_summed_up() ? felt_[at(edge)].reads : live_at(program_.edges[at(edge)].from);
  }
  // Effects keep only what others feel. What is not felt at all is kept as it is, to see what that costs.
  bool is_summed_up() const { return options_.summaries && options_.pruning; }

  void step(int id, Found& found);
  void meet(int scene, std::size_t from, bool reclaims, Found& found);
  void note_effect(const View& view, int edge, Found& found) const;
  void interfere(int scene, const View& view, int effect, View& both, Found& found);
  void note(const View& view, int parent, int edge, bool is_interference, Found& found) const;
  void note_view(Found::NewView view, Found& found) const;
  void note_link(int scene, const View& before, const View& after, int edge, Found& found) const;
  void follow(int id, std::size_t from, Found& found) const;
  int scene_of(Found::NewScene& scene);
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
  std::vector<Layout> live_;
  std::vector<Felt> felt_;
  std::vector<std::vector<int>> leaving_;

  StopSign is_stopped_{options_.stopped};
  std::vector<Record> records_;
  BytesMap<int> ids_;  // of a rest and a scene
  std::vector<Scene> scenes_;
  BytesMap<int> scene_ids_;
  BytesMap<bool> links_;
  std::vector<Effect> effects_;
  BytesMap<int> effect_ids_;
  std::vector<Bucket> buckets_;
  BytesMap<int> bucket_ids_;
  std::vector<int> frontier_;
  int old_scenes_ = 0;  // those that have met the effects of earlier rounds
  Statistics statistics_;
  std::optional<Found> failed_;
};

void append_id(std::string& bytes, int id) {
  for (int byte = 0; byte < 4; ++byte) bytes.push_back(static_cast<char>(id >> 8 * byte));
}

void FixedPoint::note(const View& view, int parent, int edge, bool is_interference, Found& found) const {
  const NodeId node = view.parts[0].node;
  Parted parted = part_view(view, live_at(node), function_at(node), frame_);
  const auto known = scene_ids_.find(parted.scene);
  const int id = known == scene_ids_.end() ? -1 : known->second;
  std::string key = id < 0 ? shared_key(view, frame_) : std::string();
  note_view(
      {{std::move(parted.scene), std::move(key), id}, std::move(parted.rest), parent, edge, is_interference},
      found);
}

void FixedPoint::note_view(Found::NewView view, Found& found) const {
  if (view.scene.id >= 0) {
    std::string name = view.rest;
    append_id(name, view.scene.id);
    if (ids_.count(name) != 0) return;
  }
  found.views.push_back(std::move(view));
}

void FixedPoint::note_link(int scene, const View& before, const View& after, int edge, Found& found) const {
  Move move = move_scene(before, after, frame_);
  if (move.leads_back_to(scenes_[at(scene)].bytes)) return;
  const auto known = scene_ids_.find(move.scene);
  Found::NewLink link{scene, {{}, {}, -1}, std::move(move.places), edge};
  if (known != scene_ids_.end()) {
    link.to.id = known->second;
    std::string name = link.places;
    append_id(name, scene), append_id(name, link.to.id);
    if (links_.count(name) != 0) return;
  } else {
    link.to.bytes = std::move(move.scene);
    link.to.key = shared_key(after, frame_);
  }
  found.links.push_back(std::move(link));
}

void FixedPoint::step(int id, Found& found) {
  const View view = view_of(id);
  const NodeId node = view.parts[0].node;
  Stepper stepper(program_, frame_, observer_, options_.memory, live_);
  if (options_.check_shapes) stepper.check_shapes();
  if (node == kIdle) {
    stepper.call(view, [&](View& next) { ++found.sequential, note(next, id, -1, false, found); });
  }
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
      found.unfelt.push_back(scenes_[at(records_[at(id)].scene)].bucket);
      continue;
    }
    note_effect(view, index, found);
  }
}

void FixedPoint::note_effect(const View& view, int index, Found& found) const {
  const Function* function = function_at(view.parts[0].node);
  View felt = view;
  felt.reclamation.forget_guards();
  int form = index;
  if (is_summed_up()) {
    form = felt_[at(index)].form;
    Part& part = felt.parts[0];
    part.node = kIdle;
    if (!felt_[at(index)].takes_effect)
      part.effect = Value::other, part.fired = Fired::no, part.had_candidate = false;
    if (!felt_[at(index)].takes_effect && !is_observed(part.input)) part.input = Value::other;
  }
  std::string bytes = pack(felt, effect_layout(index), function, frame_);
  append_id(bytes, form);
  if (effect_ids_.count(bytes) != 0) return;
  View kept = unpack(bytes, effect_layout(index), function, frame_);
  found.effects.push_back({std::move(bytes), shared_key(view, frame_), index, kept});
}

void FixedPoint::interfere(int scene, const View& view, int effect_id, View& both, Found& found) {
  const Effect& effect = effects_[at(effect_id)];
  const Edge& edge = is_summed_up() ? felt_[at(effect.edge)].edge : program_.edges[at(effect.edge)];
  if (!combine(view, effect.view, effect_layout(effect.edge), *function_at(edge.from), frame_, both)) return;
  Stepper stepper(program_, frame_, observer_, options_.memory, live_);
  if (options_.check_shapes) stepper.check_shapes();
  ++found.interference;
  stepper.interfere(edge, both, [&](View& next) { note_link(scene, view, next, effect.edge, found); });
  if (stepper.alarm()) {
    found.alarm = stepper.alarm();
    found.alarm_view = scenes_[at(scene)].views.front();
    found.alarm_edge = effect.edge;
    found.alarm_is_interference = true;
  }
}

// What others make of a scene, by the effects of its bucket from that one on.
void FixedPoint::meet(int scene, std::size_t from, bool reclaims, Found& found) {
  const auto& effects = buckets_[at(scenes_[at(scene)].bucket)].effects;
  if (from == effects.size() && !reclaims) return;
  const View view = view_of_scene(scenes_[at(scene)].bytes, frame_);
  if (reclaims) {
    Stepper stepper(program_, frame_, observer_, options_.memory, live_);
    if (options_.check_shapes) stepper.check_shapes();
    stepper.reclaim(view, [&](View& next) {
      ++found.sequential;
      note_link(scene, view, next, kReclaimed, found);
    });
  }
  static thread_local View both;  // large, and overwritten each time
  for (std::size_t i = from; i < effects.size() && !found.alarm; ++i)
    interfere(scene, view, effects[i], both, found);
}

// What others make of a view, by the links of its scene from that one on.
void FixedPoint::follow(int id, std::size_t from, Found& found) const {
  const Record& record = records_[at(id)];
  const auto& links = scenes_[at(record.scene)].links;
  for (std::size_t i = from; i < links.size(); ++i)
    note_view({{{}, {}, links[i].to}, moved_rest(record.rest, links[i].places), id, links[i].edge, true},
              found);
}

int FixedPoint::scene_of(Found::NewScene& scene) {
  if (scene.id >= 0) return scene.id;
  const auto [entry, is_new] = scene_ids_.try_emplace(scene.bytes, static_cast<int>(scenes_.size()));
  if (!is_new) return entry->second;
  const auto [bucket, is_first] = bucket_ids_.try_emplace(scene.key, static_cast<int>(buckets_.size()));
  if (is_first) buckets_.emplace_back();
  buckets_[at(bucket->second)].scenes.push_back(entry->second);
  scenes_.push_back({std::move(scene.bytes), bucket->second, {}, {}});
  return entry->second;
}

void FixedPoint::absorb(Found& found) {
  for (auto& view : found.views) {
    const int scene = scene_of(view.scene);
    std::string name = view.rest;
    append_id(name, scene);
    const auto [entry, is_new] = ids_.try_emplace(std::move(name), static_cast<int>(records_.size()));
    if (!is_new) continue;
    scenes_[at(scene)].views.push_back(entry->second);
    frontier_.push_back(entry->second);
    records_.push_back({scene, std::move(view.rest), view.parent, view.edge, view.is_interference});
  }
  for (auto& link : found.links) {
    const int to = scene_of(link.to);
    std::string name = link.places;
    append_id(name, link.from), append_id(name, to);
    if (links_.try_emplace(std::move(name), true).second)
      scenes_[at(link.from)].links.push_back({to, link.edge, std::move(link.places)});
  }
  for (auto& effect : found.effects) {
    const auto [entry, is_new] = effect_ids_.try_emplace(effect.bytes, static_cast<int>(effects_.size()));
    if (!is_new) continue;
    const auto [bucket, is_first] = bucket_ids_.try_emplace(effect.key, static_cast<int>(buckets_.size()));
    if (is_first) buckets_.emplace_back();
    buckets_[at(bucket->second)].effects.push_back(entry->second);
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
  // New scenes meet every effect of their bucket, old scenes the new effects.
  const int scenes = static_cast<int>(scenes_.size());
  std::vector<int> victims;
  std::vector<std::size_t> old_effects(buckets_.size());
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    const auto& effects = buckets_[bucket].effects;
    const auto fresh_effect = std::ranges::lower_bound(effects, static_cast<int>(first_fresh_effect));
    old_effects[bucket] = at(static_cast<int>(fresh_effect - effects.begin()));
    if (fresh_effect == effects.end()) continue;
    for (int scene : buckets_[bucket].scenes)
      if (scene < old_scenes_) victims.push_back(scene);
  }
  for (int scene = old_scenes_; scene < scenes; ++scene) victims.push_back(scene);
  std::vector<std::pair<int, std::size_t>> old_links;
  for (int scene : victims) old_links.emplace_back(scene, scenes_[at(scene)].links.size());
  in_parallel(victims.size(), 16, [&](std::size_t item, Found& found) {
    if (is_stopped_()) return;
    const int scene = victims[item];
    const bool is_new = scene >= old_scenes_;
    meet(scene, is_new ? 0 : old_effects[at(scenes_[at(scene)].bucket)], is_new && frame_.reclaims, found);
  });
  old_scenes_ = scenes;
  if (failed_) return;
  // New views follow every link of their scene, old views the new links.
  std::vector<bool> is_fresh(known);
  for (int id : fresh) is_fresh[at(id)] = true;
  in_parallel(fresh.size(), 64, [&](std::size_t item, Found& found) { follow(fresh[item], 0, found); });
  in_parallel(old_links.size(), 16, [&](std::size_t item, Found& found) {
    const auto& [scene, from] = old_links[item];
    if (from == scenes_[at(scene)].links.size()) return;
    for (int id : scenes_[at(scene)].views)
      if (at(id) < known && !is_fresh[at(id)]) follow(id, from, found);
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
  for (const Scene& scene : scenes_)
    statistics.pruned_steps += buckets_[at(scene.bucket)].unfelt * scene.views.size();
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
