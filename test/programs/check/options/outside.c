// SPDX-License-Identifier: Apache-2.0
// Threads that wait for something heddle does not control, one way for each argument. None of these programs
// is wrong; none may be called clean, and none may hang.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];
static int data;
static const char* what;

static int is(const char* name) { return strcmp(what, name) == 0; }

static void* other(void* argument) {
  (void)argument;
  data = 7;
  if (ends[1] != 0) assert(write(ends[1], "12345678", 8) == 8);
  return NULL;
}

static void wait_for_other(void) {
  char bytes[8];
  struct pollfd one = {ends[0], POLLIN, 0};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  if (is("poll")) assert(poll(&one, 1, -1) == 1);
  if (is("select")) assert(select(ends[0] + 1, &set, NULL, NULL, NULL) == 1);
  if (is("epoll_wait")) {
    struct epoll_event event = {EPOLLIN, {0}};
    const int epoll = epoll_create1(0);
    assert(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) == 0);
    assert(epoll_wait(epoll, &event, 1, -1) == 1);
    close(epoll);
  }
  if (is("recv"))
    assert(recv(ends[0], bytes, sizeof bytes, 0) == 8);
  else
    assert(read(ends[0], bytes, sizeof bytes) == 8);
  assert(data == 7);  // what came through the pipe orders the two: no race
}

int main(int argc, char** argv) {
  what = argc > 1 ? argv[1] : "read";
  pthread_t thread;
  if (is("flock")) {  // held by another open file: nobody gives it back
    char path[] = "/tmp/heddle-outside-XXXXXX";
    const int first = mkstemp(path);
    const int second = open(path, O_RDWR);
    unlink(path);
    flock(first, LOCK_EX);
    flock(second, LOCK_EX);
    return 0;
  }
  if (is("waitpid")) {
    const pid_t child = fork();
    if (child == 0) _exit(3);
    int status = 0;
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    return 0;
  }
  if (is("pause")) return pause();
  if (is("stdin")) return getchar() == EOF ? 0 : 1;  // empty, unless it is a file
  if (is("never")) {                                 // nobody writes
    assert(pipe(ends) == 0);
    char byte;
    return (int)read(ends[0], &byte, 1);
  }
  if (is("raw")) {  // a system call that heddle does not see
    assert(pipe(ends) == 0);
    char byte;
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_read), "D"(ends[0]), "S"(&byte), "d"(1) : "rcx", "r11", "memory");
    return (int)result;
  }
  if (is("accept")) {
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {AF_UNIX, ""};
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "heddle-outside-%d", getpid());
    assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0 && listen(listener, 1) == 0);
    return accept(listener, NULL, NULL) >= 0 ? 0 : 1;
  }
  if (is("sleep")) {  // time is no reason to do anything later: this one is not in doubt
    pthread_create(&thread, NULL, other, NULL);
    sleep(1000);
    usleep(1000000);
    poll(NULL, 0, 100000);
    pthread_join(thread, NULL);
    return data == 7 ? 0 : 1;
  }
  if (is("recv"))
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  else if (is("eventfd"))
    ends[0] = ends[1] = eventfd(0, 0);
  else
    assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, other, NULL);
  wait_for_other();
  pthread_join(thread, NULL);
  return 0;
}
