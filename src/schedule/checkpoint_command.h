// SPDX-License-Identifier: Apache-2.0
// What was typed when a check began, as the first part of its checkpoint: `heddle check --resume FILE` needs no more words.
// It has the shape of other parts (checkpoint_end.h) and a digest of its own, but nothing of the search is in it.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/checkpoint_end.h"

namespace heddle::schedule {

inline std::string command_part(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(word.c_str(), word.size() + 1);
  const std::uint64_t digest = digest_of_text(text);
  const PartHead head{.magic = PartHead::kCommand, .bytes = text.size() + sizeof digest};
  std::string part(reinterpret_cast<const char*>(&head), sizeof head);
  part += text;
  part.append(reinterpret_cast<const char*>(&digest), sizeof digest);
  return part;
}

// The words that a file begins with; none: it does not say.
inline std::vector<std::string> command_in(std::string_view file) {
  std::vector<std::string> words;
  PartHead head;
  std::uint64_t digest = 0;
  if (file.size() < sizeof head) return words;
  std::memcpy(&head, file.data(), sizeof head);
  file.remove_prefix(sizeof head);
  if (head.magic != PartHead::kCommand || head.bytes < sizeof digest || head.bytes > file.size())
    return words;
  std::string_view text = file.substr(0, head.bytes - sizeof digest);
  std::memcpy(&digest, file.data() + text.size(), sizeof digest);
  if (digest != digest_of_text(text)) return words;
  for (; text.find('\0') != std::string_view::npos; text.remove_prefix(text.find('\0') + 1))
    words.emplace_back(text.substr(0, text.find('\0')));
  return words;
}

}  // namespace heddle::schedule
