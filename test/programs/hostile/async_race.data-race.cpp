// SPDX-License-Identifier: Apache-2.0
// wrong: two asyncs on one int
#include <future>
int a;
int main(){auto f=std::async(std::launch::async,[]{a++;});auto g=std::async(std::launch::async,[]{a++;});f.get();g.get();return 0;}
