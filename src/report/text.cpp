// SPDX-License-Identifier: Apache-2.0
// The report for people: each finding with its steps in a table, the source lines they name quoted, what made
// the verdict inconclusive, one summary line, and what it guarantees.
#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/count.h"
#include "base/printable.h"
#include "finding/unordered.h"
#include "report/reporter.h"
#include "report/schedule_text.h"
#include "report/source_lines.h"

namespace heddle::report {
namespace {

class TextReport {
 public:
  explicit TextReport(const Style& style) : style_(style) {}

  std::string write(const finding::Report& report) {
    for (const finding::Finding& finding : report.findings) write_finding(finding);
    if (report.outcome() == finding::Verdict::Outcome::inconclusive)
      for (const std::string& reason : report.verdict.reasons())
        out_ +=
            fmt::format("{} {}\n", paint(kYellow, "inconclusive:"), wrapped(base::printable(reason), 2, 14));
    else
      for (const std::string& reason : report.verdict.reasons())
        out_ += fmt::format("{} {}\n", paint(kYellow, "not all was seen:"),
                            wrapped(base::printable(reason), 2, 18));
    for (const std::string& note : report.notes)
      out_ += wrapped(base::printable(note), 2) + (note.ends_with('\n') ? "" : "\n");
    write_protections(report);
    out_ += summary(report) + "\n";
    for (const finding::Statistic& statistic : report.statistics)
      if (statistic.name == "guarantee") out_ += sentence(std::get<std::string>(statistic.value)) + "\n";
    return style_.unicode ? std::move(out_) : in_ascii(out_);
  }

  std::string verdict(const finding::Report& report) const {
    return style_.unicode ? summary(report) : in_ascii(summary(report));
  }

 private:
  static constexpr const char* kBold = "1";
  static constexpr const char* kRed = "1;31";
  static constexpr const char* kYellow = "1;33";
  static constexpr const char* kGreen = "1;32";
  static constexpr const char* kCyan = "36";
  static constexpr const char* kDim = "2";
  static constexpr std::size_t kPaint = 11;  // columns of "\033[1;31m" and "\033[0m" that do not show

  // How memory is shared: as a table, or as lines of source code.
  void write_protections(const finding::Report& report) {
    using Rule = finding::Protection::Rule;
    if (report.protections.empty()) {
      if (report.as_annotations) out_ += "/* No variable is used by threads that run beside others. */\n";
      return;
    }
    std::size_t name = 0, place = 0;
    for (const finding::Protection& each : report.protections) {
      name = std::min<std::size_t>(std::max(name, columns_of(each.variable)), 28);
      place = std::max(place, columns_of(each.declared));
    }
    const auto padded = [](const std::string& text, std::size_t to) {
      return text + std::string(to - std::min(to, columns_of(text)) + 2, ' ');
    };
    if (place + name + 6 > style_.width / 2) place = 0;  // no column of its own
    if (!report.as_annotations) out_ += "How memory is shared:\n";
    for (const finding::Protection& each : report.protections) {
      std::string words = each.words;
      if (each.rule == Rule::shared)
        for (const finding::Step& access : each.accesses)
          words +=
              fmt::format("{} {} {} {}", &access == each.accesses.data() ? ":" : " and", access.thread,
                          access.operation, event::text(access.location)) +
              (access.holding.empty() ? ""
                                      : fmt::format(" (holding `{}`)", fmt::join(access.holding, "`, `")));
      if (report.as_annotations && !each.annotation.empty()) {
        out_ += each.annotation + "\n";
        continue;
      }
      std::string front = base::printable(each.variable);
      if (report.as_annotations) {
        if (!each.declared.empty()) front += fmt::format(" ({})", each.declared);
        out_ += "/* " + wrapped(fmt::format("{}: {} */", front, base::printable(words)), 3, 3) + "\n";
        continue;
      }
      front = "  " + padded(front, name) + (place == 0 ? "" : padded(each.declared, place));
      if (place == 0 && !each.declared.empty()) words += fmt::format(" (declared at {})", each.declared);
      out_ += front + wrapped(base::printable(words), columns_of(front), columns_of(front)) + "\n";
    }
    if (report.as_annotations)
      for (const finding::Protection& each : report.protections)
        if (!each.guarded_by.empty())
          out_ += fmt::format("/* for clang{}: {} */\n", each.declared.empty() ? "" : ", " + each.declared,
                              each.guarded_by);
    out_ += "\n";
  }

  std::string paint(const char* code, std::string_view text) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }

