// SPDX-License-Identifier: Apache-2.0
// wrong: a limit may be set before it is looked at
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>
#include <time.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/resource.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/xattr.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <dirent.h>
#include <signal.h>
#include <fcntl.h>
#include <libintl.h>
#include <wchar.h>
#include <semaphore.h>
#include <assert.h>
struct rlimit r;
void *t(void *u) { (getrlimit(RLIMIT_NOFILE,&r),r.rlim_cur=100,setrlimit(RLIMIT_NOFILE,&r)); return 0; }
int main(void) { 0; pthread_t x; pthread_create(&x, 0, t, 0); int o = (sysconf(_SC_OPEN_MAX)==100); pthread_join(x, 0); assert(o == 0); return 0; }
