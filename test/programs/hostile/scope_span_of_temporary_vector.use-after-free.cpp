// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){thread t;{vector<int> v(4);t=thread([p=v.data()]{p[1]=2;});}t.join();}
