// SPDX-License-Identifier: Apache-2.0
// The program handles its faults itself, and goes on; a child that crashes is another program.
// only: run
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf back;
static int* volatile nowhere;
static void handler(int n) { siglongjmp(back, n); }
int main(void) {
  struct sigaction old;
  if (sigaction(SIGSEGV, 0, &old) || old.sa_handler != SIG_DFL) return 1;
  pid_t child = fork();
  if (child == 0) *nowhere = 1;
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSIGNALED(status) || WTERMSIG(status) != SIGSEGV) return 2;
  signal(SIGSEGV, handler);
  for (int i = 0; i < 3; i++)
    if (sigsetjmp(back, 1) == 0) *nowhere = 1;
  free(malloc(10));
  if (signal(SIGSEGV, SIG_DFL) != handler) return 3;
  return signal(SIGSEGV, SIG_IGN) != SIG_DFL;
}
