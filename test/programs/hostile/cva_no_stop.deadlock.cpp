// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){mutex m;condition_variable_any c;bool f=false;thread a([&]{unique_lock l(m);c.wait(l,[&]{return f;});});a.join();}
