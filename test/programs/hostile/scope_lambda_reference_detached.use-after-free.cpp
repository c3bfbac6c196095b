// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){latch l(1);{int x=0;thread([&]{x=1;l.count_down();}).detach();}l.wait();}
