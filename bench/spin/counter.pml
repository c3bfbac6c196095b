/* SPDX-License-Identifier: Apache-2.0 */
/* examples/machine/counter.c for spin: one statement for each visible operation. Compile with -DK=…. */
#ifndef K
#define K 4
#endif
byte x, y, count;
bool mx, my;
#define lock(m) atomic { !m -> m = true }
#define unlock(m) m = false

active [2] proctype user() {
  byte tx, ty;
  do
  :: lock(mx); tx = x; atomic { count = (count + 1) % K }; x = (tx + 1) % K; unlock(mx); tx = 0
  :: lock(my); ty = y; atomic { count = (count + K - 1) % K }; y = (ty + 1) % K; unlock(my); ty = 0
  :: lock(mx); tx = x; lock(my); ty = y; assert(count == (tx - ty + K) % K);
     d_step { tx = 0; ty = 0 }; unlock(my); unlock(mx)
  od
}
