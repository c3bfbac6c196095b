// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::stop_source s; int n=0; std::thread t([k=s.get_token(),&n]{ std::stop_callback c(k,[&n]{ n++; }); n++; }); s.request_stop(); t.join(); return 0; }
