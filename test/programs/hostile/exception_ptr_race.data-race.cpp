// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){exception_ptr p;jthread a([&]{p=make_exception_ptr(1);});volatile bool b=p==nullptr;}
