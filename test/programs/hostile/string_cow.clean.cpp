// SPDX-License-Identifier: Apache-2.0
// right: copies of std::string (no COW in new ABI)
#include <string>
#include <thread>
int main(){std::string s="hello world this is a long one";std::thread t([c=s]()mutable{c[0]='x';});s[0]='y';t.join();return s[0]!='y';}