  void write_finding(const finding::Finding& finding) {
    std::string title = base::printable(finding.message);
    if (finding.certainty != finding::Certainty::observed &&
        !title.starts_with(finding::name(finding.certainty)))
      title += fmt::format(" ({})", finding::name(finding.certainty));
    if (finding.count > 1) title += fmt::format("  ×{}", finding.count);
    out_ += paint(kRed, wrapped(title, 2)) + "\n\n";
    write_steps(finding.steps);
    if (finding.history) write_history(*finding.history);
    for (const finding::ThreadNote& thread : finding.threads) write_thread(thread);
    for (const std::string& note : finding.notes) out_ += "  " + wrapped(base::printable(note), 4, 2) + "\n";
    for (const std::string& line : schedule_lines(finding, style_, sources_))
      out_ += "  " + (line.starts_with("  >") ? paint(kBold, line) : line) + "\n";
    if (finding.witness.kind == finding::Witness::Kind::state ||
        finding.witness.kind == finding::Witness::Kind::schedule)
      write_witness(finding.witness, finding.schedule.empty());
    out_ += "\n";
  }

  void write_history(const finding::History& history) {
    bool is_head = true;
    for (const std::string& row : finding::table(history)) {
      const std::string line = base::printable(row);
      out_ += "    " + (is_head ? paint(kBold, line) : line) + "\n";
      is_head = false;
    }
    out_ += "\n";
    for (const std::string& line : history.why) out_ += "  " + wrapped(base::printable(line), 4, 2) + "\n";
    if (!history.why.empty()) out_ += "\n";
    if (!history.found.empty()) out_ += "  " + wrapped(base::printable(history.found), 2, 2) + "\n";
  }

  // Columns as wide as their widest cell; the target is a column only if the steps have different ones. What does not
  // fit beside the others stands below them.
  void write_steps(const std::vector<finding::Step>& steps) {
    const bool with_target = std::any_of(steps.begin(), steps.end(), [&](const finding::Step& step) {
      return step.target != steps.front().target || steps.size() == 1;
    });
    std::array<std::size_t, 5> widths{};
    std::vector<std::array<std::string, 5>> rows;
    for (const finding::Step& step : steps) {
      finding::Step shown = step;
      if (!with_target) shown.target.clear();
      rows.push_back({base::printable(step.thread), step_words(shown),
                      base::printable(event::text(step.location)), base::printable(step.location.function),
                      holding(step)});
      for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = std::max(widths[i], columns_of(rows.back()[i]));
    }
    std::array<bool, 5> beside{};
    std::size_t used = 2;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      beside[i] = i == 0 || !style_.wraps || used + widths[i] <= style_.width;
      if (beside[i]) used += widths[i] + 2;
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      write_row(rows[i], widths, beside, used,
                steps[i].event ? fmt::format("event {}", *steps[i].event) : "");
      quote(steps[i].location);
      for (std::size_t frame = 1; frame < steps[i].stack.size(); ++frame) write_frame(steps[i].stack[frame]);
    }
  }

  void write_row(const std::array<std::string, 5>& row, const std::array<std::size_t, 5>& widths,
                 const std::array<bool, 5>& beside, std::size_t used, const std::string& event) {
    std::string line = "  " + paint(kBold, padded(row[0], widths[0]));
    line += "  " + (beside[1] ? padded(row[1], widths[1]) : wrapped(row[1], 6, widths[0] + 4));
    for (const std::size_t column : {std::size_t{2}, std::size_t{3}, std::size_t{4}})
      if (widths[column] > 0 && beside[column])
        line += "  " +
                (column == 2 ? paint(kCyan, padded(row[2], widths[2])) : padded(row[column], widths[column]));
    const bool has_room = !style_.wraps || used + event.size() <= style_.width;
    if (!event.empty() && has_room) line += paint(kDim, "  " + event);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out_ += line + "\n";
    for (const std::size_t column : {std::size_t{2}, std::size_t{3}, std::size_t{4}})
      if (!beside[column] && !row[column].empty())
        out_ += "      " +
                wrapped((column == 2   ? "at "
                         : column == 3 ? "in "
                                       : "") +
                            row[column],
                        8, 6) +
                "\n";
    if (!event.empty() && !has_room) out_ += paint(kDim, "      " + event) + "\n";
  }

  static std::string padded(const std::string& text, std::size_t columns) {
    const std::size_t used = columns_of(text);
    return text + std::string(used < columns ? columns - used : 0, ' ');
  }

  static std::string holding(const finding::Step& step) {
    std::string text;
    for (const std::string& lock : step.holding)
      text += (text.empty() ? "holding " : ", ") + finding::lock_words(base::printable(lock));
    return text;
  }

  // Sentences that are longer than the terminal is wide; `from` columns are used already.
  std::string wrapped(const std::string& text, std::size_t indent, std::size_t from = 0) const {
    if (!style_.wraps || text.find('\n') != std::string::npos) return text;
    return broken(text, indent, from, style_.width);
  }

