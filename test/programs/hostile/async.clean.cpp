// SPDX-License-Identifier: Apache-2.0
// right: async futures join in destructor
#include <future>
int a,b;
int main(){{auto f=std::async(std::launch::async,[]{a=1;});auto g=std::async(std::launch::async,[]{b=1;});}return a+b!=2;}
