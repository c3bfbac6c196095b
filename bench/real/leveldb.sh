# SPDX-License-Identifier: Apache-2.0
# LevelDB 1.23: readers and writers beside a thread that compacts; C++11 with std::mutex, std::atomic and std::thread.
sources="leveldb"
build() {
  cmake -S leveldb-* -B leveldb -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CFLAGS" \
    -DCMAKE_CXX_STANDARD=14 -DHAVE_SNAPPY=OFF -DHAVE_TCMALLOC=OFF -DHAVE_CRC32C=OFF > cmake.log
  cmake --build leveldb -j2 --target db_bench c_test recovery_test > build.log
}
run() {
  export TEST_TMPDIR=$PWD/db
  mkdir -p db
  watch leveldb/c_test
  watch leveldb/recovery_test
  watch leveldb/db_bench --db=db/bench --num=5000 --threads=4 --benchmarks=fillrandom,readwhilewriting,overwrite,compact,readrandom
}
