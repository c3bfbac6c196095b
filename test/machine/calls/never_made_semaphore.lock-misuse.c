#include <semaphore.h>
sem_t s;
int main(void) { sem_post(&s); }
