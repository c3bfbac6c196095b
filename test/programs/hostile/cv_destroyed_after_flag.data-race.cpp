// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S{mutex m;condition_variable c;bool d=false;};
int main(){S*s=new S;thread t([s]{{lock_guard l(s->m);s->d=true;}s->c.notify_one();});{unique_lock l(s->m);s->c.wait(l,[s]{return s->d;});}delete s;t.join();}
