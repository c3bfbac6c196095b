// The function of a stream runs under the stream's lock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
int n;
ssize_t w(void*c,const char*b,size_t s){n+=s;return s;}
FILE*f;
void*g(void*u){fputs("abc",f);fflush(f);return u;}
int main(){cookie_io_functions_t io={0,w,0,0};f=fopencookie(0,"w",io);pthread_t t;pthread_create(&t,0,g,0);g(0);pthread_join(t,0);fclose(f);return n!=6;}
