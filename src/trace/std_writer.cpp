// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "trace/std_syntax.h"
#include "trace/std_text.h"

namespace heddle::trace {
namespace {

using base::Result;
using event::Event;
using event::MemoryOrder;
using event::TargetKind;

constexpr std::size_t kWritten = std::size_t{1} << 18;

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
      if (text_.size() >= kWritten)
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

std::unique_ptr<TraceWriter> write_std_text(ByteSink sink) {
  return std::make_unique<StdWriter>(std::move(sink));
}

}  // namespace heddle::trace
