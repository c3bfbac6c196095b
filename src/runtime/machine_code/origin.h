// SPDX-License-Identifier: Apache-2.0
// Where a function of a program comes from, as its name tells.
#pragma once

namespace heddle::machine_code {

bool starts(const char* text, const char* with);

// A part of the C library that is linked into every program that needs it: start-up files, libc_nonshared.a.
bool is_start_up(const char* name);
// The compiler's own: it adjusts `this` and goes on to the function it is named after. What it reads is the
// pointer to the table that its caller, which is instrumented, just read.
bool is_thunk(const char* name);
// GoogleTest, Catch2, doctest, Boost.Test.
bool is_of_test_framework(const char* name);
bool is_of_standard_library(const char* name);
// A local function of an object that does not know its source: it was stripped, as those of libgcc.a and
// libstdc++.a are in Debian, and the linker names it after the object.
bool is_support_object(const char* file, bool has_static_library);

}  // namespace heddle::machine_code
