// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){for(int i=0;i<2;i++){int x=0;auto f=async(launch::async,[&]{x=1;});f.get();assert(x==1);}}
