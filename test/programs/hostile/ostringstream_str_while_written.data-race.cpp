// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){ostringstream o;o<<"abc";thread a([&]{o<<1;});string s=o.str();a.join();return s.size()>9;}
