// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){vector<char> v(100);jthread t([&]{fill(v.begin(),v.end(),'x');});volatile char x=v[50];}
