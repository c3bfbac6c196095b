// SPDX-License-Identifier: Apache-2.0
#pragma once

// What plugin.cpp adds to the name by which clang signs an object file.
#define HEDDLE_SIGNATURE " with heddle's left_out"
