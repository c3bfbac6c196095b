# SPDX-License-Identifier: Apache-2.0
# pbzip2 1.1.13: compresses and decompresses blocks in parallel; C++98 with POSIX threads and conditions.
sources="pbzip2 bzip2"
build() {
  make -s -C bzip2-* libbz2.a CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64"
  cp bzip2-*/libbz2.a bzip2-*/bzlib.h pbzip2-*/
  make -s -C pbzip2-* pbzip2-static CXX="$CXX" CXXFLAGS="$CFLAGS -pthread -DUSE_STACKSIZE_CUSTOMIZATION" LDLIBS="libbz2.a"
}
run() {
  data 6 > data
  watch ./pbzip2-*/pbzip2 -p4 -b2 -k -f data
  mv data before
  watch ./pbzip2-*/pbzip2 -p4 -d -f data.bz2
  cmp data before
}
