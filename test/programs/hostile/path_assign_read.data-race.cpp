// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <filesystem>
int main(){filesystem::path p("/a/b"),q("/c/d/e");thread a([&]{p=q;});bool h=p.has_parent_path();a.join();return h?0:0;}
