// SPDX-License-Identifier: Apache-2.0
#include "cli/check_wishes.h"

#include <algorithm>
#include <string>

#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/limits.h"

namespace heddle::cli {
namespace {

using schedule::Word;

// Of a number that nobody need give.
std::string told(const std::string& help, bool is_zero) {
  return help + (is_zero ? "; 0: as without it" : "");
}

void add(CLI::App& app, const std::string& flag, const std::string& help, bool& field) {
  app.add_flag(flag, field, help);
}
void add(CLI::App& app, const std::string& flag, const std::string& help, std::uint64_t& field) {
  CLI::Option* option = app.add_option(flag, field, told(help, field == 0))->check(CLI::NonNegativeNumber);
  if (field != 0 && field != schedule::kAny) option->capture_default_str();
}
void add(CLI::App& app, const std::string& flag, const std::string& help, double& field) {
  const bool is_between = flag == "--checkpoint-seconds";
  CLI::Option* option = app.add_option(flag, field, told(help, field == 0))
                            ->check(is_between ? seconds_between() : seconds_number());
  if (field != 0) option->capture_default_str();
}
void add(CLI::App& app, const std::string& flag, const std::string& help, Word& field) {
  const auto take = [&field, flag](const std::string& text) {
    if (!field.set(text))
      throw CLI::ValidationError(flag, fmt::format("longer than {} characters", Word::kLength));
  };
  app.add_option_function<std::string>(flag, take, help)->default_str(field.c_str());
}

}  // namespace

void add_wishes(CLI::App& app, schedule::Wishes& wishes, schedule::Engine engine) {
  schedule::for_each(wishes, [&](const schedule::WishRow& row, auto& field) {
    if (row.engine != engine) return;
    std::string flag = "--" + std::string(row.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    if (flag == "--jobs") flag += ",-j";
    add(app, flag, std::string(row.help), field);
  });
}

}  // namespace heddle::cli
