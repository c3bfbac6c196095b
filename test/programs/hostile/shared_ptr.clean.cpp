// SPDX-License-Identifier: Apache-2.0
// right: copies of shared_ptr in threads, last one deletes
#include <memory>
#include <thread>
struct S{int v=1;~S(){v=0;}};
int main(){auto p=std::make_shared<S>();int r=0;std::thread t([p,&r]{r+=p->v;}),u([p]{});p.reset();t.join();u.join();return r!=1;}
