// SPDX-License-Identifier: Apache-2.0
#include "prove/fixpoint/pairs.h"

#include <algorithm>

#include <fmt/format.h>

#include "prove/domain/bytes_map.h"
#include "prove/domain/triple.h"
#include "prove/fixpoint/start.h"
#include "prove/front/liveness.h"

namespace heddle::prove {
namespace {

// Who made the step that led to a view, as parts of the view before it.
enum class Actor : std::uint8_t { first, second, third };

struct Origin {
  int parent = -1;
  int edge = -1;  // -1: a call
  Actor actor = Actor::first;
  bool is_swapped = false;  // part 0 was part 1 of the parent
};

struct Record {
  std::string bytes;
  std::array<int, 2> group{};  // of part 0 and of part 1
  Origin origin;
};

struct Member {
  int view = 0;
  bool is_swapped = false;  // the group's thread is part 1
};

struct Effect {
  std::string bytes;  // of the group's thread and, as part 1, what is kept of the one that steps
  int edge = 0;
  int group = 0;
  int actor = 0;  // what is kept of the one that steps, alone: equal for effects that may be of one thread
};

// All views in which one of the threads knows the same.
struct Group {
  std::vector<Member> members;
  tsl::robin_map<int, std::vector<int>> effects;  // by actor
};

struct Found {
  struct NewView {
    std::string bytes;
    std::array<std::string, 2> alone;
    Origin origin;
  };
  struct NewEffect {
    std::string bytes, alone, actor;
    int edge;
  };
  std::vector<NewView> views;
  std::vector<NewEffect> effects;
  std::uint64_t sequential = 0, interference = 0, pruned = 0, returned = 0;
  std::optional<Alarm> alarm;
  int alarm_view = -1;
  int alarm_edge = -1;
  Actor alarm_actor = Actor::first;
};

class PairFixedPoint {
 public:
  PairFixedPoint(const Program& program, const Observer& observer, const Options& options)
      : program_(program),
        observer_(observer),
        options_(options),
        frame_(frame_of(program, observer, options)),
        live_(live_locals(program)),
        reads_(read_locals(program)),
        leaving_(program.nodes()) {
    for (std::size_t edge = 0; edge < program.edges.size(); ++edge)
      leaving_[at(program.edges[edge].from)].push_back(static_cast<int>(edge));
  }

  Outcome run() {
    const auto begun = [&] { return start(program_, frame_, observer_, options_, live_); };
    return run_rounds(*this, program_, out_of_room(program_, frame_, live_, 3), begun, options_);
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
    const std::string& bytes = records_[at(id)].bytes;
    const std::array kept = {kept_at(packed_node(bytes, 0)), kept_at(packed_node(bytes, 1))};
    return unpack(bytes, kept, frame_);
  }

 private:
  Kept kept_at(NodeId node) const { return {&live_[at(node)], function_at(program_, node)}; }
  Kept kept_by(int edge) const {
    const NodeId node = program_.edges[at(edge)].from;
    return {options_.summaries ? &reads_[at(edge)] : &live_[at(node)], function_at(program_, node)};
  }
  Stepper stepper() const {
    Stepper made(program_, frame_, observer_, options_.memory, live_);
    if (options_.check_shapes) made.check_shapes();
    return made;
  }

