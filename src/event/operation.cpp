// SPDX-License-Identifier: Apache-2.0
#include "event/operation.h"

#include <algorithm>
#include <iterator>

namespace heddle::event {
namespace {

constexpr std::array<std::string_view, kOperations> kNames = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) name,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};
constexpr std::array<std::string_view, kOperations> kStdNames = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) std_name,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};
constexpr std::array<std::string_view, kMemoryOrders> kOrders = {
    "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst", "java_volatile"};
constexpr std::array<std::string_view, 8> kKinds = {"nothing", "variable", "lock",    "condition",
                                                    "thread",  "barrier",  "message", "mark"};

template <class Enum, std::size_t size>
std::optional<Enum> find(const std::array<std::string_view, size>& names, std::string_view wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(std::distance(names.begin(), found));
}

}  // namespace

std::string_view name(Operation operation) { return kNames[static_cast<std::size_t>(operation)]; }
std::string_view std_name(Operation operation) { return kStdNames[static_cast<std::size_t>(operation)]; }
std::string_view name(MemoryOrder order) { return kOrders[static_cast<std::size_t>(order)]; }
std::string_view name(TargetKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::optional<Operation> operation_named(std::string_view std_name) {
  return find<Operation>(kStdNames, std_name);
}
std::optional<MemoryOrder> memory_order_named(std::string_view name) {
  return find<MemoryOrder>(kOrders, name);
}

}  // namespace heddle::event
