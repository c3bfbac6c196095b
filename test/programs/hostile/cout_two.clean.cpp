// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){jthread a([]{cout<<"a"<<1<<endl;});cout<<"b"<<2<<endl;}
