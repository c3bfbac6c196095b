// SPDX-License-Identifier: Apache-2.0
// A doubt that names a place of the program: what a call does that is not explored is told with its line.
#pragma once

#include "runtime/control/shared.h"

namespace heddle::control {

// As cut(); `pc` is in the program, or in a library that the program called. In the doubt's text the place stands behind
// schedule::kPlaceMark, for whoever has the program's lines (check_report.cpp).
[[noreturn]] void cut_at(Doubt kind, const char* text, const void* pc);

}  // namespace heddle::control
