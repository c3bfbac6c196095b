// SPDX-License-Identifier: Apache-2.0
// right: derived destructor joins
#include <thread>
struct B{std::thread t;virtual void run(){}void start(){t=std::thread([this]{run();});}void stop(){t.join();}virtual ~B(){}};
struct D:B{int v=0;void run()override{v=1;}~D(){stop();}};
int main(){{D d;d.start();}return 0;}
