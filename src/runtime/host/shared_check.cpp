// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/shared_check.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/replace_file.h"
#include "cluster/launcher.h"
#include "schedule/checkpoint_end.h"

namespace heddle::runtime::host {
namespace {

using schedule::Exchange;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string read_and_remove(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), {});
  std::error_code none;
  std::filesystem::remove(path, none);
  return text;
}

// What is not whole is refused by whoever reads it.
bool write(const std::string& path, const std::vector<std::string>& parts) {
  std::ofstream stream(path, std::ios::binary);
  for (const std::string& part : parts) stream << part;
  return static_cast<bool>(stream.flush());
}

// Into the record of one rank, that of another.
void add(CheckRecord& into, CheckRecord more) {
  if (more.failure && !into.failure) std::swap(into, more);
  into.executions += more.executions;
  into.redundant += more.redundant;
  into.steps_total += more.steps_total;
  into.search_bytes += more.search_bytes;
  into.stopped |= more.stopped;
  into.racing |= more.racing;
  into.done = std::min(into.done, more.done);
  if (into.bound.empty()) into.bound = more.bound;
  if (into.isolated_because.empty()) into.isolated_because = more.isolated_because;
  for (std::string& doubt : more.doubts)
    if (std::find(into.doubts.begin(), into.doubts.end(), doubt) == into.doubts.end())
      into.doubts.push_back(std::move(doubt));
}

}  // namespace

SharedCheck::SharedCheck(cluster::Job& job, SharedCheckOptions options)
    : job_(job), options_(std::move(options)), sharing_(job.group(), *this), start_(now()) {
  if (!options_.checkpoint.empty() && job_.is_first())
    sharing_.keep_snapshots(options_.checkpoint_seconds, [this](std::vector<std::string> parts) {
      if (cluster::is_launcher_gone()) return;
      if (is_kept_for_good_ || (progress_ != nullptr && schedule::Exchange::look(progress_->exchange.is_old)))
        return;
      is_kept_for_good_ = is_stopping_ || was_stopped_;  // what comes later has not begun
      parts.insert(parts.begin(), options_.command);
      schedule::CheckpointEnd end;
      for (const std::string& each : parts) end.add_all(each);
      parts.emplace_back(reinterpret_cast<const char*>(&end), sizeof end);
      if (!base::replace_file(options_.checkpoint, parts))
        fmt::print(stderr, "heddle: warning: cannot write {}\n", options_.checkpoint);
    });
}

std::string SharedCheck::file(const char* what, std::uint32_t number) const {
  return fmt::format("{}/{}.{}", directory_, what, number);
}

void SharedCheck::begin(schedule::SharedProgress& progress, const std::string& directory) {
  progress_ = &progress;
  directory_ = directory;
  round_ = 1;
  progress.exchange.rank = static_cast<std::uint32_t>(job_.group().rank());
  progress.exchange.is_used = true;
}

void SharedCheck::end() { progress_ = nullptr; }

void SharedCheck::stop() {
  if (!is_stopping_) {
    sharing_.stop();
    stop_asked_ = now();
  }
  is_stopping_ = true;
}

// mpirun asks the others to stop when a rank has died: they have a second to say something.
void SharedCheck::tell_of_silence() {
  constexpr double kPatience = 0.4;  // seconds
  if (!is_stopping_ || was_stopped_ || has_told_ || !job_.is_first() || now() - stop_asked_ < kPatience)
    return;
  has_told_ = true;
  const bool can_go_on = !options_.checkpoint.empty() && std::filesystem::exists(options_.checkpoint);
  fmt::print(stderr,
             "heddle: not all ranks have stopped yet; if one has died, nothing is said about the program{}\n",
             can_go_on ? fmt::format(": go on with --resume {}", options_.checkpoint) : "");
}

void SharedCheck::poll() {
  if (options_.limit_seconds > 0 && job_.is_first() && now() - start_ > options_.limit_seconds) stop();
  sharing_.poll();
  tell_of_silence();
  if (sharing_.is_overdue()) job_.give_up(cluster::kOverdueWords);
}

