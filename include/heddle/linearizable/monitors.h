// SPDX-License-Identifier: Apache-2.0
// Linearizability of some well-known objects in time n log n, where each value is put in at most once. Each monitor
// says yes or no, or that it does not apply: a value was put in twice, or a call that could have taken something did
// not return. Then the general decision (decide.h) is asked. They agree on random histories: test/linearizable.
//
// In each of them a value is *surely* inside between the end of the call that put it in and the beginning of the call
// that took it out. Before anything else both are narrowed: nothing is taken before the call that puts it in began, and
// nothing is put in after the call that took it ended.
//
// queue      Ahmed Bouajjani, Michael Emmi, Constantin Enea, Jad Hamza: *On reducing linearizability to state
//            reachability* (2018): besides values that come from nowhere or come twice, all that can be wrong is one
//            pair of values that overtake each other, or an answer "empty" while values are surely inside all the time.
// stack      Zheng Han Lee, Umang Mathur: *Efficient decrease-and-conquer linearizability monitoring* (2025): a value
//            whose two calls can both happen while no other is surely inside can lie at the bottom, and the history is
//            linearizable iff it is without that value. If there is none it is not.
// set, map   each key alone (Alex Horn, Daniel Kroening: *Faster linearizability checking via P-compositionality*,
//            2015). A key that comes once and goes once is inside from a moment a to a moment b; a is best late, b early.
// register   Phillip Gibbons, Ephraim Korach: *Testing shared memories* (1997): a write and its reads are a cluster;
//            clusters that surely last must not overlap, and none can lie within another.
// counter    increments are alike, so the k-th one happens at a time t(k) between the last beginning of a read below k
//            and the first end of a read of k or more. Both bounds rise with k: giving each k the increment that must
//            come soonest is a matching in a convex graph (Fred Glover, 1967).
#ifndef HEDDLE_LINEARIZABLE_MONITORS_H
#define HEDDLE_LINEARIZABLE_MONITORS_H

#include <limits>
#include <queue>
#include <unordered_map>

#include <heddle/linearizable/history.h>

namespace heddle {
namespace linearize {

enum class Answer { yes, no, does_not_apply };

// What a call did to a collection, as its result tells.
struct Touch {
  enum Kind : std::uint8_t {
    puts,   // the value is inside afterwards, and was not before
    takes,  // the value is not inside afterwards, and was before
    finds,  // the value is inside
    lacks,  // the value is not; of a queue or stack: nothing is
  };
  Kind kind = puts;
  std::uint32_t value = 0;
  Time begin = 0;
  Time end = kNever;
};
using Touches = std::vector<Touch>;

namespace detail {

struct Stay {  // of one value
  Time put_begin = kNever, put_end = kNever;
  Time take_begin = kNever, take_end = kNever;
  bool is_put = false, is_taken = false, is_taken_twice = false;

