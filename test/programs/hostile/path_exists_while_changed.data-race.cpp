// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <filesystem>
int main(){filesystem::path p("/a/b");thread a([&]{p.replace_extension(".x");});error_code e;bool x=filesystem::exists(p,e);a.join();return x;}
