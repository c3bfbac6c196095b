// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){for(int i=0;i<2;i++){int x=0;{jthread t([&]{x=1;});}assert(x==1);}}
