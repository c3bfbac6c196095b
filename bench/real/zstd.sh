# SPDX-License-Identifier: Apache-2.0
# zstd 1.5.4: a pool of threads that compress jobs in order; C with POSIX threads.
sources="libzstd"
build() {
  make -s -j2 -C libzstd-*/programs zstd CC="$CC" CFLAGS="$CFLAGS" ZSTD_NO_ASM=1 HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 ZSTD_LEGACY_SUPPORT=0
  make -s -j2 -C libzstd-*/tests poolTests CC="$CC" CFLAGS="$CFLAGS" ZSTD_NO_ASM=1
}
run() {
  data 8 > data
  watch ./libzstd-*/programs/zstd -q -T4 -5 -B262144 -f data
  watch ./libzstd-*/programs/zstd -q -d -f data.zst -o after
  cmp data after
  watch ./libzstd-*/tests/poolTests
}
