// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct B{thread t;B(){t=thread([this]{run();});}virtual void run(){}virtual ~B(){}void stop(){t.join();}};struct D:B{void run()override{}};
int main(){D d;d.stop();}
