// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){stringbuf b;ostream o(&b),p(&b);o<<"abc";thread a([&]{o<<1;});p<<2;a.join();}
