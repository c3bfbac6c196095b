// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){exception_ptr p;thread t([&]{try{throw runtime_error("a");}catch(...){p=current_exception();}});t.join();try{rethrow_exception(p);}catch(runtime_error&e){assert(e.what()[0]=='a');}}
