// SPDX-License-Identifier: Apache-2.0
// Makes scripts up, shrinks them, writes them down.
#include "scripts.h"

#include <random>

namespace {

struct Row {
  const char* name;
  Topic topic;
  int things;
};
constexpr Row kRows[] = {
#define HEDDLE_ROW(name, topic, things) {#name, Topic::topic, things},
    HEDDLE_SCRIPT_CALLS(HEDDLE_ROW)
#undef HEDDLE_ROW
};

bool is_misuse(Topic topic) {
  switch (topic) {
    case Topic::plain:
    case Topic::mutex_misuse:
    case Topic::condition_misuse:
    case Topic::semaphore_misuse:
    case Topic::barrier_misuse:
    case Topic::thread_misuse:
    case Topic::heap:
      return true;
    default:
      return false;
  }
}

}  // namespace

const char* name_of(Call call) { return kRows[static_cast<std::size_t>(call)].name; }

std::uint32_t topics_of(const Script& of) {
  std::uint32_t topics = 0;
  for (int t = 0; t < of.threads; ++t)
    for (int i = 0; i < of.length[t]; ++i)
      topics |= 1U << static_cast<unsigned>(kRows[static_cast<std::size_t>(of.steps[t][i].call)].topic);
  return topics;
}

Script make_script(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  Script made;
  // One to three topics, so that threads meet; what is mostly wrong is in one script of five.
  bool topics[static_cast<std::size_t>(Topic::count)] = {};
  const int wanted = 1 + below(3);
  for (int i = 0; i < wanted;) {
    const auto topic = static_cast<std::size_t>(below(static_cast<unsigned>(Topic::count)));
    if (is_misuse(static_cast<Topic>(topic)) && below(5) != 0) continue;
    topics[topic] = true;
    ++i;
  }
  std::vector<Call> calls;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Call::count); ++i)
    if (topics[static_cast<std::size_t>(kRows[i].topic)]) calls.push_back(static_cast<Call>(i));
  made.threads = 2 + (below(3) == 0) + (below(8) == 0);
  const bool nests = below(3) == 0;
  for (int t = 0; t < made.threads; ++t) {
    const int parent = nests ? below(static_cast<unsigned>(t) + 1) : t;
    made.parent[t] = parent == t ? kThreads : parent;
    made.by_call[t] = made.parent[t] != kThreads && below(2) == 0;
    const unsigned most = made.threads == 2 ? 5 : made.threads == 3 ? 3 : 2;
    made.length[t] = 1 + below(most);
    for (int i = 0; i < made.length[t]; ++i) {
      const Call call = calls[static_cast<std::size_t>(below(static_cast<unsigned>(calls.size())))];
      const int things = kRows[static_cast<std::size_t>(call)].things;
      made.steps[t][i] = {call, below(static_cast<unsigned>(things)), below(4), below(4)};
    }
  }
  for (int& kind : made.mutex_kind) kind = topics[static_cast<std::size_t>(Topic::robust)] ? 3 : below(4);
  made.prefers_writers = below(2) == 0;
  made.semaphore = below(3);
  made.parties = 1 + below(3);
  made.ends_clean = below(6) != 0;
  made.on_heap = below(4) == 0;
  return made;
}

std::vector<Script> smaller(const Script& from) {
  std::vector<Script> all;
  for (int t = 0; t < from.threads; ++t)
    for (int i = 0; i < from.length[t]; ++i) {
      Script less = from;
      for (int j = i; j + 1 < less.length[t]; ++j) less.steps[t][j] = less.steps[t][j + 1];
      --less.length[t];
      all.push_back(less);
    }
  const int last = from.threads - 1;
  bool has_children = false;
  for (int t = 0; t < from.threads; ++t) has_children |= from.parent[t] == last;
  if (from.threads > 1 && !has_children) {
    all.push_back(from);
    --all.back().threads;
  }
  const auto simpler = [&](auto field, auto value) {
    if (from.*field == value) return;
    all.push_back(from);
    all.back().*field = value;
  };
  simpler(&Script::ends_clean, true);
  simpler(&Script::on_heap, false);
  simpler(&Script::prefers_writers, false);
  simpler(&Script::semaphore, 0);
  for (int i = 0; i < 2; ++i)
    if (from.mutex_kind[i] != 0) {
      all.push_back(from);
      all.back().mutex_kind[i] = 0;
    }
  return all;
}

std::string text_of(const Script& from) {
  const char* kinds[] = {"normal", "recursive", "error-checking", "robust"};
  std::string text = "  mutexes " + std::string(kinds[from.mutex_kind[0]]) + ", " + kinds[from.mutex_kind[1]];
  text += "; semaphore " + std::to_string(from.semaphore) + ", barrier of " + std::to_string(from.parties);
  if (from.prefers_writers) text += ", writers first";
  if (!from.ends_clean) text += ", ends with what it holds";
  if (from.on_heap) text += ", on the heap";
  text += "\n";
  for (int t = 0; t < from.threads; ++t) {
    text += "  " + std::to_string(t) + " of " +
            (from.parent[t] == kThreads ? "test" : std::to_string(from.parent[t])) +
            (from.by_call[t] ? " by create" : "") + ":";
    for (int i = 0; i < from.length[t]; ++i) {
      const Step& step = from.steps[t][i];
      text += std::string(" ") + name_of(step.call) + "(" + std::to_string(step.thing) + "," +
              std::to_string(step.value) + "," + std::to_string(step.expected) + ")";
    }
    text += "\n";
  }
  return text;
}
