// SPDX-License-Identifier: Apache-2.0
// One edge of a heap program beside one event of the compiled program: memory is what the event says it is.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "prove/beside/trace.h"
#include "prove/front/program.h"

namespace heddle::prove {

// A local as the compiled program has it: an address, a number of as many bits as data has, a version, 0 or 1.
struct NativeValue {
  std::uint64_t value = 0;
  bool is_known = false;
  auto operator<=>(const NativeValue&) const = default;
};

struct NativeThread {
  NodeId node = kIdle;
  std::vector<NativeValue> locals;
  auto operator<=>(const NativeThread&) const = default;
};

class NativeStep {
 public:
  NativeStep(const Program& program, const NativeLayout& layout, const NativeTrace& trace)
      : program_(program), layout_(layout), trace_(trace) {}

  NativeThread entry(const Function& function, std::uint64_t argument) const;

  // The edge cannot be taken now, or it can without the event, or the event is what it does.
  enum class Taken : std::uint8_t { no, alone, with_event };
  Taken take(const Edge& edge, const NativeEvent& event, NativeThread& thread) const;

  std::string describe(const NativeEvent& event) const;

 private:
  struct Access;
  bool operate(const Op& op, Access& access, NativeThread& thread) const;
  bool operate_on_memory(const Op& op, Access& access, NativeThread& thread) const;
  bool returns(const Edge& edge, const NativeEvent& event, const NativeThread& thread) const;
  std::uint64_t cut(std::uint64_t value) const;
  NativeValue pointer(Variable variable, const NativeThread& thread) const;
  NativeValue data(DataOperand operand, const NativeThread& thread) const;

  const Program& program_;
  const NativeLayout& layout_;
  const NativeTrace& trace_;
};

}  // namespace heddle::prove
