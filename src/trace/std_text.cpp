// SPDX-License-Identifier: Apache-2.0
// Reading is made of two parsers of one syntax. parse_line is complete and explains what is wrong; it
// enters each name it meets, in its raw spelling, into a table. parse_known only handles lines whose every
// word is in these tables: it looks for the delimiters eight bytes at a time and never looks at the
// characters between them, because a spelling that was not checked is in no table. Whatever it does not know
// goes to parse_line. So a line costs some table look-ups, and both must agree on every line
// (std_text_test.cpp).
#include "trace/std_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "trace/name_table.h"
#include "trace/std_syntax.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;
using event::MemoryOrder;
using event::Operation;
using event::TargetKind;

constexpr std::size_t kBatch = 2048;
constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 24;
// Follows the last complete line in the buffer, so that every search for a delimiter ends.
constexpr std::string_view kSentinel("|()=\n\0\0\0\0\0\0\0\0\0\0\0", 16);

// The first place of `delimiter` from `text` on; there is one, and 8 bytes after it can be read.
template <char delimiter>
const char* find(const char* text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  for (;; text += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, 8);
    word ^= kOnes * static_cast<unsigned char>(delimiter);
    if (const std::uint64_t hits = (word - kOnes) & ~word & kHighs; hits != 0)
      return text + std::countr_zero(hits) / 8;
  }
}
std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// A comment that says why a trace is not all that happened.
constexpr std::string_view kIncomplete = "#! incomplete: ";

// Before the name of an acquire: it was tried.
constexpr std::string_view kTry = "try";

// An operation and its order as one number for the table of spellings.
constexpr std::uint64_t pack(Operation operation, MemoryOrder order, bool tried = false) {
  return static_cast<std::uint64_t>(operation) | static_cast<std::uint64_t>(order) << 8 |
         static_cast<std::uint64_t>(tried) << 16;
}
// What an operation without a written order has.
constexpr MemoryOrder default_order(Operation operation) {
  return event::has_order(operation) ? MemoryOrder::seq_cst : MemoryOrder::relaxed;
}

constexpr bool is_waiting(Operation operation) {
  return operation == Operation::wait || operation == Operation::wake;
}

std::string operations_expected() {
  std::string text;
  for (std::size_t i = 0; i < event::kOperations; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : " ", event::std_name(static_cast<Operation>(i)));
  text += fmt::format(" {0}acq {0}acqs", kTry);
  return text;
}

class StdReader final : public TraceReader {
 public:
  explicit StdReader(ByteSource source) : source_(std::move(source)), buffer_(kBuffer) {
    for (std::size_t i = 0; i < event::kOperations; ++i) {
      const auto operation = static_cast<Operation>(i);
      operations_.add(event::std_name(operation), pack(operation, default_order(operation)));
      if (event::can_be_tried(operation))
        operations_.add(fmt::format("{}{}", kTry, event::std_name(operation)),
                        pack(operation, default_order(operation), true));
      for (std::size_t j = 0; j < event::kMemoryOrders; ++j) {
        const auto order = static_cast<MemoryOrder>(j);
        operations_.add(fmt::format("{}.{}", event::std_name(operation), event::name(order)),
                        pack(operation, order));
      }
    }
    events_.reserve(kBatch);
    text_ = buffer_.data();
    set_end(0, 0);
  }

  const event::Names& names() const override { return names_; }

