// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S:enable_shared_from_this<S>{atomic<int> n{0};thread go(){return thread([s=shared_from_this()]{s->n++;});}};int main(){auto s=make_shared<S>();thread t=s->go();s->n++;s.reset();t.join();}
