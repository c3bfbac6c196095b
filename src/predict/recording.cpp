// SPDX-License-Identifier: Apache-2.0
#include "predict/recording.h"

#include <algorithm>

namespace heddle::predict {

base::Result<Recording> Recording::from(std::span<const Event> events, const event::Names& names,
                                        const base::Stop& stop) {
  Recording recording(events, names);
  auto must = order::loset_of(events, order::Reads::ignored, order::Locks::contended, stop);
  if (!must) return base::failure(must.error());
  recording.must_ = std::move(*must);
  auto reads = order::loset_of(events, order::Reads::followed, order::Locks::contended, stop);
  if (!reads) return base::failure(reads.error());
  recording.reads_ = std::move(reads->loset);
  recording.failed_tries_ =
      std::any_of(events.begin(), events.end(), [](const Event& event) { return is_failed_try(event); });
  if (!recording.failed_tries_) return recording;
  auto followed = order::loset_of(events, order::Reads::followed_with_tries, order::Locks::contended, stop);
  if (!followed) return base::failure(followed.error());
  recording.followed_ = std::move(followed->loset);
  return recording;
}

}  // namespace heddle::predict
