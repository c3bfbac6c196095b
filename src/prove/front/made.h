// SPDX-License-Identifier: Apache-2.0
// What the initial function has to leave written: the object that it is given may hold anything before, and some locks
// are none before they are made, wherever they are.
#pragma once

#include <string>
#include <vector>

#include "prove/front/places.h"

namespace heddle::prove {

struct ToMake {
  PlaceId place = -1;
  std::string name;
  bool by_call = false;  // a lock that zero bytes are not
};

// On the initial function as it is translated; null: there is none. Throws Unsupported where one of these is read
// before it is wholly written on every way, or left so. `object` is the function's parameter for it, or null.
void refuse_unmade(const llvm::Function* initial, const llvm::Argument* object, const Places& places,
                   const std::vector<ToMake>& needed);

}  // namespace heddle::prove
