// SPDX-License-Identifier: Apache-2.0
// `heddle run --when`: the events of the running program go to a predicate's detector, and on to a file: the
// one the user asked for, or one that is kept as long as nothing is found. From that file the finding's run
// is checked by other means (predict/witness.h) when the program has ended.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "finding/finding.h"
#include "predict/library_predicate.h"
#include "predict/watching.h"
#include "trace/trace.h"

namespace heddle::cli {

class Watcher final : public trace::TraceWriter {
 public:
  struct Options {
    std::string when, library;  // one of them
    std::string when_full;
    bool lock_order = true;  // each lock changes hands as it does; else in any order
    std::string record;      // "": nobody asked for it
    std::string scratch;     // then a file of our own
  };
  // Fails if the predicate is not understood.
  static base::Result<std::unique_ptr<Watcher>> create(const Options& options);

  base::Result<void> write(const event::Names& names, std::span<const event::Event> events) override;
  base::Result<void> flush(const event::Names& names) override { return file_->flush(names); }
  base::Result<void> finish(std::span<const std::string> doubts) override;

  // After finish: what was found, and what was not looked at.
  void add_to(finding::Report& report);

 private:
  Watcher(const Options& options, std::optional<predict::LibraryPredicate> library,
          predict::WatchedPredicate predicate, std::unique_ptr<trace::TraceWriter> file);
  void check(finding::Finding& found) const;

  const Options options_;
  std::optional<predict::LibraryPredicate> library_;  // outlives the detector, which calls it
  const predict::WatchedPredicate predicate_;
  std::unique_ptr<predict::Watching> detector_;
  std::unique_ptr<trace::TraceWriter> file_;
  bool begun_ = false;
  event::Position position_ = 0;
  std::vector<finding::Finding> findings_;
};

}  // namespace heddle::cli
