/* SPDX-License-Identifier: Apache-2.0 */
/* examples/machine/buffer.c for spin: one statement for each visible operation. */
#ifndef SIZE
#define SIZE 3
#endif
#ifndef K
#define K 6
#endif
byte buffer[SIZE];
byte in, out, produced, consumed;
byte room = SIZE, items;
bool producing, consuming;
#define lock(m) atomic { !m -> m = true }
#define unlock(m) m = false
#define wait(s) atomic { s > 0 -> s-- }

active [2] proctype producer() {
  byte i, p;
  do
  :: wait(room);
     lock(producing);
     p = produced;
     i = in;
     buffer[i] = p;
     i = in;
     in = (i + 1) % SIZE;
     p = produced;
     produced = (p + 1) % K;
     i = 0; p = 0;
     unlock(producing);
     items++
  od
}

active [2] proctype consumer() {
  byte o, b, c;
  do
  :: wait(items);
     lock(consuming);
     o = out;
     b = buffer[o];
     c = consumed;
     assert(b == c);
     o = out;
     out = (o + 1) % SIZE;
     c = consumed;
     consumed = (c + 1) % K;
     o = 0; b = 0; c = 0;
     unlock(consuming);
     room++
  od
}
