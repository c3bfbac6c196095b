// SPDX-License-Identifier: Apache-2.0
#include "report/schedule_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/count.h"
#include "base/printable.h"

namespace heddle::report {
namespace {

constexpr std::size_t kShort = 20;       // so many steps need no folding
constexpr std::size_t kStretch = 4;      // of one thread, kept as they are
constexpr std::size_t kLongestLoop = 8;  // steps of a loop that is looked for

struct Row {
  std::string thread, cell, place;
  std::string aside, below;  // what it saw, and why
  event::Location location;  // whose source stands beside it; none for a folded one
  bool decisive = false;
};

std::string path_tail(const std::string& place, std::size_t columns) {
  std::string_view rest = place;
  while (columns_of(rest) > columns) {
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  return std::string(rest);
}

class Folding {
 public:
  Folding(const std::vector<finding::Step>& steps, bool full)
      : steps_(steps), full_(full || steps.size() <= kShort) {}

  std::vector<Row> rows() {
    for (std::size_t at = 0; at < steps_.size();) at += full_ ? plain(at) : folded(at);
    return std::move(rows_);
  }

 private:
  static bool same(const finding::Step& a, const finding::Step& b) {
    return a.thread == b.thread && a.operation == b.operation && a.target == b.target &&
           a.location == b.location && !a.decisive && !b.decisive;
  }

  std::size_t plain(std::size_t at) {
    const finding::Step& step = steps_[at];
    rows_.push_back({base::printable(step.thread), step_words(step),
                     base::printable(event::text(step.location)), step.sees, step.why, step.location,
                     step.decisive});
    return 1;
  }

  // Rounds of a loop that begins there, and its steps; of those that are possible the shortest one.
  struct Loop {
    std::size_t rounds = 0, period = 0;
  };
  Loop loop_at(std::size_t at, std::size_t least) const {
    for (std::size_t period = 1; period <= kLongestLoop; ++period) {
      const std::size_t enough = std::max(3 * period, least);
      std::size_t end = at + period;
      while (end < steps_.size() && end < at + enough && same(steps_[end], steps_[end - period])) ++end;
      if (end < at + enough) continue;
      while (end < steps_.size() && same(steps_[end], steps_[end - period])) ++end;
      return {(end - at) / period, period};
    }
    return {};
  }

  // How many steps the row, or the rows, stand for.
  std::size_t folded(std::size_t at) {
    if (const auto [rounds, period] = loop_at(at, 0); rounds != 0) {
      for (std::size_t i = 0; i < period; ++i) plain(at + i);
      Row& first = rows_[rows_.size() - period];
      first.cell = fmt::format("{}× {}", base::grouped(rounds),
                               period == 1 ? "" : fmt::format("({} steps) ", period)) +
                   first.cell;
      return rounds * period;
    }
    // What one thread does alone, as far as no loop worth a row begins in it.
    constexpr std::size_t kLoop = 8;
    std::size_t end = at;
    while (end < steps_.size() && steps_[end].thread == steps_[at].thread && !steps_[end].decisive &&
           (end == at || loop_at(end, kLoop).rounds == 0))
      ++end;
    if (end - at <= kStretch) return plain(at);
    rows_.push_back({base::printable(steps_[at].thread),
                     fmt::format("… {} steps …", base::grouped(end - at)),
                     base::printable(event::text(steps_[at].location)),
                     "",
                     "",
                     {},
                     false});
    return end - at;
  }

  const std::vector<finding::Step>& steps_;
  bool full_;
  std::vector<Row> rows_;
};

class Table {
 public:
  Table(std::vector<Row> rows, const Style& style, SourceLines& sources)
      : rows_(std::move(rows)), style_(style), sources_(sources) {
    for (const Row& row : rows_) {
      if (std::find(threads_.begin(), threads_.end(), row.thread) == threads_.end())
        threads_.push_back(row.thread);
      std::size_t& width = widths_[row.thread];
      width = std::max({width, columns_of(row.cell), columns_of(row.thread)});
    }
    std::sort(threads_.begin(), threads_.end(), [](const std::string& a, const std::string& b) {
      if ((a == "main") != (b == "main")) return a == "main";
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
  }

  std::vector<std::string> lines() {
    std::size_t places = 0, cells = 0, names = 0, all = 0;
    const std::size_t directory = common_directory();
    for (Row& row : rows_) {
      row.place = path_tail(row.place.substr(std::min(directory, row.place.size())), width_ / 3);
      places = std::max(places, columns_of(row.place));
      cells = std::max(cells, columns_of(row.cell));
      names = std::max(names, columns_of(row.thread));
    }
    for (const auto& [thread, width] : widths_) all += width + 2;
    const bool as_columns = 4 + places + all <= width_;
    if (as_columns) {
      std::string head(4 + places, ' ');
      for (const std::string& thread : threads_) head += "  " + padded(thread, widths_[thread]);
      add(head);
    }
    for (const Row& row : rows_) {
      std::string line = (row.decisive ? "  > " : "    ") + padded(row.place, places);
      if (as_columns)
        for (const std::string& thread : threads_)
          line += "  " + padded(thread == row.thread ? row.cell : "", widths_[thread]);
      else
        line += "  " + padded(row.thread, names) + "  " + padded(row.cell, cells);
      if (row.aside.empty())
        add_source(line, row);
      else
        line += "  " + base::printable(row.aside);
      add(line);
      if (!row.below.empty()) add_sentence(base::printable(row.below));
    }
    return std::move(lines_);
  }

 private:
  static std::string padded(const std::string& text, std::size_t columns) {
    const std::size_t used = columns_of(text);
    return text + std::string(used < columns ? columns - used : 0, ' ');
  }

  // What all places begin with need not be said in each of them, where one of them has no room for it.
  std::size_t common_directory() const {
    const std::string* first = nullptr;
    std::size_t common = 0, longest = 0;
    for (const Row& row : rows_) {
      if (row.place.empty()) continue;
      longest = std::max(longest, columns_of(row.place));
      if (first == nullptr) {
        first = &row.place;
        common = first->rfind('/') + 1;
      }
      while (common > 0 && row.place.compare(0, common, *first, 0, common) != 0)
        common = common < 2 ? 0 : first->rfind('/', common - 2) + 1;
    }
    return longest > width_ / 3 ? common : 0;
  }

  // What the source says there, if there is room to say something.
  void add_source(std::string& line, const Row& row) {
    constexpr std::size_t kUseful = 16;
    const std::size_t used = columns_of(line) + 2;
    if (!style_.quote_sources || used + kUseful > width_) return;
    std::string text = base::printable(sources_.line(row.location.file, row.location.line));
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.empty()) return;
    line += "  " + cut_to("| " + text, width_ - used, style_);
  }

  void add_sentence(const std::string& text) {
    constexpr std::size_t kIndent = 8;
    const std::string lines =
        std::string(kIndent, ' ') + (style_.full ? text : broken(text, kIndent, kIndent, width_));
    for (std::size_t at = 0; at <= lines.size();) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      lines_.push_back(lines.substr(at, end - at));
      at = end + 1;
    }
  }

  void add(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    lines_.push_back(cut_to(line, style_.full ? ~std::size_t{0} : width_, style_));
  }

  std::vector<Row> rows_;
  const Style& style_;
  const std::size_t width_ = style_.width - 2;  // the report indents it
  SourceLines& sources_;
  std::vector<std::string> threads_;
  std::map<std::string, std::size_t> widths_;
  std::vector<std::string> lines_;
};

}  // namespace

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string broken(const std::string& text, std::size_t indent, std::size_t from, std::size_t width) {
  if (from + columns_of(text) <= width) return text;
  std::string out;
  std::size_t column = from;
  const auto next_line = [&] {
    out += "\n" + std::string(indent, ' ');
    column = indent;
  };
  bool fresh = true;  // nothing stands in this line yet
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!fresh && column + 1 + columns_of(word) > width)
      next_line();
    else if (!fresh) {
      out += ' ';
      ++column;
    }
    for (const char c : word) {
      const bool begins = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
      if (begins && column == width) next_line();
      out += c;
      column += begins ? 1 : 0;
    }
    fresh = false;
  }
  return out;
}

