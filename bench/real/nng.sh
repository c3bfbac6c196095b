# SPDX-License-Identifier: Apache-2.0
# nng 1.5.2: sockets whose work a pool of threads and a poller do; all of its own tests that need no network beyond this machine.
sources="nng"
build() {
  cmake -S nng-* -B nng -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" -DNNG_TESTS=ON -DNNG_TOOLS=OFF -DNNG_ENABLE_NNGCAT=OFF > cmake.log
  cmake --build nng -j2 > build.log
}
run() {
  for test in $(ctest --test-dir nng --show-only=json-v1 | python3 -c '
import json, sys
for test in json.load(sys.stdin)["tests"]:
    if not any(word in test["name"] for word in ("resolver", "httpclient", "zt", "tls", "wss")):
        print(",".join(test["command"]))'); do
    watch $(echo "$test" | tr , ' ')
  done
}
