// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){stringstream s;s<<"1 2 3";thread a([&]{s<<4;});int x;s>>x;a.join();}
