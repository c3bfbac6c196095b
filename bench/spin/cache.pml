/* SPDX-License-Identifier: Apache-2.0 */
/* examples/machine/cache.c for spin: one statement for each visible operation. */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 3
#endif
byte state[N], line[N];
byte memory, latest;
bool bus;
#define lock(m) atomic { !m -> m = true }
#define unlock(m) m = false

inline fetch() {
  other = 0;
  do
  :: other == N -> break
  :: other < N && other == me -> other++
  :: other < N && other != me ->
     s = state[other];
     if
     :: s == 2 ->
        v = line[other];
        memory = v;
        state[other] = 1
     :: s != 2
     fi;
     other++
  od;
  v = memory;
  line[me] = v;
  other = 0; v = 0; s = 0
}

proctype processor(byte me) {
  byte other, s, v;
  do
  :: true -> lock(bus);
     s = state[me];
     if
     :: s == 0 -> fetch(); state[me] = 1
     :: s != 0
     fi;
     v = line[me];
     assert(v == latest);
     v = 0; s = 0;
     unlock(bus)
  :: true -> lock(bus);
     s = state[me];
     if
     :: s != 2 ->
        s = state[me];
        if
        :: s == 0 -> fetch()
        :: s != 0
        fi;
        other = 0;
        do
        :: other == N -> break
        :: other < N && other == me -> other++
        :: other < N && other != me -> state[other] = 0; other++
        od;
        other = 0;
        state[me] = 2
     :: s == 2
     fi;
     v = line[me];
     line[me] = (v + 1) % K;
     v = line[me];
     latest = v;
     v = 0; s = 0;
     unlock(bus)
  :: true -> lock(bus);
     s = state[me];
     if
     :: s == 2 -> v = line[me]; memory = v
     :: s != 2
     fi;
     v = 0; s = 0;
     state[me] = 0;
     unlock(bus)
  od
}

init {
  byte i;
  atomic { for (i : 0 .. N - 1) { run processor(i) } }
}
