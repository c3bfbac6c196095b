// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){mutex m;condition_variable_any c;bool f=false;jthread a([&](stop_token st){unique_lock l(m);bool r=c.wait(l,st,[&]{return f;});assert(!r||f);});a.request_stop();}