  // "No failing execution …", which is long whatever reads it.
  std::string sentence(std::string text) const {
    text = base::printable(text) + ".";
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return style_.full ? text : broken(text, 2, 0, style_.wraps ? style_.width : 80);
  }

  void write_thread(const finding::ThreadNote& thread) {
    if (thread.runs.empty() && thread.label.empty() && thread.created.line == 0) return;
    std::string line = base::printable(thread.name);
    if (!thread.label.empty()) line += fmt::format(", named \"{}\",", base::printable_line(thread.label));
    if (!thread.runs.empty()) line += " runs " + base::printable(thread.runs);
    if (thread.created.line != 0 || !thread.created.function.empty()) {
      line += thread.runs.empty() ? " was created" : ", created";
      if (const std::string at = event::text(thread.created); !at.empty())
        line += " at " + base::printable(at);
      if (!thread.by.empty()) line += " by " + base::printable(thread.by);
      if (!thread.created.function.empty() && thread.created.function != thread.by)
        line += " in " + base::printable(thread.created.function);
    }
    out_ += "  " + wrapped(line, 4, 2) + "\n";
  }

  void write_frame(const event::Location& frame) {
    constexpr std::size_t kIndent = 12,
                          kLeast =
                              20;  // columns: of what stands around it, and of a name that says something
    const std::string place = base::printable(event::text(frame));
    std::string function = base::printable(frame.function);
    if (style_.wraps && style_.width > kIndent + kLeast + columns_of(place))
      function = cut_to(function, style_.width - kIndent - columns_of(place), style_);
    std::string line = fmt::format("        by {}{}{}", function, place.empty() ? "" : " ", place);
    if (style_.wraps) line = cut_to(line, style_.width, style_);
    out_ += paint(kDim, line) + "\n";
  }

  void quote(const event::Location& location) {
    if (!style_.quote_sources) return;
    const auto shown = [&](std::uint32_t line) {
      const std::string text = base::printable(untabbed(sources_.line(location.file, line)));
      return style_.wraps ? cut_to(text, style_.width - std::min<std::size_t>(style_.width, 14), style_)
                          : text;
    };
    const std::string wanted = shown(location.line);
    if (wanted.empty()) return;
    if (location.line > 1)
      out_ +=
          paint(kDim, fmt::format("      {:>5} | {}", location.line - 1, shown(location.line - 1))) + "\n";
    out_ += fmt::format("    > {:>5} | {}\n", location.line, wanted);
  }

  static std::string untabbed(std::string_view line) {
    std::string out;
    for (const char c : line)
      if (c == '\t')
        out.append(2, ' ');
      else
        out += c;
    return out;
  }

  void write_witness(const finding::Witness& witness, bool with_run) {
    if (with_run && (!witness.run.empty() || !witness.start.empty())) {
      std::string line = "schedule:";
      if (!witness.start.empty()) {
        line += " as recorded to";
        for (const auto& [thread, events] : witness.start)
          line += fmt::format(" {}:{}", base::printable(thread), events);
        if (!witness.run.empty()) line += ", then";
      }
      for (const finding::Slice& slice : witness.run)
        line += fmt::format(" {}×{}", base::printable(slice.thread), slice.steps);
      out_ += "  " + wrapped(line, 4, 2) + "\n";
    }
    if (!witness.state.empty()) {
      std::string line = "state:";
      for (const auto& [thread, events] : witness.state)
        line += fmt::format(" {}:{}", base::printable(thread), events);
      out_ += "  " + wrapped(line, 4, 2) + "\n";
    }
    if (!witness.file.empty())
      out_ += fmt::format("  replay: heddle replay {}\n", for_shell(base::printable(witness.file)));
  }

