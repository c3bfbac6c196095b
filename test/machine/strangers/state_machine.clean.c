/* A protocol's two ends as tables of function pointers, talking through mailboxes; runs for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum message { NONE, OPEN, OPENED, DATA, CLOSE };
enum state { IDLE, WAITING, CONNECTED, STATES };
struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  enum message content;
};
static struct mailbox to_client = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NONE};
static struct mailbox to_server = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NONE};

static void post(struct mailbox *box, enum message m) {
  pthread_mutex_lock(&box->lock);
  while (box->content != NONE) pthread_cond_wait(&box->changed, &box->lock);
  box->content = m;
  pthread_cond_broadcast(&box->changed);
  pthread_mutex_unlock(&box->lock);
}
static enum message fetch(struct mailbox *box) {
  pthread_mutex_lock(&box->lock);
  while (box->content == NONE) pthread_cond_wait(&box->changed, &box->lock);
  enum message m = box->content;
  box->content = NONE;
  pthread_cond_broadcast(&box->changed);
  pthread_mutex_unlock(&box->lock);
  return m;
}
typedef enum state (*handler)(void);
static enum state client_idle(void) { post(&to_server, OPEN); return WAITING; }
static enum state client_waiting(void) {
  enum message m = fetch(&to_client);
  assert(m == OPENED);
  return CONNECTED;
}
static enum state client_connected(void) {
  static int sent;
  if (sent++ < 2) {
    post(&to_server, DATA);
    return CONNECTED;
  }
  sent = 0;
  post(&to_server, CLOSE);
  return IDLE;
}
static const handler client_table[STATES] = {[IDLE] = client_idle, [WAITING] = client_waiting, [CONNECTED] = client_connected};

static void *client(void *unused) {
  enum state s = IDLE;
  for (;;) s = client_table[s]();
  return unused;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, client, 0);
  bool open = false;
  int data = 0;
  while (true) {
    switch (fetch(&to_server)) {
      case OPEN:
        assert(!open);
        open = true;
        data = 0;
        post(&to_client, OPENED);
        break;
      case DATA:
        assert(open && ++data <= 2);
        break;
      case CLOSE:
        assert(open && data == 2);
        open = false;
        break;
      default:
        assert(!"a message nobody sends");
    }
  }
}
