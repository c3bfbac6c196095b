// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::ostringstream o;
int main(){ std::thread t([]{ o<<1; }); o<<2; t.join(); }