std::string cut_to(std::string_view text, std::size_t columns, const Style& style) {
  if (columns_of(text) <= columns) return std::string(text);
  const std::string_view dots = style.unicode ? "…" : "...";
  const std::size_t kept = columns - std::min(columns, columns_of(dots));
  std::size_t bytes = 0, seen = 0;
  while (bytes < text.size()) {
    if ((static_cast<unsigned char>(text[bytes]) & 0xc0) != 0x80 && seen++ == kept) break;
    ++bytes;
  }
  return std::string(text.substr(0, bytes)) + std::string(dots);
}

std::string step_words(const finding::Step& step) {
  std::string words = step.operation;
  if (!step.target.empty()) words += " " + step.target;
  if (!step.shows.empty())
    words += " = " + step.shows;
  else if (step.value)
    words += fmt::format(" = {}", static_cast<std::int64_t>(*step.value));
  if (!step.order.empty()) words += " " + step.order;
  if (!step.baseless.empty()) words += ": " + step.baseless;
  if (!step.heap.empty()) words += "    " + step.heap;
  return base::printable(words);
}

std::vector<std::string> schedule_lines(const finding::Finding& finding, const Style& style,
                                        SourceLines& sources) {
  if (finding.schedule.empty()) return {};
  std::vector<Row> rows = Folding(finding.schedule, style.full).rows();
  const bool is_folded = rows.size() < finding.schedule.size();
  std::vector<std::string> lines = Table(std::move(rows), style, sources).lines();
  lines.insert(lines.begin(), is_folded ? fmt::format("The schedule, {} steps (--full shows each of them):",
                                                      base::grouped(finding.schedule.size()))
                                        : "The schedule, step by step:");
  return lines;
}

}  // namespace heddle::report
