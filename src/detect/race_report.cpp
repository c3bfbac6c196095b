// SPDX-License-Identifier: Apache-2.0
#include "detect/race_report.h"

#include <fmt/format.h>

#include "finding/unordered.h"

namespace heddle::detect {

void Race::add(std::uint64_t first, std::uint64_t last, const Access& earlier) {
  if (!exists() || first < first_) first_ = first;
  if (!exists() || last > last_) last_ = last;
  if (!exists() || earlier.record.position() > earlier_.record.position()) earlier_ = earlier;
}

finding::Finding Race::finding(const event::Event& event, event::Position position, HeldLocks::Set holding,
                               const HeldLocks& held, const event::Names& names) const {
  const event::Variable bytes{first_, static_cast<std::uint32_t>(last_ - first_ + 1)};
  event::Event earlier = event::access(thread_of(earlier_.stamp), earlier_.record.operation(), bytes);
  earlier.location = earlier_.record.location();
  earlier.stack = earlier_.record.stack();

  finding::Finding finding;
  finding.kind = finding::Kind::data_race;
  finding.certainty = finding::Certainty::observed;
  finding.variable = names.describe(bytes);
  finding.message = fmt::format("data race on `{}`", finding.variable);
  if (std::string origin = names.origin(bytes); !origin.empty()) finding.notes.push_back(std::move(origin));
  finding.steps.push_back(finding::step_from(earlier, earlier_.record.position(), names));
  finding.steps.back().holding = held.names(earlier_.record.holding, names);
  finding.steps.push_back(finding::step_from(event, position, names));
  finding.steps.back().holding = held.names(holding, names);
  finding.notes.push_back(finding::why_unordered(finding.steps[0], finding.steps[1]));
  finding.witness.kind = finding::Witness::Kind::positions;
  return finding;
}

}  // namespace heddle::detect
