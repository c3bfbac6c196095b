// SPDX-License-Identifier: Apache-2.0
// right: intrusive refcount, acq_rel
#include <atomic>
#include <thread>
struct N{std::atomic<int> r{2};int v=0;void rel(){if(r.fetch_sub(1,std::memory_order_acq_rel)==1)delete this;}};
int main(){auto*n=new N;std::thread t([n]{(void)n->v;n->rel();});n->rel();t.join();return 0;}
