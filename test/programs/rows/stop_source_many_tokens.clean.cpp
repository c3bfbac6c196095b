// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::stop_source s; int n=0; std::thread t([k=s.get_token(),&n]{ while(!k.stop_requested()); n=1; }); s.request_stop(); t.join(); return n-1; }
