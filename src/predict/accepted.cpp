// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"
#include "predict/prediction.h"

namespace heddle::predict {

Predicted accepted(const Recording& recording, const Meetings& meetings, const PredictionLimits& limits,
                   std::span<const Standing> next, const Meeting& meeting, const Objection& objection) {
  const auto judged = [&](const Meeting& one) {
    Predicted predicted;
    for (const Standing& at : next) {
      predicted.events.push_back(recording.position(at));
      predicted.waits.push_back(!at.ready);
    }
    predicted.schedule = meetings.schedule(one, spelled_out(recording, limits));
    predicted.way = one.way;
    Referee::Judgement judgement;
    const std::string broken = objection(predicted.schedule, &judgement);
    HEDDLE_CHECK(broken.empty(), ("the referee accepts every prediction: " + broken).c_str());
    predicted.other_read = judgement.other_read;
    predicted.other_write = judgement.other_write;
    return predicted;
  };
  Predicted first = judged(meeting);
  if (!first.other_read || meeting.way == Way::followed) return first;
  const Meeting other = meetings.meet_after_writes(next);
  if (other.answer != states::Answer::yes) return first;
  Predicted second = judged(other);
  return second.other_read ? first : second;
}

}  // namespace heddle::predict