  void note(View& view, Origin origin, Found& found) const;
  void step(int id, Found& found) const;
  void step_of_first(int id, const View& view, Actor actor, Found& found) const;
  void note_effect(const View& view, int edge, Found& found) const;
  void interfere(int id, const View& view, bool is_swapped, const std::vector<int>& of_first,
                 const std::vector<int>& of_second, std::size_t fresh_from, Found& found) const;
  void interfere_with_new_view(int id, Found& found) const;
  void interfere_by_new_effect(int id, Found& found) const;
  void absorb(Found& found);
  int group_of(std::string& alone);
  void trace_to(int id, Outcome& outcome) const;
  template <class Task>
  void in_parallel(std::size_t count, std::size_t grain, Task task) {
    share_out<Found>(options_.threads, count, grain, task, [&](Found& found) { absorb(found); });
  }

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
  BytesMap<int> actor_ids_;
  std::vector<Group> groups_;
  BytesMap<int> group_ids_;
  std::vector<int> frontier_;
  std::size_t old_views_ = 0;      // those of earlier rounds
  std::size_t fresh_effects_ = 0;  // the first of this round
  Statistics statistics_;
  std::optional<Found> failed_;
};

// Of the two orders the one with the lesser node is kept, of one node the lesser bytes.
void PairFixedPoint::note(View& view, Origin origin, Found& found) const {
  const Kept first = kept_at(view.parts[0].node);
  const Kept second = kept_at(view.parts[1].node);
  std::string bytes, other;  // the nodes come first, and mostly decide
  if (view.parts[0].node <= view.parts[1].node) bytes = pack(view, std::array{first, second}, frame_);
  if (view.parts[0].node >= view.parts[1].node) {
    swap_parts(view);
    other = pack(view, std::array{second, first}, frame_);
    swap_parts(view);
  }
  const bool is_swapped = bytes.empty() || (!other.empty() && other < bytes);
  if (is_swapped) bytes = std::move(other);
  if (ids_.count(bytes) != 0) return;
  View swapped = view;
  swap_parts(swapped);
  if (is_swapped) origin.is_swapped = !origin.is_swapped;
  std::array<std::string, 2> alone = {pack_alone(view, first, frame_), pack_alone(swapped, second, frame_)};
  if (is_swapped) std::swap(alone[0], alone[1]);
  found.views.push_back({std::move(bytes), std::move(alone), origin});
}

void PairFixedPoint::note_effect(const View& view, int edge, Found& found) const {
  View swapped = view;  // the one that steps is part 1
  swap_parts(swapped);
  const Kept bystander = kept_at(view.parts[1].node);
  std::string bytes = pack(swapped, std::array{bystander, kept_by(edge)}, frame_);
  bytes.push_back(static_cast<char>(edge)), bytes.push_back(static_cast<char>(edge >> 8));
  if (effect_ids_.count(bytes) != 0) return;
  std::string actor = pack_alone(view, kept_by(edge), frame_);
  actor.push_back(static_cast<char>(edge)), actor.push_back(static_cast<char>(edge >> 8));
  found.effects.push_back({std::move(bytes), pack_alone(swapped, bystander, frame_), std::move(actor), edge});
}

void PairFixedPoint::step_of_first(int id, const View& view, Actor actor, Found& found) const {
  const NodeId node = view.parts[0].node;
  Stepper stepper = this->stepper();
  const auto next_is = [&](View& next, int edge) {
    ++found.sequential;
    note(next, {id, edge, actor, actor == Actor::second}, found);
  };
  if (node == kIdle) stepper.call(view, [&](View& next) { next_is(next, -1); });
  for (int index : leaving_[at(node)]) {
    bool is_felt = !options_.pruning;
    bool is_taken = false;
    stepper.take(program_.edges[at(index)], view, [&](View& next) {
      is_taken = true;
      is_felt |= next.is_felt;
      next_is(next, index);
    });
    if (stepper.alarm()) {
      found.alarm = stepper.alarm();
      found.alarm_view = id;
      found.alarm_edge = index;
      found.alarm_actor = actor;
      return;
    }
    if (is_taken && program_.edges[at(index)].to == kIdle) found.returned |= bit_of_function(program_, node);
    if (is_taken && is_felt) note_effect(view, index, found);
    if (is_taken && !is_felt) ++found.pruned;
  }
}

void PairFixedPoint::step(int id, Found& found) const {
  View view = view_of(id);
  step_of_first(id, view, Actor::first, found);
  if (found.alarm) return;
  swap_parts(view);
  step_of_first(id, view, Actor::second, found);
}

// The effects are of one actor. Of two that are both new, the pair is met from one side only.
void PairFixedPoint::interfere(int id, const View& view, bool is_swapped, const std::vector<int>& of_first,
                               const std::vector<int>& of_second, std::size_t fresh_from,
                               Found& found) const {
  const Kept actor = kept_by(effects_[at(of_first.front())].edge);
  const Kept a = kept_at(view.parts[0].node);
  const Kept b = kept_at(view.parts[1].node);
  std::vector<View> with_bs;
  with_bs.reserve(of_second.size());
  for (int second : of_second)
    with_bs.push_back(unpack(effects_[at(second)].bytes, std::array{b, actor}, frame_));
  Stepper stepper = this->stepper();
  View all;
  for (int first : of_first) {
    const Effect& effect = effects_[at(first)];
    const View with_a = unpack(effect.bytes, std::array{a, actor}, frame_);
    for (std::size_t i = 0; i < of_second.size(); ++i) {
      const int second = of_second[i];
      if (at(second) >= fresh_from && second < first) continue;
      if (!join(view, with_a, with_bs[i], a, b, actor, frame_, all)) continue;
      ++found.interference;
      stepper.interfere(
          program_.edges[at(effect.edge)], all,
          [&](View& next) {
            note(next, {id, effect.edge, Actor::third, is_swapped}, found);
          },
          2);
      if (!stepper.alarm()) continue;
      found.alarm = stepper.alarm();
      found.alarm_view = id;
      found.alarm_edge = effect.edge;
      found.alarm_actor = Actor::third;
      return;
    }
  }
}

void PairFixedPoint::interfere_with_new_view(int id, Found& found) const {
  const Record& record = records_[at(id)];
  const Group& first = groups_[at(record.group[0])];
  const Group& second = groups_[at(record.group[1])];
  const View view = view_of(id);
  for (const auto& [actor, effects] : first.effects) {
    const auto same = second.effects.find(actor);
    if (same == second.effects.end()) continue;
    interfere(id, view, false, effects, same->second, effects_.size(), found);
    if (found.alarm) return;
  }
}

void PairFixedPoint::interfere_by_new_effect(int id, Found& found) const {
  const Effect& effect = effects_[at(id)];
  for (const Member& member : groups_[at(effect.group)].members) {
    if (at(member.view) >= old_views_ || is_stopped_()) continue;
    const Group& other = groups_[at(records_[at(member.view)].group[member.is_swapped ? 0 : 1])];
    const auto same = other.effects.find(effect.actor);
    if (same == other.effects.end()) continue;
    View view = view_of(member.view);
    if (member.is_swapped) swap_parts(view);
    interfere(member.view, view, member.is_swapped, {id}, same->second, fresh_effects_, found);
    if (found.alarm) return;
  }
}

int PairFixedPoint::group_of(std::string& alone) {
  const auto [entry, is_new] = group_ids_.try_emplace(std::move(alone), static_cast<int>(groups_.size()));
  if (is_new) groups_.emplace_back();
  return entry->second;
}

void PairFixedPoint::absorb(Found& found) {
  for (auto& view : found.views) {
    const int id = static_cast<int>(records_.size());
    if (!ids_.try_emplace(view.bytes, id).second) continue;
    const std::array group = {group_of(view.alone[0]), group_of(view.alone[1])};
    groups_[at(group[0])].members.push_back({id, false});
    groups_[at(group[1])].members.push_back({id, true});
    records_.push_back({std::move(view.bytes), group, view.origin});
    frontier_.push_back(id);
  }
  for (auto& effect : found.effects) {
    const int id = static_cast<int>(effects_.size());
    if (!effect_ids_.try_emplace(effect.bytes, id).second) continue;
    const int group = group_of(effect.alone);
    const int actor =
        actor_ids_.try_emplace(std::move(effect.actor), static_cast<int>(actor_ids_.size())).first->second;
    groups_[at(group)].effects[actor].push_back(id);
    effects_.push_back({std::move(effect.bytes), effect.edge, group, actor});
  }
  statistics_.sequential_steps += found.sequential;
  statistics_.interference_steps += found.interference;
  statistics_.pruned_steps += found.pruned;
  statistics_.returned |= found.returned;
  if (!found.alarm || failed_) return;
  failed_.emplace();
  failed_->alarm = found.alarm;
  failed_->alarm_view = found.alarm_view;
  failed_->alarm_edge = found.alarm_edge;
  failed_->alarm_actor = found.alarm_actor;
}

void PairFixedPoint::round() {
  const std::vector<int> fresh = std::exchange(frontier_, {});
  old_views_ = records_.size() - fresh.size();
  fresh_effects_ = effects_.size();
  in_parallel(fresh.size(), 64, [&](std::size_t item, Found& found) {
    if (!is_stopped_()) step(fresh[item], found);
  });
  // New views meet every effect, old views the new effects.
  const std::size_t effects = effects_.size();
  in_parallel(fresh.size(), 16, [&](std::size_t item, Found& found) {
    if (!is_stopped_()) interfere_with_new_view(fresh[item], found);
  });
  in_parallel(effects - fresh_effects_, 1, [&](std::size_t item, Found& found) {
    if (!is_stopped_()) interfere_by_new_effect(static_cast<int>(fresh_effects_ + item), found);
  });
}

// From the alarm back to the start; the thread that is part 0 in the last view is "this one" throughout.
void PairFixedPoint::trace_to(int id, Outcome& outcome) const {
  bool is_swapped = failed_->alarm_actor == Actor::second;
  for (int now = id; now >= 0;) {
    const Origin& origin = records_[at(now)].origin;
    TraceStep step{origin.actor == Actor::third, origin.edge, view_of(now)};
    if (is_swapped) swap_parts(step.view);
    step.has_two = true;
    const bool parent_is_swapped = is_swapped != origin.is_swapped;
    step.is_by_second = (origin.actor == Actor::second) != parent_is_swapped;
    outcome.trace.push_back(step);
    is_swapped = parent_is_swapped;
    now = origin.parent;
  }
  std::ranges::reverse(outcome.trace);
}

Statistics PairFixedPoint::statistics() const {
  Statistics statistics = statistics_;
  statistics.views = records_.size();
  statistics.buckets = groups_.size();
  statistics.effects = effects_.size();
  return statistics;
}

void PairFixedPoint::begin(std::vector<View>& views) {
  Found idle;
  for (View& view : views) note(view, {}, idle);
  absorb(idle);
}

bool PairFixedPoint::has_failed(Outcome& outcome) const {
  if (!failed_) return false;
  outcome.alarm = failed_->alarm;
  outcome.alarm_edge = failed_->alarm_edge;
  outcome.alarm_is_interference = failed_->alarm_actor == Actor::third;
  trace_to(failed_->alarm_view, outcome);
  return true;
}

}  // namespace

Outcome saturate_pairs(const Program& program, const Observer& observer, const Options& options) {
  return PairFixedPoint(program, observer, options).run();
}

}  // namespace heddle::prove
