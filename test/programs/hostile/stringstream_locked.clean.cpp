// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){stringstream s;mutex m;s<<"1 2 3";thread a([&]{lock_guard<mutex>l(m);s<<4;});{lock_guard<mutex>l(m);int x;s>>x;string t=s.str();}a.join();}
