// SPDX-License-Identifier: Apache-2.0
// Each way through the kernel hands a variable of its own from one thread to the other.
// only: run
// flags: -D_GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static int data[32];
static int ends[2], copied[2], pair[2], event, timer, tcp, local, udp, queue, set, signals, eof[2], passed[2], vector[2];
static struct sockaddr_in address, datagrams;
static FILE* stream;
static char line[16];

#define CHECK(condition) do { if (!(condition)) { fprintf(stderr, "line %d\n", __LINE__); _exit(9); } } while (0)

static void* receiver(void* p) {
  char c;
  long message[2];
  eventfd_t value;
  unsigned long times;
  CHECK(read(ends[0], &c, 1) == 1 && data[0] == 1);
  CHECK(read(copied[0], &c, 1) == 1 && data[1] == 1);
  CHECK(recv(pair[1], &c, 1, 0) == 1 && data[2] == 1);
  CHECK(eventfd_read(event, &value) == 0 && data[3] == 1);
  CHECK(read(timer, &times, sizeof times) == sizeof times && data[4] == 1);
  int one = accept(tcp, 0, 0);
  CHECK(one >= 0 && data[5] == 1);
  CHECK(read(one, &c, 1) == 1 && data[6] == 1);
  int two = accept(local, 0, 0);
  CHECK(two >= 0 && data[7] == 1);
  CHECK(recvfrom(udp, &c, 1, 0, 0, 0) == 1 && data[8] == 1);
  CHECK(msgrcv(queue, message, sizeof(long), 0, 0) == sizeof(long) && data[9] == 1);
  struct sembuf take = {0, -1, 0};
  CHECK(semop(set, &take, 1) == 0 && data[10] == 1);
  struct signalfd_siginfo info;
  CHECK(read(signals, &info, sizeof info) == sizeof info && data[11] == 1);
  CHECK(read(eof[0], &c, 1) == 0 && data[12] == 1);
  struct pollfd poller = {passed[0], POLLIN, 0};
  CHECK(poll(&poller, 1, -1) == 1 && data[13] == 1);
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(vector[0], &readable);
  CHECK(select(vector[0] + 1, &readable, 0, 0, 0) == 1 && data[14] == 1);
  CHECK(fgets(line, sizeof line, stream) && data[15] == 1);
  return p;
}
int main(void) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, 0);
  CHECK(pipe(ends) == 0 && pipe(copied) == 0 && pipe(eof) == 0 && pipe(passed) == 0 && pipe2(vector, O_CLOEXEC) == 0);
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  event = eventfd(0, 0);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  signals = signalfd(-1, &blocked, 0);
  queue = msgget(IPC_PRIVATE, 0600);
  set = semget(IPC_PRIVATE, 1, 0600);
  socklen_t size = sizeof address;
  tcp = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = datagrams.sin_family = AF_INET;
  address.sin_addr.s_addr = datagrams.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(tcp, (struct sockaddr*)&address, sizeof address) == 0 && listen(tcp, 5) == 0);
  getsockname(tcp, (struct sockaddr*)&address, &size);
  udp = socket(AF_INET, SOCK_DGRAM, 0);
  CHECK(bind(udp, (struct sockaddr*)&datagrams, sizeof datagrams) == 0);
  getsockname(udp, (struct sockaddr*)&datagrams, &size);
  struct sockaddr_un name = {AF_UNIX, ""};
  snprintf(name.sun_path + 1, 50, "heddle-%d", getpid());
  local = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(bind(local, (struct sockaddr*)&name, sizeof name) == 0 && listen(local, 5) == 0);
  int lines[2];
  CHECK(pipe(lines) == 0 && (stream = fdopen(lines[0], "r")));

  pthread_t t;
  pthread_create(&t, 0, receiver, 0);
  data[0] = 1;
  write(ends[1], "x", 1);
  int other = dup(copied[1]);
  data[1] = 1;
  write(other, "x", 1);
  data[2] = 1;
  send(pair[0], "x", 1, 0);
  data[3] = 1;
  eventfd_write(event, 1);
  struct itimerspec soon = {{0, 0}, {0, 1000}};
  data[4] = 1;
  timerfd_settime(timer, 0, &soon, 0);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  data[5] = 1;
  CHECK(connect(client, (struct sockaddr*)&address, sizeof address) == 0);
  data[6] = 1;
  write(client, "x", 1);
  int second = socket(AF_UNIX, SOCK_STREAM, 0);
  data[7] = 1;
  CHECK(connect(second, (struct sockaddr*)&name, sizeof name) == 0);
  int third = socket(AF_INET, SOCK_DGRAM, 0);
  data[8] = 1;
  CHECK(sendto(third, "x", 1, 0, (struct sockaddr*)&datagrams, sizeof datagrams) == 1);
  long message[2] = {1, 2};
  data[9] = 1;
  msgsnd(queue, message, sizeof(long), 0);
  struct sembuf give = {0, 1, 0};
  data[10] = 1;
  semop(set, &give, 1);
  data[11] = 1;
  kill(getpid(), SIGUSR1);
  data[12] = 1;
  close(eof[1]);
  data[13] = 1;
  write(passed[1], "x", 1);
  struct iovec piece = {"x", 1};
  data[14] = 1;
  writev(vector[1], &piece, 1);
  data[15] = 1;
  write(lines[1], "x\n", 2);
  pthread_join(t, 0);
  msgctl(queue, IPC_RMID, 0);
  semctl(set, 0, IPC_RMID);
  return 0;
}
