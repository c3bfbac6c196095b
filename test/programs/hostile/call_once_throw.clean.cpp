// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){once_flag o;int n=0,x=0;auto f=[&]{try{call_once(o,[&]{if(n++==0)throw 1;x=7;});}catch(int){}};{jthread a(f),b(f);}f();assert(x==7);}
