// SPDX-License-Identifier: Apache-2.0
#pragma once

// What captured_locals.cpp adds to the name by which clang signs an object file.
#define HEDDLE_SIGNATURE " with heddle's captured_locals"
