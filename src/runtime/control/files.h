// SPDX-License-Identifier: Apache-2.0
// What files and the streams on them have in common: hooks_files.cpp.
#pragma once

#include "runtime/control/objects.h"
#include "runtime/control/touch.h"

namespace heddle::control {

// A call on an open file as one step; nullptr: not by way of a stream. A stream may have no file.
void step_on_open_file(int file, FileUse use, Object* stream, const void* pc);
void step_on_table(const void* pc);  // of descriptors: a call that gives out a number, or takes it back
// A call that names a file: whether it makes, removes or empties one.
void step_on_path(const char* path, bool changes, const void* pc, bool opens = false);
bool makes_anew(const char* path, int flags);  // nothing of what it has is from before
void opened(int file, const char* path, bool anew);
void gives_up_outside(int file, const void* pc);  // before it is closed: hooks_outside.cpp

}  // namespace heddle::control
