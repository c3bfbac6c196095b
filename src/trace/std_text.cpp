// SPDX-License-Identifier: Apache-2.0
// Whole lines go through a buffer; std_parser.h says how a line is read.
#include "trace/std_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "trace/std_parser.h"
#include "trace/std_syntax.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;

constexpr std::size_t kParsedBatch = 2048;
constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 24;
// Follows the last complete line in the buffer, so that every search for a delimiter ends.
constexpr std::string_view kSentinel("|()=\n\0\0\0\0\0\0\0\0\0\0\0", 16);

class StdReader final : public TraceReader {
 public:
  explicit StdReader(ByteSource source) : source_(std::move(source)), buffer_(kBuffer) {
    events_.reserve(kParsedBatch);
    text_ = buffer_.data();
    set_end(0, 0);
  }

  const event::Names& names() const override { return parser_.names(); }

  Result<std::span<const Event>> next() override {
    position_ += events_.size();
    events_.clear();
    breaks_.clear();
    std::uint64_t expected_line = 0;
    while (events_.size() < kParsedBatch) {
      if (text_ == end_) {
        if (!events_.empty()) break;  // hand out what there is before a read that may block
        auto more = fill();
        if (!more) return failure(std::move(more.error()));
        if (!*more) break;
      }
      ++line_;
      Event event;
      const char* after = parser_.parse_known(text_, event);
      if (!after) {
        const char* newline = find<'\n'>(text_);
        std::string_view line = between(text_, newline);
        if (line.ends_with('\r')) line.remove_suffix(1);
        after = newline + 1;
        if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) {
          if (line.starts_with(kIncomplete)) doubts_.emplace_back(line.substr(kIncomplete.size()));
          text_ = after;
          continue;
        }
        auto parsed = parser_.parse_line(line);
        if (!parsed) {
          parsed.error().where = fmt::format("{}:{}", source_.name(), line_);
          return failure(std::move(parsed.error()));
        }
        event = *parsed;
      }
      if (line_ != expected_line) breaks_.push_back({events_.size(), line_});
      expected_line = line_ + 1;
      events_.push_back(event);
      text_ = after;
    }
    return std::span<const Event>(events_);
  }

  std::string where(event::Position position) const override {
    const std::uint64_t index = position - position_;
    std::uint64_t line = line_;
    for (const LineBreak& jump : breaks_)
      if (jump.index <= index) line = jump.line + (index - jump.index);
    return fmt::format("{}:{}", source_.name(), line);
  }

  Progress progress() const override {
    return {source_.offset() - static_cast<std::uint64_t>(filled_ - text_), source_.size()};
  }

  std::vector<std::string> doubts() const override {
    std::vector<std::string> all = doubts_;
    if (position_ + events_.size() == 0 && all.empty())
      all.push_back(fmt::format("{} holds no event: nothing was recorded", source_.name()));
    return all;
  }

 private:
  // From event `index` of the batch on, events stand on consecutive lines, the first of them `line`.
  struct LineBreak {
    std::size_t index = 0;
    std::uint64_t line = 0;
  };

  // Complete lines reach from text_ to end_; the start of the next one, from there to filled_.
  void set_end(std::size_t end, std::size_t filled) {
    end_ = buffer_.data() + end;
    filled_ = buffer_.data() + filled;
  }

  // More complete lines into the buffer, after what is left of the last one; false at the end.
  Result<bool> fill() {
    // The sentinel overwrote the first bytes of the incomplete line.
    std::copy(hidden_.begin(), hidden_.end(), const_cast<char*>(end_));
    auto kept = static_cast<std::size_t>(filled_ - end_);
    std::memmove(buffer_.data(), end_, kept);
    text_ = buffer_.data();
    set_end(0, 0);
    for (;;) {
      if (kept + 1 + kSentinel.size() >= buffer_.size()) {
        if (buffer_.size() > kLongestLine)
          return failure(ErrorCode::limit, fmt::format("found a line of more than {} bytes", kept),
                         fmt::format("{}:{}", source_.name(), line_ + 1));
        buffer_.resize(2 * buffer_.size());
      }
      const std::size_t room = buffer_.size() - 1 - kSentinel.size() - kept;
      auto read = source_.read(std::span(buffer_).subspan(kept, room));
      if (!read) return failure(std::move(read.error()));
      std::size_t filled = kept + *read;
      if (source_.was_stopped())  // in the middle of a line, maybe
        while (filled > 0 && buffer_[filled - 1] != '\n') --filled;
      else if (*read < room && filled > 0 && buffer_[filled - 1] != '\n')
        buffer_[filled++] = '\n';  // the last line
      std::size_t end = filled;
      kept = std::min(kept, filled);
      while (end > kept && buffer_[end - 1] != '\n') --end;
      if (end > kept || *read == 0) {
        text_ = buffer_.data();  // it may have moved
        set_end(end, filled);
        std::copy_n(end_, kSentinel.size(), hidden_.begin());
        std::copy(kSentinel.begin(), kSentinel.end(), const_cast<char*>(end_));
        return end > 0;
      }
      kept = filled;
    }
  }

  ByteSource source_;
  StdParser parser_;
  std::vector<char> buffer_;
  const char* text_ = nullptr;
  const char* end_ = nullptr;
  const char* filled_ = nullptr;
  std::array<char, kSentinel.size()> hidden_{};

  std::vector<Event> events_;
  std::vector<LineBreak> breaks_;
  std::vector<std::string> doubts_;
  std::uint64_t line_ = 0;
  event::Position position_ = 0;  // of the first event of the batch
};

}  // namespace

std::unique_ptr<TraceReader> read_std_text(ByteSource source) {
  return std::make_unique<StdReader>(std::move(source));
}

}  // namespace heddle::trace
