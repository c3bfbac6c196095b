// SPDX-License-Identifier: Apache-2.0
// The environment, which libc's functions read without a lock: interpose_statics.cpp.
#pragma once

namespace heddle::runtime {

// As getenv does; so do the functions of local time, which look for the time zone.
void reads_environment(const void* pc);

}  // namespace heddle::runtime
