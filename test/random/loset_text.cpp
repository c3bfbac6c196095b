// SPDX-License-Identifier: Apache-2.0
#include "random/loset_text.h"

#include <charconv>

#include <fmt/format.h>

#include "base/interner.h"

namespace heddle::order {

namespace {

using base::ErrorCode;
using base::failure;

struct LineThread {
  std::size_t line = 0;
  std::vector<std::string> words;
};
struct LineEdge {
  std::size_t line = 0;
  std::string before, after;
};
struct NumberTag;
using ThreadNumber = base::Id<NumberTag>;

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trim(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

base::Result<EventAt> event_from(const std::string& word, const base::StringInterner<ThreadNumber>& threads,
                                 std::size_t line) {
  const auto where = fmt::format("line {}", line);
  const std::size_t dot = word.rfind('.');
  if (dot == std::string::npos)
    return failure(ErrorCode::malformed, fmt::format("expected thread.number, found '{}'", word), where);
  const ThreadNumber thread = threads.find(word.substr(0, dot));
  if (!thread.exists())
    return failure(ErrorCode::malformed, fmt::format("there is no thread '{}'", word.substr(0, dot)), where);
  Index index = 0;
  const auto [end, error] = std::from_chars(word.data() + dot + 1, word.data() + word.size(), index);
  if (error != std::errc() || end != word.data() + word.size())
    return failure(ErrorCode::malformed, fmt::format("expected an event number in '{}'", word), where);
  return EventAt{thread.index(), index};
}

}  // namespace

base::Result<NamedLoset> loset_from(std::string_view text) {
  base::StringInterner<ThreadNumber> threads;
  base::StringInterner<event::LockId> locks;
  std::vector<LineThread> bodies;
  std::vector<LineEdge> edges;
  std::size_t line = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n;"), text.size());
    std::string_view one = text.substr(0, end);
    const std::size_t this_line = line;
    if (end < text.size() && text[end] == '\n') ++line;
    text.remove_prefix(std::min(end + 1, text.size()));
    one = trim(one.substr(0, one.find('#')));
    if (one.empty()) continue;
    const auto where = fmt::format("line {}", this_line);
    if (const std::size_t arrow = one.find("->"); arrow != std::string_view::npos) {
      edges.push_back(
          {this_line, std::string(trim(one.substr(0, arrow))), std::string(trim(one.substr(arrow + 2)))});
    } else if (const std::size_t colon = one.find(':'); colon != std::string_view::npos) {
      const std::string name(trim(one.substr(0, colon)));
      if (name.empty() || threads.find(name).exists())
        return failure(ErrorCode::malformed, fmt::format("expected a new thread's name, found '{}'", name),
                       where);
      threads.intern(name);
      bodies.push_back({this_line, words_of(one.substr(colon + 1))});
    } else {
      return failure(ErrorCode::malformed,
                     fmt::format("expected 'thread: events' or 'event -> event', found '{}'", one), where);
    }
  }
  LosetBuilder builder(bodies.size());
  for (std::size_t t = 0; t < bodies.size(); ++t) {
    const auto& words = bodies[t].words;
    for (std::size_t w = 0; w < words.size(); ++w) {
      const std::string& word = words[w];
      if (word == ".") {
        builder.add(t);
        continue;
      }
      const bool acquires = word == "acq" || word == "acqs";
      if ((!acquires && word != "rel" && word != "rels") || w + 1 == words.size())
        return failure(
            ErrorCode::malformed,
            fmt::format("expected '.', 'acq lock', 'rel lock', 'acqs lock' or 'rels lock', found '{}'", word),
            fmt::format("line {}", bodies[t].line));
      const event::LockId lock = locks.intern(words[++w]);
      if (acquires)
        builder.acquire(t, lock, word == "acqs");
      else
        builder.release(t, lock);
    }
  }
  for (const LineEdge& edge : edges) {
    auto before = event_from(edge.before, threads, edge.line);
    if (!before) return failure(before.error());
    auto after = event_from(edge.after, threads, edge.line);
    if (!after) return failure(after.error());
    builder.order(*before, *after);
  }
  auto loset = builder.build();
  if (!loset) return failure(loset.error());
  NamedLoset named{std::move(*loset), {}, {}};
  for (std::size_t t = 0; t < threads.size(); ++t) named.threads.push_back(threads[ThreadNumber(t)]);
  for (std::size_t l = 0; l < locks.size(); ++l) named.locks.push_back(locks[event::LockId(l)]);
  return named;
}

std::string text(const Loset& loset) {
  std::string out, edges;
  for (std::size_t t = 0; t < loset.threads(); ++t) {
    out += fmt::format("t{}:", t + 1);
    std::vector<std::string> words(loset.size(t) + 1, ".");
    for (const LockInterval& interval : loset.intervals(t)) {
      const std::string suffix =
          fmt::format("{} l{}", interval.shared ? "s" : "", interval.lock.number() + 1);
      words[interval.acquire] = "acq" + suffix;
      if (interval.release != kNever) words[interval.release] = "rel" + suffix;
    }
    for (Index i = 1; i <= loset.size(t); ++i) out += " " + words[i];
    out += "\n";
    for (Index i = 1; i <= loset.size(t); ++i)
      for (std::size_t u = 0; u < loset.threads(); ++u)
        if (u != t && loset.seen(t, i, u) > loset.seen(t, i - 1, u))
          edges += fmt::format("t{}.{} -> t{}.{}\n", u + 1, loset.seen(t, i, u), t + 1, i);
  }
  return out + edges;
}

std::string text(const State& state) { return fmt::format("[{}]", fmt::join(state, ",")); }

}  // namespace heddle::order
