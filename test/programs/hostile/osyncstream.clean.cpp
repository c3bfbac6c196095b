// SPDX-License-Identifier: Apache-2.0
// right: async launched tasks chain with exception caught
#include <future>
#include <stdexcept>
int main(){auto f=std::async(std::launch::async,[]()->int{throw std::runtime_error("x");});try{f.get();return 1;}catch(std::runtime_error&){return 0;}}