  // As one types it.
  static std::string for_shell(const std::string& word) {
    const auto is_plain = [](unsigned char c) {
      return std::isalnum(c) != 0 || c >= 0x80 ||
             std::string_view("_./+=:@%,-").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (std::all_of(word.begin(), word.end(), is_plain)) return word;
    std::string quoted = "'";
    for (const char c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
    return quoted + "'";
  }

  std::string summary(const finding::Report& report) const {
    std::string line;
    switch (report.outcome()) {
      case finding::Verdict::Outcome::clean:
        line = paint(kGreen, "clean");
        break;
      case finding::Verdict::Outcome::inconclusive:
        line = paint(kYellow, "inconclusive");
        break;
      case finding::Verdict::Outcome::findings:
        line = paint(kRed, counted(report.findings));
        break;
    }
    std::size_t column = columns_of(line) - (style_.colour ? kPaint : 0);
    for (const finding::Statistic& statistic : report.statistics) {
      if (statistic.name.starts_with("guarantee")) continue;  // a sentence of its own
      if (statistic.name == "estimate_error") continue;       // it stands with the estimate
      const std::string next = words(statistic, report);
      const std::size_t separator = &statistic == &report.statistics.back() ? 3 : 5;  // " ·" may end the line
      if (style_.wraps && column + separator + columns_of(next) > style_.width) {
        line += " ·\n  " + wrapped(next, 2, 2);
        column = 2 + columns_of(next) % style_.width;
      } else {
        line += " · " + next;
        column += 3 + columns_of(next);
      }
    }
    return line;
  }

  // The few characters that heddle itself uses beyond ASCII.
  static std::string in_ascii(const std::string& text) {
    static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
        {"×", "x"},  {"·", "|"}, {"…", "..."}, {"→", "->"}, {"±", "+-"}, {"≤", "<="},
        {"≥", ">="}, {"–", "-"}, {"—", "-"},   {"┌", "+"},  {"│", "|"},  {"└", "+"}};
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const auto* found = std::find_if(std::begin(kInstead), std::end(kInstead), [&](const auto& pair) {
        return text.compare(at, pair.first.size(), pair.first) == 0;
      });
      if (found == std::end(kInstead)) {
        out += text[at++];
      } else {
        out += found->second;
        at += found->first.size();
      }
    }
    return out;
  }

  // "2 data races, 1 deadlock"
  static std::string counted(const std::vector<finding::Finding>& findings) {
    std::string line;
    for (const finding::Kind kind : finding::all_kinds()) {
      const auto count = std::count_if(findings.begin(), findings.end(),
                                       [&](const finding::Finding& finding) { return finding.kind == kind; });
      if (count == 0) continue;
      std::string noun(finding::name(kind));
      std::replace(noun.begin(), noun.end(), '-', ' ');
      if (kind == finding::Kind::linearizability)
        noun = count == 1 ? "failure of linearizability" : "failures of linearizability";
      else if (count != 1)
        noun = plural(noun);
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, noun);
    }
    return line;
  }

  // The names of kinds are not all things that one counts.
  static std::string plural(const std::string& noun) {
    if (noun == "use after free") return "uses after free";
    if (noun == "out of bounds") return "accesses out of bounds";
    return noun.ends_with("s") || noun.ends_with("ed") ? noun : noun + "s";
  }

  static std::string real_words(double number) {
    return number < 999.5 ? fmt::format("{:.3g}", number) : base::rounded(number, 3);
  }

  // " (± 24)"
  static std::string error_of_estimate(const finding::Report& report) {
    for (const finding::Statistic& each : report.statistics)
      if (const auto* real = std::get_if<double>(&each.value);
          each.name == "estimate_error" && real != nullptr)
        return fmt::format(" (± {})", *real < 999.5 ? fmt::format("{:.2g}", *real) : base::rounded(*real, 2));
    return "";
  }

  static std::string words(const finding::Statistic& statistic, const finding::Report& report) {
    std::string noun = statistic.name;
    std::replace(noun.begin(), noun.end(), '_', ' ');
    if (const auto* number = std::get_if<std::uint64_t>(&statistic.value)) {
      if (statistic.name == "peak_bytes")
        return fmt::format("{:.1f} MiB", static_cast<double>(*number) / (1 << 20));
      if (statistic.name == "program_status") return fmt::format("the program ended with status {}", *number);
      if (*number == 1 && noun.size() > 1 && noun.back() == 's') noun.pop_back();
      return fmt::format("{} {}", base::grouped(*number), noun);
    }
    if (const auto* real = std::get_if<double>(&statistic.value)) {
      if (statistic.name == "cpu_seconds" || statistic.name == "seconds")
        return fmt::format("{}{}",
                           *real < 9.95 ? fmt::format("{:.2g} s", *real) : fmt::format("{:.0f} s", *real),
                           statistic.name == "seconds" ? "" : " of CPU");
      if (statistic.name == "estimated_executions")
        return fmt::format("about {}{} executions in all", real_words(*real), error_of_estimate(report));
      return fmt::format("{} {}", real_words(*real), noun);
    }
    const auto& text = std::get<std::string>(statistic.value);
    if (statistic.name == "processes") return noun + ": " + text;
    if (statistic.name == "found_by") return "found by --strategy " + text;
    return statistic.name == "decided_by" ? noun + ' ' + text : fmt::format("{} {}", text, noun);
  }

  const Style& style_;
  SourceLines sources_;
  std::string out_;
};

}  // namespace

std::string verdict_line(const finding::Report& report, const Style& style) {
  return TextReport(style).verdict(report);
}

std::string format_text(const finding::Report& report, const Style& style) {
  return TextReport(style).write(report);
}

}  // namespace heddle::report
