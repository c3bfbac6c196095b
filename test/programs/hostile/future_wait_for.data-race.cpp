// SPDX-License-Identifier: Apache-2.0
// wrong: future timeout then result slot read
#include <future>
#include <chrono>
int v;
int main(){using namespace std::chrono_literals;auto f=std::async(std::launch::async,[]{v=1;});f.wait_for(1s);int r=v;f.get();return r>1;}
