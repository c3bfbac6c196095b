/* SPDX-License-Identifier: Apache-2.0 */
/* examples/machine/leader.c for spin. */
#ifndef N
#define N 3
#endif
byte mail[N];
byte leaders;
byte number[N];

proctype node(byte me) {
  byte heard;
  bool told;
  do
  :: do :: mail[(me + 1) % N] == 0 -> break :: mail[(me + 1) % N] != 0 od;
     mail[(me + 1) % N] = number[me];
     told = 0;
     do
     :: told -> break
     :: !told ->
        do :: mail[me] != 0 -> heard = mail[me]; break :: mail[me] == 0 od;
        mail[me] = 0;
        if
        :: heard == 9 ->
           if
           :: leaders != 0 ->
              do :: mail[(me + 1) % N] == 0 -> break :: mail[(me + 1) % N] != 0 od;
              mail[(me + 1) % N] = 9
           :: leaders == 0
           fi;
           told = 1
        :: heard == number[me] ->
           atomic { assert(leaders == 0); leaders++ };
           do :: mail[(me + 1) % N] == 0 -> break :: mail[(me + 1) % N] != 0 od;
           mail[(me + 1) % N] = 9;
           do :: mail[me] != 0 -> break :: mail[me] == 0 od;
           mail[me] = 0;
           leaders = 0;
           told = 1
        :: heard != 9 && heard > number[me] ->
           do :: mail[(me + 1) % N] == 0 -> break :: mail[(me + 1) % N] != 0 od;
           mail[(me + 1) % N] = heard
        :: heard < number[me]
        fi;
        heard = 0
     od
  od
}

init {
  byte i;
  atomic {
    number[0] = 3;
    number[1] = 1;
    number[2] = 4;
#if N > 3
    number[3] = 2;
#endif
#if N > 4
    number[4] = 5;
#endif
    for (i : 0 .. N - 1) { run node(i) }
  }
}
