// SPDX-License-Identifier: Apache-2.0
#include <thread>
int x; int main(){std::thread t([]{x++;}); x++; t.join();}
