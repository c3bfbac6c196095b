// SPDX-License-Identifier: Apache-2.0
// wrong: base destructor joins: derived virtual called while derived part destroyed (vptr race)
#include <thread>
struct B{std::thread t;virtual void run(){}void start(){t=std::thread([this]{run();});}virtual ~B(){t.join();}};
struct D:B{int v=0;void run()override{v=1;}};
int main(){{D d;d.start();}return 0;}
