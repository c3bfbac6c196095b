// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){exception_ptr p=make_exception_ptr(7);auto f=[](exception_ptr q){try{rethrow_exception(q);}catch(int v){assert(v==7);}};jthread a(f,p),b(f,p);}
