// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<bool> a{false}; 
int main(){ std::thread t([]{ a=true; a.notify_one(); a=false; a.notify_one(); }); a.wait(false); t.join(); }
