# SPDX-License-Identifier: Apache-2.0
# CivetWeb 1.15: a web server with a thread that accepts and six that answer; C99 with POSIX threads.
sources="civetweb"
build() {
  cd civetweb-*
  $CC $CFLAGS -w -DNO_SSL -DNDEBUG -Iinclude -Isrc src/civetweb.c src/main.c -o civetweb -pthread -ldl
}
run() {
  mkdir -p root/below
  data 1 > root/large.txt
  echo small > root/small.txt
  watch ./civetweb-*/civetweb -listening_ports 18181 -document_root "$PWD/root" -num_threads 6 -access_log_file access.log &
  python3 "$HERE/web_client.py" 18181 "$PWD/civetweb-"*/civetweb
  wait $!
}