  Time sure_from() const { return put_end; }
  Time sure_to() const { return take_begin; }
};

// Of each value; yes: they are in `stays`.
inline Answer find_stays(const Touches& touches, std::vector<Stay>& stays) {
  std::unordered_map<std::uint32_t, std::size_t> index;
  for (const Touch& touch : touches) {
    if (touch.kind == Touch::finds) return Answer::does_not_apply;
    if (touch.kind == Touch::lacks) continue;
    const auto found = index.emplace(touch.value, stays.size());
    if (found.second) stays.emplace_back();
    Stay& stay = stays[found.first->second];
    if (touch.kind == Touch::puts) {
      if (stay.is_put) return Answer::does_not_apply;
      stay.is_put = true;
      stay.put_begin = touch.begin;
      stay.put_end = touch.end;
    } else {
      if (touch.end == kNever) return Answer::does_not_apply;
      stay.is_taken_twice |= std::exchange(stay.is_taken, true);  // wrong, unless it is put in twice as well
      stay.take_begin = touch.begin;
      stay.take_end = touch.end;
    }
  }
  std::vector<Stay> kept;
  for (Stay& stay : stays) {
    if (!stay.is_put || stay.is_taken_twice || (stay.is_taken && stay.take_end < stay.put_begin))
      return Answer::no;
    if (!stay.is_taken && stay.put_end == kNever) continue;  // it need not have happened
    if (stay.is_taken) {
      stay.take_begin = std::max(stay.take_begin, stay.put_begin);
      stay.put_end = std::min(stay.put_end, stay.take_end);
    }
    kept.push_back(stay);
  }
  stays = std::move(kept);
  return Answer::yes;
}

// Is there a moment in [begin, end] at which nothing is surely inside? `covered`: disjoint, rising.
inline bool has_gap(const std::vector<std::pair<Time, Time>>& covered, Time begin, Time end) {
  const auto after = std::upper_bound(covered.begin(), covered.end(), std::make_pair(begin, kNever));
  if (after == covered.begin()) return true;
  const auto& last = *(after - 1);  // the last that starts at or before `begin`
  return !(last.first < begin && end < last.second);
}

// Does each answer "empty" have a moment at which nothing is surely inside? Then it can be given there, whatever the
// rest is like: each value's calls are all before that moment, or all after it.
inline bool finds_nothing_in_gaps(const Touches& touches, const std::vector<Stay>& stays) {
  std::vector<std::pair<Time, Time>> sure;
  for (const Stay& stay : stays)
    if (stay.sure_from() < stay.sure_to()) sure.emplace_back(stay.sure_from(), stay.sure_to());
  std::sort(sure.begin(), sure.end());
  std::vector<std::pair<Time, Time>>
      covered;  // open: where one ends and the next begins there is a moment between
  for (const auto& each : sure) {
    if (!covered.empty() && each.first < covered.back().second)
      covered.back().second = std::max(covered.back().second, each.second);
    else
      covered.push_back(each);
  }
  return std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return touch.kind != Touch::lacks || touch.end == kNever || has_gap(covered, touch.begin, touch.end);
  });
}

}  // namespace detail

inline Answer monitor_queue(const Touches& touches) {
  std::vector<detail::Stay> stays;
  const Answer found = detail::find_stays(touches, stays);
  if (found != Answer::yes) return found;
  // Overtaking: x was put in before y, and y taken before x.
  std::vector<std::size_t> by_put_begin(stays.size()), by_put_end(stays.size());
  for (std::size_t i = 0; i < stays.size(); ++i) by_put_begin[i] = by_put_end[i] = i;
  std::sort(by_put_begin.begin(), by_put_begin.end(),
            [&](std::size_t a, std::size_t b) { return stays[a].put_begin < stays[b].put_begin; });
  std::sort(by_put_end.begin(), by_put_end.end(),
            [&](std::size_t a, std::size_t b) { return stays[a].put_end < stays[b].put_end; });
  Time latest_taken = 0;  // where the taking begins, of those put in before
  std::size_t passed = 0;
  for (const std::size_t y : by_put_begin) {
    while (passed < stays.size() && stays[by_put_end[passed]].put_end < stays[y].put_begin)
      latest_taken = std::max(latest_taken, stays[by_put_end[passed++]].take_begin);
    if (stays[y].is_taken && stays[y].take_end < latest_taken) return Answer::no;
  }
  return detail::finds_nothing_in_gaps(touches, stays) ? Answer::yes : Answer::no;
}

namespace detail {

// Numbers at positions, all 0 at first: adds to a range, and finds a position whose number is 0. A position that was
// found is not found again.
class Zeroes {
 public:
  explicit Zeroes(std::size_t size) : size_(1) {
    while (size_ < size) size_ *= 2;
    least_.assign(2 * size_, 0);
    added_.assign(2 * size_, 0);
    for (std::size_t i = size; i < size_; ++i) least_[size_ + i] = kGone;
    for (std::size_t i = size_ - 1; i > 0; --i) least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
  }
  void add(std::size_t begin, std::size_t end, std::int64_t number) {
    if (begin < end) add(1, 0, size_, begin, end, number);
  }
  bool find(std::size_t& position) {
    if (least_[1] != 0) return false;
    std::size_t node = 1;
    std::int64_t above = 0;
    while (node < size_) {
      above += added_[node];
      node = 2 * node + (least_[2 * node] + above != 0);
    }
    position = node - size_;
    add(position, position + 1, kGone);
    return true;
  }

