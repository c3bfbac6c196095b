// SPDX-License-Identifier: Apache-2.0
// wrong: stop_callback writes plain var in the requester thread, racing with the worker's write.
#include <stop_token>
#include <thread>
int x;
int main(){std::stop_source s;std::thread t([tok=s.get_token()]{std::stop_callback cb(tok,[]{x=1;});x=2;});s.request_stop();t.join();return 0;}
