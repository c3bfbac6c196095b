// SPDX-License-Identifier: Apache-2.0
#include "prove/sets/set_proof.h"

#include <algorithm>
#include <chrono>
#include <deque>

#include <fmt/format.h>

#include "prove/domain/bytes_map.h"
#include "prove/fixpoint/start.h"
#include "prove/sets/set_step.h"

namespace heddle::prove::sets {
namespace {

struct Record {
  std::string bytes;
  int bucket = 0;
  int parent = -1;
  int edge = -1;
  bool is_interference = false;
};

struct Effect {
  SetView view;
  int edge = 0;
  int bucket = 0;
};

struct Bucket {
  std::vector<int> views, effects;  // that have met each other
};

class SetFixedPoint {
 public:
  SetFixedPoint(const Program& program, const SetFrame& frame, const Options& options)
      : program_(program),
        frame_(frame),
        options_(options),
        live_(live_locals(program)),
        leaving_(program.nodes()) {
    for (std::size_t edge = 0; edge < program.edges.size(); ++edge)
      leaving_[at(program.edges[edge].from)].push_back(static_cast<int>(edge));
  }
  Outcome run(const std::function<void(const SetView&)>& on_view);

 private:
  const Function* function(NodeId node) const { return function_at(program_, node); }
  SetView view_of(int id) const {
    const std::string& bytes = records_[at(id)].bytes;
    const NodeId node = packed_node(bytes);
    return unpack(bytes, live_[at(node)], function(node), frame_);
  }
  bool start();
  bool has_room();
  void note(SetView& view, int parent, int edge, bool is_interference);
  void step(int id);
  void meet(int victim, int effect);
  bool fail(const SetStepper& stepper, int view, int edge, bool is_interference);
  int bucket_of(const SetView& view);
  void work();

