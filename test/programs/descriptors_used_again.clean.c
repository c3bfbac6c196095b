// SPDX-License-Identifier: Apache-2.0
// Numbers come back: each thread opens, uses and closes its own, by every way there is.
// only: run
// flags: -D_GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* worker(void* p) {
  char c;
  for (int i = 0; i < 100; i++) {
    int file = open("/dev/null", O_RDWR);
    int ends[2];
    if (pipe(ends)) return p;
    write(file, "x", 1);
    write(ends[1], "x", 1);
    read(ends[0], &c, 1);
    int copy = fcntl(ends[0], F_DUPFD, 50);
    dup2(file, copy);
    FILE* stream = fopen("/dev/null", "r");
    fread(&c, 1, 1, stream);
    DIR* directory = opendir("/");
    int raw = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY);
    write(raw, "x", 1);
    if (i % 2) syscall(SYS_close, raw); else close(raw);
    close(file);
    close(ends[0]);
    close(ends[1]);
    close(copy);
    fclose(stream);
    closedir(directory);
  }
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
