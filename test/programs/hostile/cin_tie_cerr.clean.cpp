// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){jthread a([]{cerr<<"err "<<3<<"\n";});clog<<"x"<<4<<"\n";cout<<"a";}