  Result<std::span<const Event>> next() override {
    position_ += events_.size();
    events_.clear();
    breaks_.clear();
    std::uint64_t expected_line = 0;
    while (events_.size() < kBatch) {
      if (text_ == end_) {
        if (!events_.empty()) break;  // hand out what there is before a read that may block
        auto more = fill();
        if (!more) return failure(std::move(more.error()));
        if (!*more) break;
      }
      ++line_;
      Event event;
      const char* after = parse_known(text_, event);
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
        auto parsed = parse_line(line);
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

  // An event of which every word is known, and what follows its line; else nullptr.
  const char* parse_known(const char* text, Event& event) const {
    const char* bar = find<'|'>(text);
    const std::uint64_t* thread = look_up(threads_, text, bar);
    if (!thread) return nullptr;
    event.thread = event::ThreadId(*thread);

    const char* name = bar + 1;
    const char* target = nullptr;
    if (name[1] == '(' && (name[0] == 'r' || name[0] == 'w')) {
      event.operation = name[0] == 'r' ? Operation::read : Operation::write;
      target = name + 2;
    } else {
      const char* open = find<'('>(name);
      const std::uint64_t* operation = look_up(operations_, name, open);
      if (!operation || is_waiting(static_cast<Operation>(*operation & 0xff))) return nullptr;
      event.operation = static_cast<Operation>(*operation & 0xff);
      event.order = static_cast<MemoryOrder>(*operation >> 8 & 0xff);
      event.tried = *operation >> 16 != 0;
      target = open + 1;
    }
    const char* close = find<')'>(target);
    const TargetKind kind = event::target_kind(event.operation);
    if (kind == TargetKind::nothing) {
      if (close != target) return nullptr;
    } else if (kind == TargetKind::variable && target[0] == '0' && target[1] == 'x') {
      if (!parse_address(target + 2, close, event)) return nullptr;
    } else {
      const std::uint64_t* number = look_up(targets_[static_cast<std::size_t>(kind)], target, close);
      if (!number) return nullptr;
      event.target = *number;
      event.extent = kind == TargetKind::variable ? 8 : 0;
    }

    const char* location = close + 1;
    if (*location == '=') {
      const char* digit = location + 1;
      while (*digit >= '0' && *digit <= '9')
        event.value = 10 * event.value + static_cast<std::uint64_t>(*digit++ - '0');
      if (digit == location + 1 || digit > location + 19) return nullptr;
      event.has_value = true;
      location = digit;
    }
    if (*location == '\n') return location + 1;
    if (*location++ != '|') return nullptr;
    const char* newline = find<'\n'>(location);
    const char* location_end = newline[-1] == '\r' ? newline - 1 : newline;
    const std::uint64_t* location_number = look_up(locations_, location, location_end);
    if (!location_number) return nullptr;
    event.location = event::LocationId(*location_number);
    return newline + 1;
  }
  // "7f00:8" of the usual length; whatever else it is, parse_line says it.
  static bool parse_address(const char* text, const char* end, Event& event) {
    const char* begin = text;
    for (; *text != ':'; ++text) {
      const auto digit = static_cast<unsigned>(*text - '0'), letter = static_cast<unsigned>(*text - 'a');
      if (digit > 9 && letter > 5) return false;
      event.target = event.target << 4 | (digit <= 9 ? digit : letter + 10);
    }
    const auto digits = text++ - begin;
    if (digits == 0 || digits > 15 || end - text < 1 || end - text > 9) return false;
    for (; text < end; ++text) {
      if (*text < '0' || *text > '9') return false;
      event.extent = 10 * event.extent + static_cast<std::uint32_t>(*text - '0');
    }
    return event.extent != 0;
  }
  static const std::uint64_t* look_up(const NameTable& table, const char* begin, const char* end) {
    return begin == end ? nullptr : table.find(between(begin, end));
  }

  // The number of a name known by its raw spelling, or found by `make` and then known.
  template <class Make>
  static Result<std::uint64_t> known(NameTable& table, std::string_view spelling, Make make) {
    const std::string padded = std::string(spelling) + std::string(NameTable::kPadding, '\0');
    if (!spelling.empty())
      if (const auto* number = table.find(std::string_view(padded).substr(0, spelling.size())))
        return *number;
    Result<std::uint64_t> number = make(spelling);
    if (number && !spelling.empty()) table.add(spelling, *number);
    return number;
  }
  template <class Id>
  static Result<std::uint64_t> known_name(NameTable& table, std::string_view spelling,
                                          base::StringInterner<Id>& names) {
    return known(table, spelling, [&](std::string_view text) -> Result<std::uint64_t> {
      auto name = unescape_name(text);
      if (!name) return failure(std::move(name.error()));
      return names.intern(*name).number();
    });
  }
  NameTable& targets(TargetKind kind) { return targets_[static_cast<std::size_t>(kind)]; }

  Result<Event> parse_line(std::string_view line) {
    const auto first_bar = line.find('|');
    if (first_bar == std::string_view::npos)
      return failure(
          ErrorCode::malformed,
          fmt::format("found `{}`, expected thread|operation(target)|location", line.substr(0, 80)));
    Event event;
    auto thread = known_name(threads_, line.substr(0, first_bar), names_.threads);
    if (!thread) return failure(std::move(thread.error()));
    event.thread = event::ThreadId(*thread);

    const std::string_view rest = line.substr(first_bar + 1);
    const auto second_bar = rest.find('|');
    if (auto done = parse_action(rest.substr(0, second_bar), event); !done)
      return failure(std::move(done.error()));
    if (second_bar == std::string_view::npos || second_bar + 1 == rest.size()) return event;
    auto location =
        known(locations_, rest.substr(second_bar + 1), [&](std::string_view text) -> Result<std::uint64_t> {
          auto place = location_spelt(text);
          if (!place) return failure(std::move(place.error()));
          return names_.locations.intern(*place).number();
        });
    if (!location) return failure(std::move(location.error()));
    event.location = event::LocationId(*location);
    return event;
  }

  // "w(x)=5", "load.acquire(a)", "fork(T1)" …
  Result<void> parse_action(std::string_view text, Event& event) {
    const auto open = text.find('(');
    const auto close = text.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      return failure(
          ErrorCode::malformed,
          fmt::format("found `{}`, expected an operation and its target, as in w(x)", text.substr(0, 80)));
    const std::string_view name = text.substr(0, open);
    const auto dot = name.find('.');
    auto operation = event::operation_named(name.substr(0, dot));
    if (!operation && name.starts_with(kTry)) {
      operation = event::operation_named(name.substr(0, dot).substr(kTry.size()));
      event.tried = operation && event::can_be_tried(*operation);
      if (!event.tried) operation.reset();
    }
    if (!operation)
      return failure(ErrorCode::malformed, fmt::format("found `{}`, expected an operation: {}",
                                                       name.substr(0, 80), operations_expected()));
    event.operation = *operation;
    event.order = default_order(*operation);
    if (dot != std::string_view::npos) {
      const auto order = event::memory_order_named(name.substr(dot + 1));
      if (!order)
        return failure(
            ErrorCode::malformed,
            fmt::format("found `{}`, expected a memory order: relaxed consume acquire release acq_rel "
                        "seq_cst java_volatile",
                        name.substr(dot + 1, 80)));
      event.order = *order;
    }

    std::string_view target = text.substr(open + 1, close - open - 1);
    std::string_view value = text.substr(close + 1);
    if (event::target_kind(*operation) == TargetKind::variable && value.empty())
      if (const auto equals = target.find('='); equals != std::string_view::npos) {  // w(x=5) for w(x)=5
        value = target.substr(equals);
        target = target.substr(0, equals);
      }
    if (auto done = parse_target(target, event); !done) return done;
    if (value.empty()) return {};
    if (value[0] != '=')
      return failure(ErrorCode::malformed,
                     fmt::format("found `{}` after `)`, expected | or =", value.substr(0, 80)));
    auto number = value_spelt(value.substr(1));
    if (!number) return failure(std::move(number.error()));
    event.value = *number;
    event.has_value = true;
    return {};
  }

  Result<void> parse_target(std::string_view text, Event& event) {
    const TargetKind kind = event::target_kind(event.operation);
    NameTable& table = targets(kind);
    Result<std::uint64_t> target = 0;
    switch (kind) {
      case TargetKind::nothing:
        if (!text.empty())
          return failure(ErrorCode::malformed,
                         fmt::format("found `{}`, expected {}()", text, event::std_name(event.operation)));
        break;
      case TargetKind::variable:
        return parse_variable(text, event);
      case TargetKind::lock:
        target = known_name(table, text, names_.locks);
        break;
      case TargetKind::condition:
        if (is_waiting(event.operation)) return parse_waiting(text, event);
        target = known_name(table, text, names_.conditions);
        break;
      case TargetKind::thread:
        target = known_name(threads_, text, names_.threads);
        if (target && !text.empty() && !find_padded(table, text)) table.add(text, *target);
        break;
      case TargetKind::barrier:
        target = known_name(table, text, names_.barriers);
        break;
      case TargetKind::message:
        target = known_name(table, text, names_.messages);
        break;
      case TargetKind::mark:
        target = known(table, text, [&](std::string_view spelling) -> Result<std::uint64_t> {
          auto mark = mark_spelt(spelling);
          if (!mark) return failure(std::move(mark.error()));
          return names_.marks.intern(*mark).number();
        });
        break;
    }
    if (!target) return failure(std::move(target.error()));
    event.target = *target;
    return {};
  }
  static bool find_padded(const NameTable& table, std::string_view text) {
    const std::string padded = std::string(text) + std::string(NameTable::kPadding, '\0');
    return table.find(std::string_view(padded).substr(0, text.size())) != nullptr;
  }

  // Only whole named variables enter the table: a program's addresses are too many to remember.
  Result<void> parse_variable(std::string_view text, Event& event) {
    auto variable = variable_spelt(text, names_);
    if (!variable) return failure(std::move(variable.error()));
    event.target = variable->address;
    event.extent = variable->size;
    NameTable& table = targets(TargetKind::variable);
    if (!is_spelt_as_address(text) && variable->size == 8 && !find_padded(table, text))
      table.add(text, variable->address);
    return {};
  }

  // "c,l", or "c" without a lock. Not in the table: wait and wake of one condition differ in their locks.
  Result<void> parse_waiting(std::string_view text, Event& event) {
    const auto comma = text.find(',');
    auto condition = known_name(waited_conditions_, text.substr(0, comma), names_.conditions);
    if (!condition) return failure(std::move(condition.error()));
    event.target = *condition;
    event.extent = event::LockId().number();
    if (comma == std::string_view::npos) return {};
    auto lock = known_name(targets(TargetKind::lock), text.substr(comma + 1), names_.locks);
    if (!lock) return failure(std::move(lock.error()));
    event.extent = event::LockId(*lock).number();
    return {};
  }

  ByteSource source_;
  event::Names names_;
  std::vector<char> buffer_;
  const char* text_ = nullptr;
  const char* end_ = nullptr;
  const char* filled_ = nullptr;
  std::array<char, kSentinel.size()> hidden_{};

  NameTable operations_;
  NameTable threads_;
  std::array<NameTable, 8> targets_;  // by TargetKind
  NameTable waited_conditions_;
  NameTable locations_;

  std::vector<Event> events_;
  std::vector<LineBreak> breaks_;
  std::vector<std::string> doubts_;
  std::uint64_t line_ = 0;
  event::Position position_ = 0;  // of the first event of the batch
};

// The escaped spelling of each name, made once.
class Spellings {
 public:
  template <class Make>
  const std::string& at(std::size_t index, Make make) {
    if (index >= known_.size()) known_.resize(index + 1);
    std::string& text = known_[index];
    if (text.empty()) text = make();
    return text;
  }

 private:
  std::vector<std::string> known_;
};

class StdWriter final : public TraceWriter {
 public:
  explicit StdWriter(ByteSink sink) : sink_(std::move(sink)) {}

  Result<void> write(const event::Names& names, std::span<const Event> events) override {
    for (const Event& event : events) {
      append(names, event);
      if (text_.size() >= kBuffer)
        if (auto done = put_text(); !done) return done;
    }
    return {};
  }

  Result<void> finish(std::span<const std::string> doubts) override {
    for (const std::string& doubt : doubts) {
      text_ += kIncomplete;
      for (const char c : doubt) text_ += c == '\n' || c == '\r' ? ' ' : c;
      text_ += '\n';
    }
    if (auto done = put_text(); !done) return done;
    return sink_.close();
  }

  Result<void> flush(const event::Names&) override { return put_text(); }

 private:
  Result<void> put_text() {
    auto done = sink_.write(text_);
    text_.clear();
    return done;
  }

  void append(const event::Names& names, const Event& event) {
    text_ += thread(names, event.thread);
    text_ += '|';
    if (event.tried) text_ += kTry;
    text_ += event::std_name(event.operation);
    if (event::has_order(event.operation) || event.order != MemoryOrder::relaxed) {
      text_ += '.';
      text_ += event::name(event.order);
    }
    text_ += '(';
    append_target(names, event);
    text_ += ')';
    if (event.has_value) fmt::format_to(std::back_inserter(text_), "={}", event.value);
    if (event.location.exists()) {
      text_ += '|';
      text_ += locations_.at(event.location.index(),
                             [&] { return spell_location(names.locations[event.location]); });
    }
    text_ += '\n';
  }

  void append_target(const event::Names& names, const Event& event) {
    const auto named = [&](const auto& table, auto id) -> const std::string& {
      return targets_[static_cast<std::size_t>(event::target_kind(event.operation))].at(
          id.index(), [&] { return escape_name(table[id]); });
    };
    switch (event::target_kind(event.operation)) {
      case TargetKind::nothing:
        return;
      case TargetKind::variable: {
        const std::uint64_t number = (event.target - event::Names::kNamedVariables) / 8;
        if (event.target % 8 == 0 && event.extent == 8 && number < names.named_variables())
          text_ += targets_[static_cast<std::size_t>(TargetKind::variable)].at(
              number, [&] { return spell_variable(event.variable(), names); });
        else
          text_ += spell_variable(event.variable(), names);
        return;
      }
      case TargetKind::lock:
        text_ += named(names.locks, event.lock());
        return;
      case TargetKind::condition:
        text_ += named(names.conditions, event.condition());
        if (is_waiting(event.operation) && event.lock().exists()) {
          text_ += ',';
          text_ += escape_name(names.locks[event.lock()]);
        }
        return;
      case TargetKind::thread:
        text_ += thread(names, event.other());
        return;
      case TargetKind::barrier:
        text_ += named(names.barriers, event.barrier());
        return;
      case TargetKind::message:
        text_ += named(names.messages, event.message());
        return;
      case TargetKind::mark:
        text_ += spell_mark(names.marks[event.mark()]);
        return;
    }
  }

  const std::string& thread(const event::Names& names, event::ThreadId id) {
    return threads_.at(id.index(), [&] { return escape_name(names.threads[id]); });
  }

  ByteSink sink_;
  std::string text_;
  Spellings threads_;
  std::array<Spellings, 8> targets_;  // by TargetKind
  Spellings locations_;
};

}  // namespace

std::unique_ptr<TraceReader> read_std_text(ByteSource source) {
  return std::make_unique<StdReader>(std::move(source));
}
std::unique_ptr<TraceWriter> write_std_text(ByteSink sink) {
  return std::make_unique<StdWriter>(std::move(sink));
}

}  // namespace heddle::trace
