// SPDX-License-Identifier: Apache-2.0
#include "event/parts.h"

#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace heddle::event {
namespace {

// Reads the text once from front to end, also what the offset is not in: only so is the end of it known.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // False: this is no such text.
  bool parts(std::uint64_t offset, bool wanted, int depth) {
    constexpr int kDeepest = 64;
    if (depth > kDeepest) return false;
    if (take('.')) return true;
    if (take('*')) {
      std::uint64_t to = 0;
      if (!number(to)) return false;
      if (wanted && offset == 0) pointer = to;
      return true;
    }
    if (take('[')) return array(offset, wanted, depth);
    return take('{') && members(offset, wanted, depth);
  }
  std::string name;
  std::optional<std::uint64_t> pointer;

 private:
  bool take(char wanted) {
    if (!text_.starts_with(wanted)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool number(std::uint64_t& value) {
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return true;
  }
  bool array(std::uint64_t offset, bool wanted, int depth) {
    std::uint64_t bytes = 0;
    if (!number(bytes) || bytes == 0) return false;
    std::vector<std::uint64_t> counts;
    while (take(','))
      if (!number(counts.emplace_back())) return false;
    if (!take(']')) return false;
    if (wanted) name += indices(counts, offset / bytes);
    return parts(offset % bytes, wanted, depth + 1);
  }
  bool members(std::uint64_t offset, bool wanted, int depth) {
    while (!take('}')) {
      std::uint64_t at = 0, bytes = 0;
      if (!number(at) || !take(',') || !number(bytes) || !take(',')) return false;
      const std::size_t colon = text_.find(':');
      if (colon == std::string_view::npos) return false;
      const bool here = wanted && offset >= at && offset - at < bytes;
      if (here && colon > 0) name += fmt::format(".{}", text_.substr(0, colon));
      text_.remove_prefix(colon + 1);
      if (!parts(here ? offset - at : 0, here, depth + 1) || !take(';')) return false;
      wanted &= !here;
    }
    return true;
  }
  // Of the first dimension it is not known where it ends.
  static std::string indices(const std::vector<std::uint64_t>& counts, std::uint64_t index) {
    std::string all;
    for (std::size_t i = counts.size(); i-- > 0;) {
      all.insert(0, fmt::format("[{}]", i == 0 || counts[i] == 0 ? index : index % counts[i]));
      if (counts[i] != 0) index /= counts[i];
    }
    return all.empty() ? fmt::format("[{}]", index) : all;
  }

  std::string_view text_;
};

// Where the text goes on behind a remark that it begins with: behind its quotes; 0: it has none.
std::size_t behind_remark(std::string_view text) {
  const std::size_t end = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
  return end != std::string_view::npos ? end + 1 : 0;
}

}  // namespace

std::string remark_in(std::string_view parts) {
  const std::size_t behind = behind_remark(parts);
  return behind != 0 ? std::string(parts.substr(1, behind - 2)) : std::string();
}

std::string with_remark(std::string_view remark, std::string_view parts) {
  if (remark.empty() || remark.find('"') != std::string_view::npos) return std::string(parts);
  return fmt::format("\"{}\"{}", remark, parts.empty() ? "." : parts);
}

std::string part_at(std::string_view parts, std::uint64_t offset) {
  Reader reader(parts);
  reader.parts(offset, true, 0);
  return reader.name;
}

std::optional<std::uint64_t> pointer_at(std::string_view parts, std::uint64_t offset) {
  Reader reader(parts);
  reader.parts(offset, true, 0);
  return reader.pointer;
}

std::string name_at(std::string_view name, std::string_view parts, std::uint64_t offset) {
  parts.remove_prefix(behind_remark(parts));
  const bool is_pointer = parts.starts_with('>'), is_type = parts.starts_with(':');
  if (!is_pointer && !is_type) return fmt::format("{}{}", name, part_at(parts, offset));
  const std::string part = part_at(parts.substr(1), offset);
  if (!part.starts_with('.')) return fmt::format("{}{}{}", is_pointer && part.empty() ? "*" : "", name, part);
  return fmt::format("{}{}{}", name, is_pointer ? "->" : "::", part.substr(1));
}

}  // namespace heddle::event
