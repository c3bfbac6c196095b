// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){int x=0;{auto f=async(launch::async,[&]{x=1;});}assert(x==1);}
