// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <filesystem>
int main(){const filesystem::path p("/a/b.c");auto f=[&]{assert(p.parent_path()=="/a");assert(p.extension()==".c");assert(p.lexically_normal()==p);};thread a(f),b(f);a.join();b.join();}
