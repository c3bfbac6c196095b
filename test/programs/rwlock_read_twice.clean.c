// Who reads may take the lock for reading once more; so does the recording of it.
#include <pthread.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
void*r(void*u){pthread_rwlock_rdlock(&l);pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);return u;}
void*w(void*u){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return u;}
int main(){pthread_t t,s;pthread_create(&t,0,r,0);pthread_create(&s,0,w,0);pthread_join(t,0);pthread_join(s,0);}
