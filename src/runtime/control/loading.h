// SPDX-License-Identifier: Apache-2.0
// Modules that the program loads itself, by dlopen: modules.cpp. Code in them that was not compiled for heddle is a doubt;
// the process that writes the result may never have loaded it.
#pragma once

namespace heddle::control {

void before_loading();  // it is about to load one
void after_loading();   // it looks into what it has loaded

}  // namespace heddle::control
