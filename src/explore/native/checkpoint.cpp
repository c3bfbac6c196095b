// SPDX-License-Identifier: Apache-2.0
// What is left of a search, in a file (--checkpoint), so that another process goes on with it (--resume): the graphs
// that wait in all parts, what was counted, and what the search has learnt about the program. The workers have come to
// the end of an execution each, and wait.
//
// The file is for the same build of the same program alone, and is written as things lie in memory. It appears whole or
// not at all; a digest at its end tells if it was damaged since. From the moment it is written the search is the same
// as one that was never interrupted: the executions after it are the same ones, and so is their number.
#include <cstdio>
#include <cstring>
#include <string_view>
#include <type_traits>

#include <unistd.h>

#include "base/hash.h"
#include "explore/graph_search.h"
#include "explore/native/identity.h"
#include "explore/native/session.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kMagic = 0x3130746b70636468;  // "hdcpkt01": another one when the format changes

struct Head {
  std::uint64_t magic = kMagic;
  std::uint64_t identity = 0;  // of the process
  std::uint64_t asked = 0;     // a digest of the wishes that make a difference
};

// What else there is to know of the session.
struct Standing {
  std::uint32_t spurious = 0, timeouts = 0, late = 0;
  bool isolate = false, is_fixed = false;
  unsigned runs_again = 0;
  std::uint64_t outline = 0;
  Progress done;
  control::ChangedPieces changed = {};
  char isolated_because[256] = "";
  std::uint64_t objects = 0, graphs = 0;
};

class Writer {
 public:
  explicit Writer(const char* path) : stream_(std::fopen(path, "wb")) {}
  void bytes(const void* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      digest_ = (digest_ ^ static_cast<const unsigned char*>(from)[i]) * kPrime;
    if (stream_ != nullptr && size > 0 && std::fwrite(from, 1, size, stream_) != size) is_good_ = false;
  }
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }
  // True: it is all in the file, for good.
  bool close() {
    if (stream_ == nullptr) return false;
    const std::uint64_t digest = digest_;
    value(digest);
    is_good_ &= std::fflush(stream_) == 0 && fsync(fileno(stream_)) == 0;
    return std::fclose(stream_) == 0 && is_good_;
  }
  static constexpr std::uint64_t kStart = 0xcbf29ce484222325, kPrime = 0x100000001b3;

 private:
  std::FILE* stream_;
  std::uint64_t digest_ = kStart;
  bool is_good_ = true;
};

class Reader {
 public:
  explicit Reader(const char* path) : stream_(std::fopen(path, "rb")) {}
  ~Reader() {
    if (stream_ != nullptr) std::fclose(stream_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  bool bytes(void* to, std::size_t size) {
    if (stream_ == nullptr || !is_good_ || (size > 0 && std::fread(to, 1, size, stream_) != size))
      return is_good_ = false;
    for (std::size_t i = 0; i < size; ++i)
      digest_ = (digest_ ^ static_cast<unsigned char*>(to)[i]) * Writer::kPrime;
    return true;
  }
  template <class T>
  bool value(T& value) {
    return bytes(&value, sizeof value);
  }
  // Of the whole file, before anything of it is believed.
  bool is_whole() {
    if (stream_ == nullptr || std::fseek(stream_, 0, SEEK_END) != 0) return false;
    const long size = std::ftell(stream_);
    std::rewind(stream_);
    if (size < static_cast<long>(sizeof(Head) + sizeof(std::uint64_t))) return false;
    char buffer[4096];
    for (long left = size - static_cast<long>(sizeof(std::uint64_t)); left > 0;) {
      const std::size_t part =
          left < static_cast<long>(sizeof buffer) ? static_cast<std::size_t>(left) : sizeof buffer;
      if (!bytes(buffer, part)) return false;
      left -= static_cast<long>(part);
    }
    const std::uint64_t expected = digest_;
    std::uint64_t found = 0;
    const bool is_same = value(found) && found == expected;
    std::rewind(stream_);
    return is_same;
  }

 private:
  std::FILE* stream_;
  std::uint64_t digest_ = Writer::kStart;
  bool is_good_ = true;
};

// What executions taught those who run the next ones.
template <class Each>
void each_kept(control::Shared& shared, Each&& each) {
  each(shared.doubts);
  each(shared.doubt_texts);
  each(shared.racy_count);
  each(shared.racy_visible);
  each(shared.racy_grew);
  each(shared.race_kept);
  each(shared.tries_visible);
  each(shared.tries_seen);
  each(shared.weak_seen);
  each(shared.weak_watched);
  each(shared.mixed_seen);
  each(shared.mixed_watched);
  each(shared.beyond_sc);
  each(shared.files);
  each(shared.files_count);
  each(shared.files_changed);
  each(shared.paths);
  each(shared.paths_count);
  each(shared.racy);
  each(shared.steps_total);
  each(shared.started);
  each(shared.sites);
  each(shared.sites_count);
  each(shared.sites_overflow);
  each(shared.waits);
  each(shared.waits_count);
  each(shared.waits_visible);
  each(shared.waits_mask);
  each(shared.late_cut);
}

std::uint64_t digest_of(const schedule::Wishes& wishes) {
  constexpr std::string_view kOther[] = {"limit_seconds",      "statistics", "jobs",     "checkpoint",
                                         "checkpoint_seconds", "resume",     "as_found", "show_output",
                                         "limit_silence",      "spurious",   "timeouts", "late"};
  std::uint64_t digest = Writer::kStart;
  schedule::for_each(wishes, [&](const schedule::WishRow& row, const auto& field) {
    for (const std::string_view other : kOther)
      if (row.name == other) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, schedule::Word>) {
      for (const char c : field.view()) digest = base::combine(digest, static_cast<unsigned char>(c));
    } else {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &field, sizeof field);
      digest = base::combine(digest, bits);
    }
  });
  return digest;
}

