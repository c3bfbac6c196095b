// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){jthread a([]{cout.width(5);});volatile auto w=cout.width();}
