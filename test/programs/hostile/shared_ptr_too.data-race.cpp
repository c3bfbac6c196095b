// SPDX-License-Identifier: Apache-2.0
// wrong: same shared_ptr object read & reset
#include <memory>
#include <thread>
std::shared_ptr<int> p=std::make_shared<int>(1);
int main(){std::thread t([]{auto q=p;(void)q;});p.reset();t.join();return 0;}
