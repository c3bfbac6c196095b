# SPDX-License-Identifier: Apache-2.0
# xz 5.4.1: compresses and decompresses blocks in parallel; C99 with POSIX threads.
sources="xz-utils"
build() {
  cd xz-utils-*
  ./configure --quiet CC="$CC" CFLAGS="$CFLAGS" --disable-shared --disable-nls --disable-doc --disable-scripts --disable-assembler
  make -s -j2 -C src/liblzma
  make -s -C src/xz
}
run() {
  data 2 > data
  watch ./xz-utils-*/src/xz/xz -T4 -1 --block-size=128KiB -k -f data
  mv data before
  watch ./xz-utils-*/src/xz/xz -T4 -d -f data.xz
  cmp data before
}