 private:
  static constexpr std::int64_t kGone = std::int64_t{1} << 40;
  void add(std::size_t node, std::size_t low, std::size_t high, std::size_t begin, std::size_t end,
           std::int64_t number) {
    if (begin <= low && high <= end) {
      least_[node] += number;
      added_[node] += number;
      return;
    }
    const std::size_t middle = (low + high) / 2;
    if (begin < middle) add(2 * node, low, middle, begin, end, number);
    if (end > middle) add(2 * node + 1, middle, high, begin, end, number);
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]) + added_[node];
  }
  std::size_t size_;
  std::vector<std::int64_t> least_, added_;
};

// Intervals [begin, end) of positions, numbered by rising begin: takes out those that contain a position.
class Intervals {
 public:
  struct Interval {
    std::size_t begin, end, owner;
  };
  explicit Intervals(std::vector<Interval> intervals) : intervals_(std::move(intervals)), size_(1) {
    std::sort(intervals_.begin(), intervals_.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    while (size_ < intervals_.size()) size_ *= 2;
    latest_.assign(2 * size_, 0);
    for (std::size_t i = 0; i < intervals_.size(); ++i) latest_[size_ + i] = intervals_[i].end;
    for (std::size_t i = size_ - 1; i > 0; --i) latest_[i] = std::max(latest_[2 * i], latest_[2 * i + 1]);
  }
  template <class Found>
  void take(std::size_t position, Found found) {
    take(1, 0, size_, position, found);
  }

 private:
  template <class Found>
  void take(std::size_t node, std::size_t low, std::size_t high, std::size_t position, Found& found) {
    if (latest_[node] <= position || low >= intervals_.size() || intervals_[low].begin > position) return;
    if (node >= size_) {
      found(intervals_[low].owner);
      latest_[node] = 0;
      return;
    }
    take(2 * node, low, (low + high) / 2, position, found);
    take(2 * node + 1, (low + high) / 2, high, position, found);
    latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
  }
  std::vector<Interval> intervals_;
  std::size_t size_;
  std::vector<std::size_t> latest_;
};

}  // namespace detail

inline Answer monitor_stack(const Touches& touches) {
  std::vector<detail::Stay> stays;
  const Answer found = detail::find_stays(touches, stays);
  if (found != Answer::yes) return found;
  if (!detail::finds_nothing_in_gaps(touches, stays)) return Answer::no;
  Time last = 0;
  for (const Touch& touch : touches)
    last = std::max({last, touch.begin, touch.end == kNever ? 0 : touch.end});
  for (detail::Stay& stay : stays) {  // what is still inside is taken at the end, in any order
    if (stay.is_taken) continue;
    stay.take_begin = last + 1;
    stay.take_end = last + 2;
  }
  // Positions: between two neighbouring moments at which something begins or ends. Beginnings come first.
  std::vector<Time> moments;  // twice the time, plus one for ends
  const auto begin_of = [](Time time) { return 2 * time; };
  const auto end_of = [](Time time) { return 2 * time + 1; };
  for (const detail::Stay& stay : stays)
    for (const Time moment :
         {begin_of(stay.put_begin), end_of(stay.put_end), begin_of(stay.take_begin), end_of(stay.take_end)})
      moments.push_back(moment);
  std::sort(moments.begin(), moments.end());
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  const auto position = [&](Time moment) {
    return static_cast<std::size_t>(std::lower_bound(moments.begin(), moments.end(), moment) -
                                    moments.begin());
  };
  detail::Zeroes zeroes(moments.size());
  std::vector<detail::Intervals::Interval> intervals;
  std::vector<unsigned> open(stays.size(), 2);  // calls of a value that have no place yet
  std::vector<std::pair<std::size_t, std::size_t>> sure(stays.size());
  for (std::size_t i = 0; i < stays.size(); ++i) {
    const detail::Stay& stay = stays[i];
    const std::size_t put_end = position(end_of(stay.put_end)),
                      take_begin = position(begin_of(stay.take_begin));
    intervals.push_back({position(begin_of(stay.put_begin)), put_end, i});
    intervals.push_back({take_begin, position(end_of(stay.take_end)), i});
    sure[i] = {put_end, take_begin};
    zeroes.add(put_end, std::max(put_end, take_begin), 1);
  }
  std::size_t left = open.size();
  detail::Intervals waiting(std::move(intervals));
  for (std::size_t at = 0; left > 0 && zeroes.find(at);)
    waiting.take(at, [&](std::size_t owner) {
      if (--open[owner] > 0) return;
      --left;
      zeroes.add(sure[owner].first, std::max(sure[owner].first, sure[owner].second), -1);
    });
  return left == 0 ? Answer::yes : Answer::no;
}

