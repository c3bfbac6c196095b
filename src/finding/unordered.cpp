// SPDX-License-Identifier: Apache-2.0
#include "finding/unordered.h"

namespace heddle::finding {
namespace {

constexpr std::string_view kShared = " (shared)";

std::string bare(std::string lock) {
  if (lock.ends_with(kShared)) lock.resize(lock.size() - kShared.size());
  return lock;
}

std::string common_lock(const Step& first, const Step& second) {
  for (const std::string& lock : first.holding)
    for (const std::string& other : second.holding)
      if (bare(lock) == bare(other)) return bare(lock);
  return "";
}

bool is_atomic(const Step& step) { return step.operation.starts_with("atomic"); }

}  // namespace

std::string race_message(const std::string& variable, std::uint64_t bytes) {
  return "data race on `" + variable + "`, " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string why_unordered(const Step& first, const Step& second) {
  std::string why = "Nothing orders the two: ";
  const std::string common = common_lock(first, second);
  if (!common.empty())
    why += "both hold `" + common + "`, but only to read under it";
  else if (first.holding.empty() && second.holding.empty())
    why += first.thread == second.thread ? "no lock is held" : "neither thread holds a lock";
  else if (first.holding.empty() || second.holding.empty())
    why += "only " + (first.holding.empty() ? second.thread : first.thread) + " holds a lock";
  else
    why += "the locks that they hold are different ones";
  if (is_atomic(first) != is_atomic(second))
    why += ", and only one of the accesses is atomic";
  else
    why += ", and no join, atomic or other synchronisation stands between them";
  return why + ".";
}

}  // namespace heddle::finding
