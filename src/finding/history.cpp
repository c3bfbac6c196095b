// SPDX-License-Identifier: Apache-2.0
#include "finding/history.h"

#include <algorithm>

namespace heddle::finding {
namespace {

struct Row {
  std::uint64_t time;
  std::size_t call;
  bool ends;
};

// Characters, not bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char each) { return (static_cast<unsigned char>(each) & 0xc0) != 0x80; }));
}
std::string padded(const std::string& text, std::size_t to) {
  return text + std::string(to > width(text) ? to - width(text) : 0, ' ');
}

}  // namespace

std::vector<std::string> table(const History& history) {
  std::vector<Row> rows;
  std::vector<std::string> threads;
  for (std::size_t i = 0; i < history.calls.size(); ++i) {
    const HistoryCall& call = history.calls[i];
    rows.push_back({call.begin, i, false});
    if (call.end) rows.push_back({*call.end, i, true});
    if (std::find(threads.begin(), threads.end(), call.thread) == threads.end())
      threads.push_back(call.thread);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.time != b.time ? a.time < b.time : a.ends < b.ends;
  });
  std::vector<std::vector<std::string>> cells;  // of each line
  std::vector<bool> open(threads.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const HistoryCall& call = history.calls[rows[i].call];
    const auto column =
        static_cast<std::size_t>(std::find(threads.begin(), threads.end(), call.thread) - threads.begin());
    const bool at_once = !rows[i].ends && i + 1 < rows.size() && rows[i + 1].call == rows[i].call;
    std::vector<std::string>& line = cells.emplace_back(threads.size());
    for (std::size_t other = 0; other < threads.size(); ++other)
      if (open[other] && other != column) line[other] = "│";
    const std::string result = call.result.empty() ? "" : "→ " + call.result;
    if (at_once) {
      line[column] = call.call + (result.empty() ? "" : " " + result);
      ++i;
    } else if (!rows[i].ends) {
      line[column] = (call.end ? "┌ " : "") + call.call +
                     (call.end     ? ""
                      : call.waits ? " waits"
                                   : " does not return");
      open[column] = call.end.has_value();
    } else {
      line[column] = result.empty() ? "└" : "└ " + result;
      open[column] = false;
    }
  }
  cells.insert(cells.begin(), threads);
  std::vector<std::string> lines(cells.size());
  for (std::size_t column = 0; column < threads.size(); ++column) {
    std::size_t widest = 0;
    for (const auto& line : cells) widest = std::max(widest, width(line[column]));
    for (std::size_t i = 0; i < cells.size(); ++i) lines[i] += padded(cells[i][column], widest + 3);
  }
  for (std::string& line : lines)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return lines;
}

}  // namespace heddle::finding
