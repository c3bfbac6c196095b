// SPDX-License-Identifier: Apache-2.0
// wrong: jthread declared before the data it uses: data destroyed first
#include <thread>
#include <string>
struct S{std::jthread t;std::string s="a long long long long string";void start(){t=std::jthread([this]{s[0]='b';});}};
int main(){S s;s.start();return 0;}