void write_graph(Writer& writer, ExecutionGraph& graph) {
  writer.value(graph.width());
  graph.each_part([&](auto& array) {
    writer.value(static_cast<std::uint64_t>(array.size()));
    writer.bytes(array.begin(), array.size() * sizeof *array.begin());
  });
}

bool read_graph(Reader& reader, ExecutionGraph& graph) {
  std::uint32_t width = 0;
  bool is_good = reader.value(width);
  graph.set_width(width);
  graph.each_part([&](auto& array) {
    std::uint64_t size = 0;
    if (!is_good || !(is_good = reader.value(size))) return;
    array.resize(size);
    is_good = reader.bytes(array.begin(), size * sizeof *array.begin());
  });
  return is_good;
}

[[noreturn]] void refuse(const char* path, const char* why) {
  runtime::say("cannot go on from ", path, ": ", why);
  _exit(2);
}

}  // namespace

bool Session::keeps_checkpoints() const {
  return !request_.wishes().checkpoint.empty() && strategy_->name == "graphs" && !request_.given.replays;
}

// Between executions, when all workers have come back.
void Session::write_checkpoint() {
  char part[schedule::Word::kLength + 16];
  const char* path = request_.wishes().checkpoint.c_str();
  std::snprintf(part, sizeof part, "%s.part", path);
  Writer writer(part);
  writer.value(Head{.identity = identity_of_process(), .asked = digest_of(request_.wishes())});
  Standing standing;
  standing.spurious = request_.settings.spurious;
  standing.timeouts = request_.settings.timeouts;
  standing.late = request_.settings.late;
  standing.isolate = request_.isolate;
  standing.is_fixed = is_fixed_;
  standing.runs_again = runs_again_;
  standing.outline = result_->outline;
  standing.done = pool_->total();
  standing.changed = result_->changed;
  std::memcpy(standing.isolated_because, result_->isolated_because, sizeof standing.isolated_because);
  standing.objects = shared_->objects;
  const auto each_search = [&](auto&& each) {
    for (std::size_t task = 0; task < Pool::kTasks; ++task)
      if (pool_->is_left(task)) each(static_cast<const GraphSearch&>(*pool_->search_of(task)));
  };
  each_search([&](const GraphSearch& search) { standing.graphs += search.waiting().size(); });
  writer.value(standing);
  each_kept(*shared_, [&](const auto& field) { writer.value(field); });
  for (std::uint64_t at = 0; at < control::Shared::kObjects; ++at) {
    if (shared_->object_keys[at] == 0) continue;
    writer.value(at);
    writer.value(shared_->object_keys[at]);
    writer.value(shared_->object_numbers[at]);
  }
  each_search([&](const GraphSearch& search) {
    for (ExecutionGraph* graph : search.waiting()) write_graph(writer, *graph);
  });
  if (!writer.close() || std::rename(part, path) != 0) runtime::say("warning: cannot write ", path);
}

// After the last execution: what a limit left is for another time; there is nothing for one if nothing is left.
void Session::end_checkpoints() {
  if (!keeps_checkpoints() || was_killed_ || spreads_ || control::failed(*shared_)) return;
  if (result_->stopped)
    write_checkpoint();
  else if (pool_->is_complete())
    unlink(request_.wishes().checkpoint.c_str());
}

// In place of a search that begins: the first one only, as one that begins again knows more.
void Session::resume_search() {
  const char* path = request_.wishes().resume.c_str();
  if (!Reader(path).is_whole()) refuse(path, "it is no checkpoint, or was damaged");
  Reader reader(path);
  Head head;
  if (!reader.value(head) || head.magic != kMagic)
    refuse(path, "it was written by another version of heddle");
  if (head.identity != identity_of_process())
    refuse(path, "it is of another program or build, or the system's libraries are others");
  if (head.asked != digest_of(request_.wishes())) refuse(path, "it was made with other options");
  Standing standing;
  bool is_good = reader.value(standing);
  request_.given.wishes.spurious = request_.settings.spurious = standing.spurious;
  request_.given.wishes.timeouts = request_.settings.timeouts = standing.timeouts;
  request_.given.wishes.late = request_.settings.late = standing.late;
  if (standing.isolate && !request_.isolate) {
    request_.isolate = result_->isolated = true;
    std::memcpy(result_->isolated_because, standing.isolated_because, sizeof standing.isolated_because);
  }
  runs_again_ = standing.runs_again;
  is_fixed_ = standing.is_fixed;
  spreads_ = false;
  result_->outline = standing.outline;
  result_->changed = standing.changed;
  each_kept(*shared_, [&](auto& field) { is_good = is_good && reader.value(field); });
  for (std::uint64_t i = 0; i < standing.objects && is_good; ++i) {
    std::uint64_t at = 0;
    is_good = reader.value(at) && at < control::Shared::kObjects && reader.value(shared_->object_keys[at]) &&
              reader.value(shared_->object_numbers[at]);
  }
  shared_->objects = static_cast<std::uint32_t>(standing.objects);
  GraphSearch& search = graph_search();
  search.go_breadth_first(false);
  search.forget_waiting();
  for (std::uint64_t i = 0; i < standing.graphs && is_good; ++i)
    is_good = read_graph(reader, search.wait_for_new());
  if (!is_good || standing.graphs == 0) refuse(path, "it is no checkpoint, or was damaged");
  search.set_progress(standing.done);
  pool_->note(0, standing.done);
}

}  // namespace heddle::explore