std::uint64_t SharedCheck::executions() const {
  return job_.is_first() ? sharing_.done() : progress_ != nullptr ? progress_->executions : 0;
}
std::uint64_t SharedCheck::done() { return progress_->executions; }

bool SharedCheck::rests() {
  const Exchange& exchange = progress_->exchange;
  return Exchange::look(exchange.began) == round_ && Exchange::look(exchange.rests) &&
         Exchange::look(exchange.taken) == exchange.brought && Exchange::look(exchange.began) == round_;
}

void SharedCheck::want_part() {
  Exchange& exchange = progress_->exchange;
  if (!options_.samples) Exchange::tell(exchange.wanted, exchange.wanted + 1);
}
std::optional<std::string> SharedCheck::part() {
  const Exchange& exchange = progress_->exchange;
  if (options_.samples) return "";
  if (Exchange::look(exchange.given) != exchange.wanted) return std::nullopt;
  return read_and_remove(file("given", exchange.wanted));
}

void SharedCheck::take_part(std::string part) {
  Exchange& exchange = progress_->exchange;
  write(file("brought", exchange.brought + 1), {std::move(part)});
  Exchange::tell(exchange.brought, exchange.brought + 1);
}

void SharedCheck::want_snapshot() {
  Exchange& exchange = progress_->exchange;
  Exchange::tell(exchange.saves, exchange.saves + 1);
}
std::optional<std::string> SharedCheck::snapshot() {
  const Exchange& exchange = progress_->exchange;
  if (Exchange::look(exchange.saved) != exchange.saves) return std::nullopt;
  return read_and_remove(file("saved", exchange.saves));
}

void SharedCheck::conclude(bool stops) {
  if (stops) progress_->stop = was_stopped_ = true;
  Exchange::tell(progress_->exchange.concluded, round_);
}

std::optional<std::string> SharedCheck::word() {
  if (Exchange::look(progress_->exchange.said) < round_) return std::nullopt;
  return read_and_remove(file("said", round_));
}

void SharedCheck::hear(const std::vector<std::string>& words) {
  Exchange& exchange = progress_->exchange;
  write(file("heard", round_), words);
  exchange.past_wanted = exchange.wanted;
  exchange.past_brought = exchange.brought;
  exchange.past_saves = exchange.saves;
  Exchange::tell(exchange.heard, round_);
  ++round_;
}

base::Result<std::vector<CheckRecord>> SharedCheck::merge(std::vector<CheckRecord> own) {
  cluster::Packer packer;
  const cluster::Traffic traffic = job_.group().traffic();
  packer << traffic << sharing_.idle_seconds() << static_cast<std::uint64_t>(own.size());
  for (const CheckRecord& record : own) packer << record.text;
  auto all = job_.gather(packer.text());
  if (!all) return base::failure(all.error());
  cost_ = {};
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    cluster::Unpacker unpacker((*all)[rank]);
    cluster::Traffic theirs;
    double idle = 0;
    std::uint64_t count = 0;
    unpacker >> theirs >> idle >> count;
    cost_.messages += theirs.messages;
    cost_.bytes += theirs.bytes;
    cost_.idle_seconds += idle;
    if (count != own.size())
      return base::failure(base::ErrorCode::impossible,
                           fmt::format("rank {} made {} checks, and rank 0 made {}: the program does not "
                                       "repeat itself",
                                       rank, count, own.size()));
    for (CheckRecord& record : own) {
      std::string text;
      unpacker >> text;
      if (rank == 0) continue;
      auto more = read_record(text);
      if (!more) return base::failure(more.error());
      add(record, std::move(*more));
    }
  }
  for (CheckRecord& record : own) record.wishes.shard = {};
  // Nothing is left to go on with.
  if (job_.is_first() && !options_.checkpoint.empty() &&
      std::none_of(own.begin(), own.end(), [](const CheckRecord& each) { return each.stopped; }))
    cluster::remove_checkpoint(options_.checkpoint);
  return own;
}

}  // namespace heddle::runtime::host
