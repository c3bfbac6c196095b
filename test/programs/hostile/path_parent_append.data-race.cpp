// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <filesystem>
int main(){filesystem::path p("/a/b");thread a([&]{p/="x";});auto h=p.parent_path();a.join();return h.empty()?0:0;}
