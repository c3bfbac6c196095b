// SPDX-License-Identifier: Apache-2.0
// right: jthread last
#include <thread>
#include <string>
struct S{std::string s="a long long long long string";std::jthread t;void start(){t=std::jthread([this]{s[0]='b';});}};
int main(){S s;s.start();return 0;}
