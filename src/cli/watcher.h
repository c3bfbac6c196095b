// SPDX-License-Identifier: Apache-2.0
// `heddle run --when`: the events of the running program go to a predicate's detector, and on to a file if
// there is one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "finding/finding.h"
#include "predict/online_detector.h"
#include "trace/trace.h"

namespace heddle::cli {

class Watcher final : public trace::TraceWriter {
 public:
  // `file` may be null. Fails if the predicate is not understood, or asks for races.
  static base::Result<std::unique_ptr<Watcher>> create(const std::string& when, const std::string& when_full,
                                                       std::unique_ptr<trace::TraceWriter> file);

  base::Result<void> write(const event::Names& names, std::span<const event::Event> events) override;
  base::Result<void> finish(std::span<const std::string> doubts) override;

  // After finish: what was found, and what was not looked at.
  void add_to(finding::Report& report);

 private:
  Watcher(predict::Expression predicate, const std::string& text, const std::string& when_full,
          std::unique_ptr<trace::TraceWriter> file);

  predict::OnlineDetector detector_;
  std::unique_ptr<trace::TraceWriter> file_;
  bool begun_ = false;
  event::Position position_ = 0;
  std::vector<finding::Finding> findings_;
};

}  // namespace heddle::cli