  const Program& program_;
  const SetFrame& frame_;
  const Options& options_;
  std::vector<Layout> live_;
  std::vector<std::vector<int>> leaving_;
  std::vector<Record> records_;
  BytesMap<int> ids_, effect_ids_, bucket_ids_;
  std::vector<Effect> effects_;
  std::vector<Bucket> buckets_;
  std::deque<int> new_views_, new_effects_;
  Outcome outcome_;
};

int SetFixedPoint::bucket_of(const SetView& view) {
  const auto [entry, is_new] =
      bucket_ids_.try_emplace(shared_key(view, frame_), static_cast<int>(buckets_.size()));
  if (is_new) buckets_.emplace_back();
  return entry->second;
}

void SetFixedPoint::note(SetView& view, int parent, int edge, bool is_interference) {
  const NodeId node = view.parts[0].node;
  std::string bytes = pack(view, live_[at(node)], function(node), frame_, Packed::view);
  const auto [entry, is_new] = ids_.try_emplace(bytes, static_cast<int>(records_.size()));
  if (!is_new) return;
  records_.push_back({std::move(bytes), bucket_of(view), parent, edge, is_interference});
  new_views_.push_back(entry->second);
}

bool SetFixedPoint::fail(const SetStepper& stepper, int view, int edge, bool is_interference) {
  if (!stepper.alarm()) return false;
  outcome_.alarm = stepper.alarm();
  outcome_.alarm_edge = edge;
  outcome_.alarm_is_interference = is_interference;
  for (int id = view; id >= 0; id = records_[at(id)].parent) {
    const Record& record = records_[at(id)];
    TraceStep& step = outcome_.trace.emplace_back();
    step.edge = record.edge;
    step.is_interference = record.is_interference;
    step.view.parts[0].node = packed_node(record.bytes);
  }
  std::ranges::reverse(outcome_.trace);
  return true;
}

void SetFixedPoint::step(int id) {
  const SetView view = view_of(id);
  const NodeId node = view.parts[0].node;
  SetStepper stepper(program_, frame_, options_.memory, live_);
  Statistics& count = outcome_.statistics;
  if (node == kIdle)
    stepper.call(view, [&](SetView& next) { ++count.sequential_steps, note(next, id, -1, false); });
  for (int index : leaving_[at(node)]) {
    const Edge& edge = program_.edges[at(index)];
    bool is_felt = false;
    bool is_taken = false;
    stepper.take(edge, view, [&](SetView& next) {
      ++count.sequential_steps;
      is_taken = true;
      is_felt |= next.is_felt;
      note(next, id, index, false);
    });
    if (fail(stepper, id, index, false)) return;
    if (is_taken && edge.to == kIdle) count.returned |= bit_of_function(program_, edge.from);
    if (!is_felt) continue;
    std::string bytes = pack(view, live_[at(node)], function(node), frame_, Packed::effect);
    bytes.push_back(static_cast<char>(index)), bytes.push_back(static_cast<char>(index >> 8));
    const auto [entry, is_new] = effect_ids_.try_emplace(bytes, static_cast<int>(effects_.size()));
    if (!is_new) continue;
    effects_.push_back({view, index, bucket_of(view)});
    new_effects_.push_back(entry->second);
  }
}

void SetFixedPoint::meet(int victim, int effect_id) {
  const Effect& effect = effects_[at(effect_id)];
  const Edge& edge = program_.edges[at(effect.edge)];
  SetView both;
  if (!combine(view_of(victim), effect.view, live_[at(edge.from)], *function(edge.from), frame_, both))
    return;
  SetStepper stepper(program_, frame_, options_.memory, live_);
  ++outcome_.statistics.interference_steps;
  const int index = effect.edge;
  stepper.interfere(edge, both, [&](SetView& next) { note(next, victim, index, true); });
  fail(stepper, victim, index, true);
}

// The initial function runs alone.
bool SetFixedPoint::start() {
  SetView first;
  for (Slot slot = kEnds; slot < frame_.fixed(); ++slot) {
    first.shape.add_copy(slot, kNullSlot);
    forget(first, slot);
  }
  first.parts[0].node = program_.initial.entry;
  BytesMap<int> seen;
  std::vector<std::string> open;
  bool has_ended = false;
  const auto reach = [&](SetView& view) {
    const NodeId node = view.parts[0].node;
    if (node == kIdle) return has_ended = true, note(view, -1, -1, false);
    std::string bytes = pack(view, live_[at(node)], &program_.initial, frame_, Packed::view);
    if (seen.try_emplace(bytes, 0).second) open.push_back(std::move(bytes));
  };
  const auto& live = live_[at(program_.initial.entry)];
  for (int local : live)
    if (program_.initial.locals[at(local)].kind == LocalKind::pointer) {
      const Slot slot = first.shape.free_slot();
      first.shape.add_copy(slot, kGarbageSlot);
      forget(first, slot);
      first.parts[0].slot[at(local)] = static_cast<std::int8_t>(slot);
    }
  reach(first);
  while (!open.empty()) {
    const std::string bytes = std::move(open.back());
    open.pop_back();
    const NodeId node = packed_node(bytes);
    const SetView view = unpack(bytes, live_[at(node)], &program_.initial, frame_);
    SetStepper stepper(program_, frame_, options_.memory, live_);
    for (int index : leaving_[at(node)]) {
      stepper.take(program_.edges[at(index)], view, reach);
      if (stepper.alarm()) {
        outcome_.alarm = stepper.alarm();
        outcome_.alarm_edge = index;
        return false;
      }
    }
  }
  if (!has_ended)
    outcome_.alarm = Alarm{finding::Kind::deadlock, "the initial function never returns", 0, false};
  return has_ended;
}

bool SetFixedPoint::has_room() {
  std::size_t most = 0;
  bool fits = program_.locks.size() <= 32;
  const auto look = [&](const Function& one) { fits &= one.locals.size() <= kMaxSetLocals; };
  look(program_.initial);
  for (const Function& one : program_.functions) look(one);
  for (std::size_t node = 1; node < program_.nodes(); ++node) {
    std::size_t pointers = 0;
    for (int local : live_[node])
      pointers += function(static_cast<NodeId>(node))->locals[at(local)].kind == LocalKind::pointer ? 1 : 0;
    most = std::max(most, pointers);
  }
  fits &= at(frame_.fixed()) + 2 * most + 4 <= at(kMaxSlots);
  if (!fits)
    outcome_.alarm = Alarm{finding::Kind::linearizability, "more variables matter at once than fit", 0, true};
  return fits;
}

void SetFixedPoint::work() {
  std::uint64_t rounds = 0;
  while (!outcome_.alarm && (!new_views_.empty() || !new_effects_.empty())) {
    const bool is_stopped = ++rounds % 64 == 0 && options_.stopped && options_.stopped();
    if (is_stopped || records_.size() > options_.max_views) {
      outcome_.alarm.emplace();
      outcome_.alarm->is_limit = true;
      outcome_.alarm->message =
          is_stopped ? "stopped" : fmt::format("more than {} views", options_.max_views);
      return;
    }
    if (!new_views_.empty()) {
      const int id = new_views_.front();
      new_views_.pop_front();
      step(id);
      const int bucket = records_[at(id)].bucket;
      buckets_[at(bucket)].views.push_back(id);
      for (std::size_t i = 0; !outcome_.alarm && i < buckets_[at(bucket)].effects.size(); ++i)
        meet(id, buckets_[at(bucket)].effects[i]);
      continue;
    }
    const int effect = new_effects_.front();
    new_effects_.pop_front();
    const int bucket = effects_[at(effect)].bucket;
    buckets_[at(bucket)].effects.push_back(effect);
    for (std::size_t i = 0; !outcome_.alarm && i < buckets_[at(bucket)].views.size(); ++i)
      meet(buckets_[at(bucket)].views[i], effect);
  }
}

Outcome SetFixedPoint::run(const std::function<void(const SetView&)>& on_view) {
  const auto begin = std::chrono::steady_clock::now();
  if (has_room() && start()) work();
  for (std::size_t id = 0; on_view && id < records_.size(); ++id) on_view(view_of(static_cast<int>(id)));
  Statistics& statistics = outcome_.statistics;
  statistics.views = records_.size();
  statistics.buckets = buckets_.size();
  statistics.effects = effects_.size();
  if (!outcome_.alarm) outcome_.alarm = never_returns(program_, statistics.returned);
  outcome_.is_proved = !outcome_.alarm;
  statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return std::move(outcome_);
}

}  // namespace

std::vector<SetFrame> readings(const Program& program) {
  SetFrame frame;
  frame.shared = static_cast<int>(program.shared.size());
  for (const Edge& edge : program.edges)
    for (const Op& op : edge.ops) {
      frame.has_marks |= op.action == Action::assume_mark || op.action == Action::store_mark;
      frame.has_locks |= op.action == Action::lock_cell || op.action == Action::make_lock;
      frame.ends_with_greatest |= op.action == Action::store_data && op.b == kGreatestData;
    }
  std::vector<SetFrame> all;
  if (frame.has_marks) {
    SetFrame marked = frame;
    marked.member_is_unmarked = true;
    marked.unmarked_is_reachable = frame.shared == 1;
    all.push_back(marked);
    if (marked.unmarked_is_reachable) marked.unmarked_is_reachable = false, all.push_back(marked);
  }
  all.push_back(frame);
  return all;
}

std::string describe(const SetFrame& frame) {
  std::string text = frame.member_is_unmarked ? "a key is in if an unmarked cell of the list has it"
                                              : "a key is in if a cell of the list has it";
  if (frame.unmarked_is_reachable) text += ", and cells are marked before they leave it";
  return text;
}

Outcome saturate(const Program& program, const SetFrame& frame, const Options& options,
                 const std::function<void(const SetView&)>& on_view) {
  return SetFixedPoint(program, frame, options).run(on_view);
}

}  // namespace heddle::prove::sets
