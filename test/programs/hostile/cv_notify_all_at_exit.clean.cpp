// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
mutex m;condition_variable c;bool d;int main(){thread t([]{unique_lock l(m);d=true;notify_all_at_thread_exit(c,std::move(l));});{unique_lock l(m);c.wait(l,[]{return d;});}t.join();}
