// SPDX-License-Identifier: Apache-2.0
// The time zone, which functions of local time look for in the environment, without a lock: interpose_statics.cpp.
#pragma once

namespace heddle::runtime {

void reads_time_zone(const void* pc);

}  // namespace heddle::runtime
