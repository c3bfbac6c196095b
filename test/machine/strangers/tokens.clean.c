/* strtok_r, strspn, strcspn, memmove, sscanf-free parsing, and a linked list built by two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct node {
  struct node *next;
  char word[8];
};
static struct node *words;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void insert_sorted(const char *word) {
  struct node *fresh = calloc(1, sizeof *fresh);
  strncpy(fresh->word, word, sizeof fresh->word - 1);
  pthread_mutex_lock(&lock);
  struct node **at = &words;
  while (*at && strcmp((*at)->word, word) < 0) at = &(*at)->next;
  fresh->next = *at;
  *at = fresh;
  pthread_mutex_unlock(&lock);
}
static void *splitter(void *argument) {
  char text[32], *save;
  strcpy(text, argument);
  for (char *token = strtok_r(text, " ,;", &save); token; token = strtok_r(NULL, " ,;", &save)) insert_sorted(token);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, splitter, "the,quick");
  pthread_create(&b, 0, splitter, "; brown  fox");
  pthread_join(a, 0);
  pthread_join(b, 0);
  const char *expected[] = {"brown", "fox", "quick", "the"};
  unsigned i = 0;
  for (struct node *at = words, *next; at; at = next) {
    next = at->next;
    assert(strcmp(at->word, expected[i++]) == 0);
    free(at);
  }
  assert(i == 4);
  char buffer[] = "abcdef";
  memmove(buffer + 2, buffer, 4);
  assert(!strcmp(buffer, "ababcd"));
  assert(strspn("aabbc", "ab") == 4 && strcspn("hello", "lo") == 2 && strpbrk("hello", "xyzl") != NULL);
  assert(strcasecmp("HeLLo", "hEllO") == 0);
}
