// SPDX-License-Identifier: Apache-2.0
// Two descriptions of one message queue.
// only: run
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char name[40];
static int data;
static void* receiver(void* p) {
  char text[64];
  mqd_t queue = mq_open(name, O_RDONLY);
  if (mq_receive(queue, text, sizeof text, 0) < 0) return &data;
  mq_close(queue);
  return (void*)(long)(data - 1 + (p != 0));
}
int main(void) {
  snprintf(name, sizeof name, "/heddle-%d", getpid());
  struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 64};
  mqd_t queue = mq_open(name, O_CREAT | O_WRONLY, 0600, &attributes);
  if (queue < 0) return 0;  // there are none here
  pthread_t t;
  void* result;
  pthread_create(&t, 0, receiver, 0);
  data = 1;
  mq_send(queue, "x", 1, 0);
  pthread_join(t, &result);
  mq_unlink(name);
  return result != 0;
}