// All calls on one key.
inline Answer monitor_key(const Touches& touches) {
  const Touch* put = nullptr;
  const Touch* take = nullptr;
  Time first_find_end = kNever, last_find_begin = 0;
  bool finds = false;
  for (const Touch& touch : touches) {
    if (touch.end == kNever && touch.kind != Touch::lacks && touch.kind != Touch::finds)
      return Answer::does_not_apply;
    if (touch.kind == Touch::puts && std::exchange(put, &touch) != nullptr) return Answer::does_not_apply;
    if (touch.kind == Touch::takes && std::exchange(take, &touch) != nullptr) return Answer::does_not_apply;
    if (touch.kind != Touch::finds || touch.end == kNever) continue;
    finds = true;
    first_find_end = std::min(first_find_end, touch.end);
    last_find_begin = std::max(last_find_begin, touch.begin);
  }
  if (put == nullptr) return finds || take != nullptr ? Answer::no : Answer::yes;
  // It comes as late and goes as early as the calls that found it allow.
  const Time comes = std::min(put->end, first_find_end);
  const Time goes = take == nullptr ? kNever : std::max(take->begin, last_find_begin);
  if (comes < put->begin) return Answer::no;
  if (take != nullptr && (goes > take->end || take->end < put->begin)) return Answer::no;
  for (const Touch& touch : touches)
    if (touch.kind == Touch::lacks && comes < touch.begin && touch.end < goes) return Answer::no;
  return Answer::yes;
}

// Writes and reads of one register; a read of what was there at first has `initial` as its value.
struct ReadWrite {
  bool writes = false;
  std::uint32_t value = 0;
  Time begin = 0;
  Time end = kNever;
};

inline Answer monitor_register(const std::vector<ReadWrite>& calls, std::uint32_t initial) {
  struct Cluster {
    Time first_end = kNever, last_begin = 0;  // of all its calls
    Time write_begin = kNever, first_read_end = kNever;
    bool is_written = false;
    bool is_read = false;
    bool is_pending = false;
  };
  std::unordered_map<std::uint32_t, Cluster> clusters;
  Cluster& start = clusters[initial];
  start.is_written = true;
  start.write_begin = 0;
  start.first_end = 0;
  for (const ReadWrite& call : calls) {
    if (call.end == kNever && !call.writes) continue;
    const Time begin = call.begin + 1, end = call.end == kNever ? kNever : call.end + 1;  // after the start
    Cluster& cluster = clusters[call.value];
    if (call.writes) {
      if (std::exchange(cluster.is_written, true)) return Answer::does_not_apply;
      cluster.write_begin = begin;
      cluster.is_pending = call.end == kNever;
    } else {
      cluster.is_read = true;
      cluster.first_read_end = std::min(cluster.first_read_end, end);
    }
    cluster.first_end = std::min(cluster.first_end, end);
    cluster.last_begin = std::max(cluster.last_begin, begin);
  }
  std::vector<std::pair<Time, Time>> lasting, brief;
  for (const auto& each : clusters) {
    const Cluster& cluster = each.second;
    if (!cluster.is_written || cluster.first_read_end < cluster.write_begin) return Answer::no;
    if (cluster.is_pending && !cluster.is_read) continue;
    if (cluster.first_end < cluster.last_begin)
      lasting.emplace_back(cluster.first_end, cluster.last_begin);
    else
      brief.emplace_back(cluster.last_begin, cluster.first_end);
  }
  std::sort(lasting.begin(), lasting.end());
  for (std::size_t i = 1; i < lasting.size(); ++i)
    if (lasting[i].first < lasting[i - 1].second) return Answer::no;
  for (const auto& zone : brief)
    if (!detail::has_gap(lasting, zone.first, zone.second)) return Answer::no;
  return Answer::yes;
}

