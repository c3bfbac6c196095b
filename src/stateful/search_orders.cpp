// SPDX-License-Identifier: Apache-2.0
// In which order states are visited: depth first with a stack of states, breadth first with a line, by
// heuristics with a priority queue; and when to stop.
#include <algorithm>
#include <deque>
#include <queue>

#include <fmt/format.h>

#include "stateful/search_parts.h"

namespace heddle::stateful {

bool Search::should_stop() {
  if (stopped_ || restart_) return true;
  if (is_outdated()) return restart_ = true;
  if (options_.limit_states != 0 && store_.size() >= options_.limit_states) {
    result_.verdict.doubt(fmt::format("stopped after {} states (--limit-states)", store_.size()));
    return stopped_ = true;
  }
  if (const Call call = call_.load(std::memory_order_relaxed); call != Call::none) {
    result_.verdict.doubt(call == Call::interrupted ? std::string("interrupted")
                                                    : fmt::format("stopped after {:.0f} s (--limit-seconds)",
                                                                  options_.limit_seconds));
    return stopped_ = true;
  }
  if ((++asked_ & 0x3FF) == 0) keep_memory();
  return false;
}

// A step can take long where states are large: another thread looks at the clock, and the search at a flag.
void Search::watch_the_time(const std::stop_token& done) {
  std::mutex mutex;
  std::condition_variable_any over;
  std::unique_lock<std::mutex> lock(mutex);
  while (!over.wait_for(lock, done, std::chrono::milliseconds(20), [] { return false; }) &&
         !done.stop_requested()) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    if (options_.limit_seconds > 0 && elapsed.count() > options_.limit_seconds) call_ = Call::time_is_up;
    if (options_.interrupted && options_.interrupted()) call_ = Call::interrupted;
  }
}

// The next thing to do from a state the machine is in.
bool Search::next_move(const Words& words, Level& level, Move& move) {
  const std::uint32_t mark = words[0];
  if (mark != kBetween) {
    const ThreadNumber only = mark / 2 - 1;
    if (level.thread < only) level.thread = only, level.alternative = 0;
    if (level.thread > only) return false;
  }
  std::optional<ThreadNumber> in_atomic;
  for (ThreadNumber t = 0; t < machine_.threads() && !machine_.exited(); ++t)
    if (machine_.exists(t) && machine_.in_atomic(t) && machine_.pending(t).alternatives > 0) in_atomic = t;
  for (; level.thread < machine_.threads(); ++level.thread, level.alternative = 0) {
    if (mark != kBetween && level.thread != mark / 2 - 1) return false;
    if (in_atomic && level.thread != *in_atomic) continue;
    if (level.alternative < machine_.pending(level.thread).alternatives) {
      move = {level.thread, level.alternative++};
      return true;
    }
  }
  return false;
}

void Search::depth_first(StateNumber root, const Words& root_words) {
  std::vector<Level> stack;
  Words words = root_words;  // of the whole stack
  Words top;
  stack.push_back({.node = root, .words = 0});
  while (!stack.empty() && !should_stop()) {
    Level& level = stack.back();
    top.assign(words.begin() + static_cast<std::ptrdiff_t>(level.words), words.end());
    if (current_words_ != top) {
      restore_words(top);
      current_words_ = top;
    }
    if (with_summary_ && !summary_in_state_) summary_.read(machine_.pool()[summaries_[level.node]]);
    Move move;
    if (!next_move(top, level, move)) {
      words.resize(level.words);
      stack.pop_back();
      continue;
    }
    const StateNumber made = act(level.node, top[0], move);
    if (made == kNoState || stopped_) continue;
    look_at_new_state(made);
    stack.push_back({.node = made, .words = words.size()});
    words.insert(words.end(), words_.begin(), words_.end());
    result_.longest_path = std::max<std::uint64_t>(result_.longest_path, stack.size());
  }
}

void Search::best_first(StateNumber root, const Words& root_words) {
  std::priority_queue<Queued> queue;
  std::deque<Queued> line;
  const bool breadth = options_.order == SearchOrder::breadth_first;
  std::uint64_t age = 0;
  const auto put = [&](Queued queued) {
    if (breadth)
      line.push_back(std::move(queued));
    else
      queue.push(std::move(queued));
  };
  put({.node = root, .words = root_words});
  while ((breadth ? !line.empty() : !queue.empty()) && !should_stop()) {
    Queued here;
    if (breadth) {
      here = std::move(line.front());
      line.pop_front();
    } else {
      here = queue.top();
      queue.pop();
    }
    Level level;
    level.node = here.node;
    result_.longest_path = std::max<std::uint64_t>(result_.longest_path, here.depth);
    while (!should_stop()) {
      if (current_words_ != here.words) {
        restore_words(here.words);
        current_words_ = here.words;
      }
      if (with_summary_ && !summary_in_state_) summary_.read(machine_.pool()[summaries_[here.node]]);
      Move move;
      if (!next_move(here.words, level, move)) break;
      const StateNumber made = act(here.node, here.words[0], move);
      if (made == kNoState) continue;
      look_at_new_state(made);
      Queued next{.age = ++age, .node = made, .depth = here.depth + 1, .words = words_};
      if (!breadth) {
        next.history = here.history;
        const int value = heuristic_value(transaction_effects_, options_.heuristics, next.history);
        next.priority = value + static_cast<std::int64_t>(next.depth) * kHighestHeuristicValue;
      }
      put(std::move(next));
    }
  }
}

}  // namespace heddle::stateful
