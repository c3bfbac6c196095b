// SPDX-License-Identifier: Apache-2.0
#include "prove/beside/follow.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "prove/beside/native_step.h"

namespace heddle::prove {
namespace {

constexpr std::size_t kMaxStates = 512;  // of a thread between two events: guesses about numbers not followed

struct Followable {
  std::uint64_t size = 0;
  int rank = 0;
};

class Follower {
 public:
  Follower(const Program& program, const NativeLayout& layout, const NativeTrace& trace)
      : program_(program), layout_(layout), trace_(trace), step_(program, layout, trace) {
    for (const Edge& edge : program.edges) out_[edge.from].push_back(&edge);
    for (std::size_t i = 0; i < trace.shared.size(); ++i)
      places_[trace.shared[i]] = {layout.shared[i].size, layout.shared[i].rank};
    for (std::size_t i = 0; i < trace.locks.size(); ++i) {
      places_[trace.locks[i]] = {std::min<std::uint64_t>(layout.locks[i].size, 4), layout.locks[i].rank};
      if (layout.is_library_lock[i]) library_locks_.insert(trace.locks[i]);
    }
  }

  Followed run() {
    threads_[0] = {step_.entry(program_.initial, 0)};
    for (const NativeEvent& event : trace_.events) {
      if (event.kind == NativeEvent::Kind::call) {
        begin(event);
        continue;
      }
      if (event.kind == NativeEvent::Kind::allocate && event.size == layout_.cell_size)
        add_cell(event.address);
      for (const NativeEvent& part : parts_of(event))
        if (!advance(part)) return followed_;
    }
    return followed_;
  }

 private:
  void begin(const NativeEvent& event) {
    ++followed_.calls;
    const Function& function = program_.functions[event.before[0]];
    threads_[event.thread] = {step_.entry(function, event.before[1])};
  }

  void add_cell(NativeAddress cell) {
    for (const auto* field : {&layout_.next, &layout_.data, &layout_.mark, &layout_.lock})
      if (*field) {
        const NativeAddress address = cell + static_cast<std::uint64_t>((*field)->offset);
        const bool is_lock = field == &layout_.lock;
        places_[address] = {is_lock ? 4 : (*field)->size, (*field)->rank};
        if (is_lock) library_locks_.insert(address);
      }
  }

  // What the event does to each of the places that are followed.
  std::vector<NativeEvent> parts_of(const NativeEvent& event) const {
    if (event.kind == NativeEvent::Kind::free && program_.reclaims)
      return {};  // by the scheme, when it likes
    if (event.kind == NativeEvent::Kind::allocate || event.kind == NativeEvent::Kind::free)
      return event.size == layout_.cell_size ? std::vector{event} : std::vector<NativeEvent>();
    if (event.kind == NativeEvent::Kind::zero) return zeroes_of(event);
    if (event.kind != NativeEvent::Kind::access) return {event};
    std::vector<NativeEvent> parts;
    for (auto place = places_.lower_bound(event.address);
         place != places_.end() && place->first < event.address + event.size; ++place) {
      NativeEvent part = event;
      const std::uint64_t skipped = place->first - event.address;
      part.address = place->first;
      part.size = event.size - skipped;
      if (skipped > 0)
        for (auto* bytes : {&part.before, &part.after})
          *bytes = {skipped < 8 ? (*bytes)[0] >> 8 * skipped : (*bytes)[1], 0};
      const std::uint64_t bits = 8 * place->second.size;
      if (part.size < place->second.size) continue;  // refused by the front end
      if (bits < 64)
        for (auto* bytes : {&part.before, &part.after}) (*bytes)[0] &= (std::uint64_t{1} << bits) - 1;
      parts.push_back(part);
    }
    return parts;
  }

  std::vector<NativeEvent> zeroes_of(const NativeEvent& event) const {
    std::vector<std::pair<int, NativeEvent>> parts;
    for (auto place = places_.lower_bound(event.address);
         place != places_.end() && place->first < event.address + event.size; ++place) {
      NativeEvent part = event;
      part.kind = NativeEvent::Kind::access, part.address = place->first, part.size = place->second.size;
      parts.emplace_back(place->second.rank, part);
      const bool has_mark = layout_.mark_is_in_next && layout_.next->rank == place->second.rank;
      if (has_mark) parts.emplace_back(place->second.rank, part);
    }
    std::ranges::stable_sort(parts, {}, [](const auto& part) { return part.first; });
    std::vector<NativeEvent> sorted;
    for (auto& [rank, part] : parts) sorted.push_back(part);
    return sorted;
  }

  // A thread that waits for a lock looks at it again and again, and the initial function may make one.
  bool may_be_passed_over(const NativeEvent& event) const {
    return event.kind == NativeEvent::Kind::access && library_locks_.contains(event.address) &&
           (event.before[0] == event.after[0] || event.thread == 0);
  }

  bool advance(const NativeEvent& event) {
    if (event.kind == NativeEvent::Kind::access) ++followed_.accesses;
    std::vector<NativeThread>& now = threads_[event.thread];
    std::set<NativeThread> seen(now.begin(), now.end());
    std::set<NativeThread> after;
    std::vector<NativeThread> open = now;
    if (may_be_passed_over(event)) after.insert(now.begin(), now.end());
    while (!open.empty() && seen.size() < kMaxStates) {
      const NativeThread thread = std::move(open.back());
      open.pop_back();
      const auto edges = out_.find(thread.node);
      if (edges == out_.end()) continue;
      for (const Edge* edge : edges->second) {
        NativeThread next = thread;
        switch (step_.take(*edge, event, next)) {
          case NativeStep::Taken::no:
            break;
          case NativeStep::Taken::alone:
            if (seen.insert(next).second) open.push_back(std::move(next));
            break;
          case NativeStep::Taken::with_event:
            after.insert(std::move(next));
            break;
        }
      }
    }
    if (after.empty() && seen.size() < kMaxStates) {
      followed_.disagreement = explain(event, seen);
      return false;
    }
    if (after.empty() || after.size() >= kMaxStates) return false;  // too many guesses: it ends here
    now.assign(after.begin(), after.end());
    return true;
  }

  std::string explain(const NativeEvent& event, const std::set<NativeThread>& at) const {
    std::set<int> lines;
    std::string where;
    for (const NativeThread& thread : at) {
      const int function = program_.function_of[static_cast<std::size_t>(thread.node)];
      if (function != kNoFunction) where = program_.function(function).name;
      if (const auto edges = out_.find(thread.node); edges != out_.end())
        for (const Edge* edge : edges->second)
          if (edge->line > 0) lines.insert(edge->line);
    }
    std::string text = fmt::format("{} {}", where, step_.describe(event));
    if (!lines.empty()) text += fmt::format(" (line {})", *lines.rbegin());
    return text;
  }

  const Program& program_;
  const NativeLayout& layout_;
  const NativeTrace& trace_;
  NativeStep step_;
  std::map<NodeId, std::vector<const Edge*>> out_;
  std::map<NativeAddress, Followable> places_;
  std::set<NativeAddress> library_locks_;
  std::map<std::uint32_t, std::vector<NativeThread>> threads_;
  Followed followed_;
};

}  // namespace

Followed follow(const Program& program, const NativeLayout& layout, const NativeTrace& trace) {
  return Follower(program, layout, trace).run();
}

}  // namespace heddle::prove
