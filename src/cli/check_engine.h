// SPDX-License-Identifier: Apache-2.0
// Which engine `heddle check` takes when it is not told.
#pragma once

#include <string>

namespace heddle::cli {

struct EngineChoice {
  std::string engine;  // "native" or "machine"
  std::string why;     // in words; empty where nothing speaks for the machine
};

// The machine where only it can finish, or only it understands what is written: bitcode, the intrinsics of
// the software-verification competition, annotations about memory, a loop that nothing leaves. Looks at the
// text only, so it may be wrong either way; both engines are sound, and the answer says which one gave it.
EngineChoice engine_for(const std::string& path);

}  // namespace heddle::cli
