// SPDX-License-Identifier: Apache-2.0
// right: callback's destructor waits for a running callback; x read after it.
#include <stop_token>
#include <thread>
int x;
int main(){std::stop_source s;int r=0;std::thread t([&r,tok=s.get_token()]{{std::stop_callback cb(tok,[]{x=1;});}r=x;});s.request_stop();t.join();return r>1;}
