/* SPDX-License-Identifier: Apache-2.0 */
/* examples/machine/peterson.c for spin: N rounds of N for ever, the critical section counts modulo K. */
#ifndef K
#define K 64
#endif
bool flag[2];
bit turn;
byte shared[2];
byte inside;

active [2] proctype user() {
  byte t;
  do
  :: flag[_pid] = 1;
     turn = 1 - _pid;
     do
     :: flag[1 - _pid] == 0 -> break
     :: flag[1 - _pid] != 0 ->
        if
        :: turn == _pid -> break
        :: turn != _pid -> skip
        fi
     od;
     inside++;
     assert(inside == 1);
     t = shared[_pid];
     shared[_pid] = (t + 1) % K;
     t = 0;
     inside--;
     flag[_pid] = 0
  od
}
