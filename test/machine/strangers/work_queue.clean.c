/* A bounded queue of jobs with function pointers, two workers, and an orderly shutdown. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*job_fn)(void *);
struct job {
  job_fn run;
  void *argument;
  struct job *next;
};
struct queue {
  struct job *head, **tail;
  size_t length, capacity;
  bool closed;
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
};

static void queue_init(struct queue *q, size_t capacity) {
  memset(q, 0, sizeof *q);
  q->tail = &q->head;
  q->capacity = capacity;
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
}
static int queue_push(struct queue *q, job_fn run, void *argument) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL) return -1;
  job->run = run;
  job->argument = argument;
  job->next = NULL;
  pthread_mutex_lock(&q->lock);
  while (q->length == q->capacity) pthread_cond_wait(&q->not_full, &q->lock);
  *q->tail = job;
  q->tail = &job->next;
  q->length++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
  return 0;
}
static struct job *queue_pop(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  while (q->length == 0 && !q->closed) pthread_cond_wait(&q->not_empty, &q->lock);
  struct job *job = q->head;
  if (job != NULL) {
    q->head = job->next;
    if (q->head == NULL) q->tail = &q->head;
    q->length--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return job;
}
static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add(void *argument) {
  pthread_mutex_lock(&total_lock);
  total += *(int *)argument;
  pthread_mutex_unlock(&total_lock);
}
static void *worker(void *argument) {
  struct queue *q = argument;
  struct job *job;
  while ((job = queue_pop(q)) != NULL) {
    job->run(job->argument);
    free(job);
  }
  pthread_mutex_lock(&q->lock);
  assert(q->closed);
  pthread_mutex_unlock(&q->lock);
  return NULL;
}

int main(void) {
  struct queue q;
  pthread_t workers[2];
  int numbers[] = {1, 2, 3};
  queue_init(&q, 2);
  for (int i = 0; i < 2; i++)
    if (pthread_create(&workers[i], NULL, worker, &q) != 0) return EXIT_FAILURE;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (queue_push(&q, add, &numbers[i]) != 0) return EXIT_FAILURE;
  queue_close(&q);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  printf("total %d\n", total);
  assert(total == 6 && q.length == 0);
  pthread_mutex_destroy(&q.lock);
  pthread_cond_destroy(&q.not_empty);
  pthread_cond_destroy(&q.not_full);
  return EXIT_SUCCESS;
}
