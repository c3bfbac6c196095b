// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <filesystem>
int main(){filesystem::path p="/a/b.txt";jthread a([&]{assert(p.extension()==".txt");});assert(p.filename()=="b.txt");}
