// SPDX-License-Identifier: Apache-2.0
// right: deferred runs in get's thread
#include <future>
int a;
int main(){auto f=std::async(std::launch::deferred,[]{a++;return 1;});a++;return f.get()+a!=3;}
