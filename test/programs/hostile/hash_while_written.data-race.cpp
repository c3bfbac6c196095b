// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
char text_[16]="hello";
int main(){thread a([]{text_[2]='x';});size_t h=hash<string_view>()(string_view(text_,5));a.join();return h==1;}