// Calls on a counter that starts with 0. Whoever adds one and learns the old value is `adds` with that number.
struct Counted {
  bool adds = false;
  bool tells = false;  // it returned `number`
  std::uint64_t number = 0;
  Time begin = 0;
  Time end = kNever;
};

inline Answer monitor_counter(const std::vector<Counted>& calls) {
  std::uint64_t most = 0;  // increments that must have happened
  std::uint64_t adds = 0;
  for (const Counted& call : calls) {
    if (call.tells) most = std::max(most, call.number + call.adds);
    adds += call.adds;
  }
  if (most > adds) return Answer::no;
  // t(k) for k = 1 … most lies in [from[k], to[k]].
  std::vector<Time> from(most + 2, 0), to(most + 2, kNever);
  std::vector<bool> is_taken(most + 2, false);
  for (const Counted& call : calls) {
    if (!call.tells) continue;
    const std::uint64_t seen_before = call.number, seen_after = call.number + call.adds;
    from[seen_before + 1] = std::max(from[seen_before + 1], call.begin);
    to[seen_after] = std::min(to[seen_after], call.end);
    if (!call.adds) continue;
    if (is_taken[seen_after]) return Answer::no;
    is_taken[seen_after] = true;
  }
  for (std::uint64_t k = 1; k <= most + 1; ++k) from[k] = std::max(from[k], from[k - 1]);
  for (std::uint64_t k = most; k-- > 0;) to[k] = std::min(to[k], to[k + 1]);
  for (std::uint64_t k = 1; k <= most; ++k)
    if (to[k] < from[k]) return Answer::no;
  // Increments that tell nothing: each fits from the first k whose end it does not miss to the last that begins in time.
  struct Increment {
    std::uint64_t first, last;
    bool must;
  };
  std::vector<Increment> increments;
  for (const Counted& call : calls) {
    if (!call.adds || call.tells) continue;
    const auto first =
        std::lower_bound(to.begin() + 1, to.begin() + static_cast<std::ptrdiff_t>(most) + 1, call.begin);
    const auto last = std::upper_bound(from.begin() + 1, from.end(), call.end);
    increments.push_back({static_cast<std::uint64_t>(first - to.begin()),
                          static_cast<std::uint64_t>(last - from.begin()) - 1, call.end != kNever});
  }
  std::sort(increments.begin(), increments.end(),
            [](const Increment& a, const Increment& b) { return a.first < b.first; });
  // Those that must happen go first among equals: what need not may be left out.
  using Waiting = std::pair<std::uint64_t, bool>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<Waiting>> waiting;
  std::size_t next = 0;
  for (std::uint64_t k = 1; k <= most; ++k) {
    for (; next < increments.size() && increments[next].first <= k; ++next)
      waiting.emplace(increments[next].last, !increments[next].must);
    if (is_taken[k]) continue;
    while (!waiting.empty() && waiting.top().first < k) {
      if (!waiting.top().second) return Answer::no;
      waiting.pop();
    }
    if (waiting.empty()) return Answer::no;
    waiting.pop();
  }
  for (; !waiting.empty(); waiting.pop())
    if (!waiting.top().second && waiting.top().first <= most) return Answer::no;
  for (; next < increments.size(); ++next)
    if (increments[next].must && increments[next].last <= most) return Answer::no;
  return Answer::yes;
}

}  // namespace linearize
}  // namespace heddle
#endif
