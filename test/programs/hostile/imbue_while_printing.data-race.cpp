// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <locale>
int main(){ostringstream o;thread a([&]{o.imbue(locale::classic());});o<<1.5;a.join();}
