// SPDX-License-Identifier: Apache-2.0
// Functions of the C library, and what libstdc++ keeps in its own, that can be written in C: compiled and linked
// only where one of them is missing (compile.cpp), so every access they make is the machine's to judge. What needs
// the machine itself is in builtin.def.
//
// State that a lock of the library's own guards is changed between heddle_step_begin and _end: at once, and without
// ordering anything, since nobody may rely on that lock. State that it does not guard is left to race.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::program {

struct LibraryPart {
  const char* names;  // of the linker, apart by blanks
  const char* text;
  bool is_cpp = false;
};
struct LibraryText {
  std::string c, cpp;
};
extern const LibraryPart kTextLibrary;
extern const LibraryPart kNumbersLibrary;
extern const LibraryPart kFormatLibrary;
extern const LibraryPart kProcessLibrary;
extern const LibraryPart kEndsLibrary;
extern const LibraryPart kExceptionsLibrary;
extern const LibraryPart kErrorsLibrary;
extern const LibraryPart kOnceLibrary;
extern const LibraryPart kAttributesLibrary;
extern const LibraryPart kContainersLibrary;
extern const LibraryPart kThreadsLibrary;
extern const LibraryPart kSleepsLibrary;
extern const LibraryPart kNamesLibrary;
extern const LibraryPart kSignalsLibrary;
extern const LibraryPart kWaitsLibrary;
extern const LibraryPart kFuturesLibrary;

// Headers of libstdc++ that are taken instead of its own: name and text.
extern const std::array<std::pair<const char*, const char*>, 2> kOwnHeaders;

// Text of the parts that define one of the names and are not in `linked` yet; they are then. Empty if there is none.
LibraryText library_text(const std::vector<std::string>& missing, std::vector<const LibraryPart*>& linked);

}  // namespace heddle::program
