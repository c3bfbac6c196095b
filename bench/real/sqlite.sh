# SPDX-License-Identifier: Apache-2.0
# SQLite 3.40.1: threads with a connection each, or one for all; test/threadtest3.c is its own test of that.
sources="sqlite3"
build() {
  cd sqlite3-*
  ./configure --quiet --disable-tcl --disable-readline CC=cc  # only to put sqlite3.c together
  make -s sqlite3.c
  $CC $CFLAGS -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_UNLOCK_NOTIFY -w -I. -Isrc -Itest sqlite3.c \
    test/threadtest3.c src/test_multiplex.c -o threadtest3 -pthread -ldl -lm
}
run() {
  for test in create_drop_index_1 lookaside1 shared1 stress1 vacuum1 checkpoint_starvation_1 dynamic_triggers walthread1 walthread3; do
    rm -f test.db*
    watch ./sqlite3-*/threadtest3 "$test"
  done
}
