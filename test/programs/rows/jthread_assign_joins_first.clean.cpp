// SPDX-License-Identifier: Apache-2.0
#include <thread>
int x; 
int main(){ std::jthread j([]{ x=1; }); j=std::jthread([]{ }); x++; return x-2; }
