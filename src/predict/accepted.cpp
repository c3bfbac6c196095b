// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"
#include "predict/prediction.h"

namespace heddle::predict {

Predicted accepted(const Recording& recording, const PredictionLimits& limits, std::span<const Standing> next,
                   const Meeting& meeting, const Objection& objection) {
  Predicted predicted;
  for (const Standing& at : next) {
    predicted.events.push_back(recording.position(at));
    predicted.waits.push_back(!at.ready);
  }
  predicted.schedule = schedule_of(recording, meeting, spelled_out(recording, limits));
  predicted.way = meeting.way;
  Referee::Judgement judgement;
  const std::string broken = objection(predicted.schedule, &judgement);
  HEDDLE_CHECK(broken.empty(), ("the referee accepts every prediction: " + broken).c_str());
  predicted.other_read = judgement.other_read;
  predicted.other_write = judgement.other_write;
  // A try that failed though nobody held the lock, where the recording shows it free as well.
  if (predicted.other_read && predicted.way == Way::followed) predicted.way = Way::recorded;
  return predicted;
}

}  // namespace heddle::predict
