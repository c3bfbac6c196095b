# SPDX-License-Identifier: Apache-2.0
# libuv 1.44.2: a pool of threads behind an event loop; the programs of its own guide that use threads.
sources="libuv1"
build() {
  cmake -S libuv1-* -B libuv -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" > cmake.log
  cmake --build libuv -j2 --target uv_a > build.log
  for program in queue-work progress thread-create locks; do
    $CC $CFLAGS -w -I"$(echo libuv1-*)/include" libuv1-*/docs/code/$program/main.c libuv/libuv_a.a -o $program -pthread -ldl -lrt
  done
}
run() {
  for program in queue-work progress thread-create locks; do watch ./$program; done
}
