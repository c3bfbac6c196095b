// SPDX-License-Identifier: Apache-2.0
#include "cli/shards.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <type_traits>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {

CLI::Validator is_shard() {
  return {[](std::string& text) -> std::string {
            if (schedule::shard_in(text).count > 0) return "";
            return fmt::format("{}: expected i/n with 1 ≤ i ≤ n ≤ {}, such as 3/16", text,
                               schedule::kMostShards);
          },
          "i/n"};
}

CLI::Validator can_be_replaced() {
  return {[](std::string& path) -> std::string {
            std::error_code none;
            if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
              return path + ": it is no regular file, and would be replaced by one";
            // Not every directory that seems to take files does: that of a read-only file system, or /proc.
            const std::string trial = fmt::format("{}.{}.part", path, getpid());
            const int file = open(trial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
            if (file < 0)
              return fmt::format("{}: cannot be written: {}: {}", path, trial, std::strerror(errno));
            close(file);
            unlink(trial.c_str());
            return "";
          },
          ""};
}

void note_share(finding::Report& report, schedule::Shard shard, const std::string& outline,
                const std::string& options) {
  report.share = {.number = shard.number, .count = shard.count, .outline = outline, .options = options};
  for (finding::Statistic& each : report.statistics) {
    if (each.name != "guarantee") continue;
    report.share->guarantee = std::get<std::string>(each.value);
    each.value = fmt::format("share {} of {}: {}; `heddle merge` tells of the whole", shard.number,
                             shard.count, report.share->guarantee);
  }
}

std::string wishes_in_words(const schedule::Wishes& wishes) {
  static const std::set<std::string_view> other = {
      "limit_seconds",      "statistics", "jobs",        "shard",         "checkpoint", "resume",
      "checkpoint_seconds", "as_found",   "show_output", "limit_silence", "share_after"};
  const schedule::Wishes always;
  std::vector<std::string> usual;
  schedule::for_each(always, [&](const schedule::WishRow&, const auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, schedule::Word>)
      usual.push_back(std::string(field.view()));
    else
      usual.push_back(fmt::format("{}", field));
  });
  std::string words;
  std::size_t row_number = 0;
  schedule::for_each(wishes, [&](const schedule::WishRow& row, const auto& field) {
    std::string value;
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, schedule::Word>)
      value = field.view();
    else
      value = fmt::format("{}", field);
    if (value != usual[row_number++] && !other.contains(row.name))
      words += fmt::format("{}{}={}", words.empty() ? "" : " ", row.name, value);
  });
  return words;
}

}  // namespace heddle::cli
