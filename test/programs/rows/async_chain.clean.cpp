// SPDX-License-Identifier: Apache-2.0
#include <future>
int x;
int main(){ auto f=std::async(std::launch::async,[]{ x++; }).share(); auto g=std::async(std::launch::async,[f]{ f.wait(); x++; }); f.wait(); g.wait(); x++; return x-3; }
