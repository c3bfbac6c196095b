// SPDX-License-Identifier: Apache-2.0
// The report for people: each finding with its steps in a table, the source lines they name quoted, what made
// the verdict inconclusive, and one summary line.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/reporter.h"
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
        out_ += fmt::format("{} {}\n", paint(kYellow, "inconclusive:"), reason);
    else
      for (const std::string& reason : report.verdict.reasons())
        out_ += fmt::format("{} {}\n", paint(kYellow, "not all was seen:"), reason);
    for (const std::string& note : report.notes) out_ += note + (note.ends_with('\n') ? "" : "\n");
    out_ += summary(report) + "\n";
    return std::move(out_);
  }

 private:
  static constexpr const char* kBold = "1";
  static constexpr const char* kRed = "1;31";
  static constexpr const char* kYellow = "1;33";
  static constexpr const char* kGreen = "1;32";
  static constexpr const char* kCyan = "36";
  static constexpr const char* kDim = "2";

  std::string paint(const char* code, std::string_view text) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }

  void write_finding(const finding::Finding& finding) {
    std::string title = finding.message;
    if (finding.certainty != finding::Certainty::observed)
      title += fmt::format(" ({})", finding::name(finding.certainty));
    out_ += paint(kRed, title);
    if (finding.count > 1) out_ += fmt::format("  ×{}", finding.count);
    out_ += "\n\n";
    write_steps(finding.steps);
    for (const std::string& note : finding.notes) out_ += "  " + note + "\n";
    if (finding.witness.kind == finding::Witness::Kind::state ||
        finding.witness.kind == finding::Witness::Kind::schedule)
      write_witness(finding.witness);
    out_ += "\n";
  }

  // Columns as wide as their widest cell; the target is a column only if the steps have different ones.
  void write_steps(const std::vector<finding::Step>& steps) {
    const bool with_target = std::any_of(steps.begin(), steps.end(), [&](const finding::Step& step) {
      return step.target != steps.front().target || steps.size() == 1;
    });
    std::array<std::size_t, 5> widths{};
    std::vector<std::array<std::string, 5>> rows;
    for (const finding::Step& step : steps) {
      std::string operation = step.operation;
      if (with_target && !step.target.empty()) operation += " " + step.target;
      if (step.value) operation += fmt::format(" = {}", *step.value);
      rows.push_back({step.thread, std::move(operation), event::text(step.location), step.location.function,
                      holding(step)});
      for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], rows.back()[i].size());
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::string line = "  " + paint(kBold, fmt::format("{:<{}}", rows[i][0], widths[0]));
      line += fmt::format("  {:<{}}", rows[i][1], widths[1]);
      if (widths[2] > 0) line += "  " + paint(kCyan, fmt::format("{:<{}}", rows[i][2], widths[2]));
      for (const std::size_t column : {std::size_t{3}, std::size_t{4}})
        if (widths[column] > 0) line += fmt::format("  {:<{}}", rows[i][column], widths[column]);
      if (steps[i].event) line += paint(kDim, fmt::format("  event {}", *steps[i].event));
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out_ += line + "\n";
      quote(steps[i].location);
      for (std::size_t frame = 1; frame < steps[i].stack.size(); ++frame) write_frame(steps[i].stack[frame]);
    }
  }

  static std::string holding(const finding::Step& step) {
    std::string text;
    for (const std::string& lock : step.holding)
      text += fmt::format("{}`{}`", text.empty() ? "holding " : ", ", lock);
    return text;
  }

  void write_frame(const event::Location& frame) {
    out_ += paint(kDim, fmt::format("        by {} {}", frame.function, event::text(frame))) + "\n";
  }

  void quote(const event::Location& location) {
    if (!style_.quote_sources) return;
    const std::string_view wanted = sources_.line(location.file, location.line);
    if (wanted.empty()) return;
    if (location.line > 1)
      out_ += paint(kDim, fmt::format("      {:>5} | {}", location.line - 1,
                                      sources_.line(location.file, location.line - 1))) +
              "\n";
    out_ += fmt::format("    > {:>5} | {}\n", location.line, wanted);
  }

  void write_witness(const finding::Witness& witness) {
    if (!witness.run.empty() || !witness.start.empty()) {
      out_ += "  schedule:";
      if (!witness.start.empty()) {
        out_ += " as recorded to";
        for (const auto& [thread, events] : witness.start) out_ += fmt::format(" {}:{}", thread, events);
        if (!witness.run.empty()) out_ += ", then";
      }
      for (const finding::Slice& slice : witness.run)
        out_ += fmt::format(" {}×{}", slice.thread, slice.steps);
      out_ += "\n";
    }
    if (!witness.state.empty()) {
      out_ += "  state:";
      for (const auto& [thread, events] : witness.state) out_ += fmt::format(" {}:{}", thread, events);
      out_ += "\n";
    }
    if (!witness.file.empty()) out_ += fmt::format("  replay: heddle replay {}\n", witness.file);
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
    for (const finding::Statistic& statistic : report.statistics) line += " · " + words(statistic);
    return line;
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
      line += fmt::format("{}{} {}{}", line.empty() ? "" : ", ", count, noun, count == 1 ? "" : "s");
    }
    return line;
  }

  static std::string words(const finding::Statistic& statistic) {
    std::string noun = statistic.name;
    std::replace(noun.begin(), noun.end(), '_', ' ');
    if (const auto* number = std::get_if<std::uint64_t>(&statistic.value)) {
      if (statistic.name == "peak_bytes")
        return fmt::format("{:.1f} MiB", static_cast<double>(*number) / (1 << 20));
      if (*number == 1 && noun.size() > 1 && noun.back() == 's') noun.pop_back();
      return fmt::format("{} {}", grouped(std::to_string(*number)), noun);
    }
    if (const auto* real = std::get_if<double>(&statistic.value)) {
      if (statistic.name == "seconds")
        return *real < 10 ? fmt::format("{:.2g} s", *real) : fmt::format("{:.0f} s", *real);
      return fmt::format("{:.3g} {}", *real, noun);
    }
    const auto& text = std::get<std::string>(statistic.value);
    if (statistic.name == "guarantee") return text;
    return statistic.name == "decided_by" ? noun + ' ' + text : fmt::format("{} {}", text, noun);
  }

  // 1234567 → "1,234,567"
  static std::string grouped(std::string digits) {
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
    return digits;
  }

  const Style& style_;
  SourceLines sources_;
  std::string out_;
};

}  // namespace

std::string format_text(const finding::Report& report, const Style& style) {
  return TextReport(style).write(report);
}

}  // namespace heddle::report
