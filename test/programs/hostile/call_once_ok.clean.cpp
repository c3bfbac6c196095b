// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){once_flag o;int x=0;auto f=[&]{call_once(o,[&]{x++;});assert(x==1);};jthread a(f),b(f);}
