/* The function that called setjmp has returned; that the same one is called again makes it no better. */
#include <setjmp.h>
static jmp_buf back;
static int mark(int again) {
  if (again) return 1;
  return setjmp(back);
}
int main(void) {
  if (mark(0) == 0) {
    mark(1);
    longjmp(back, 1);
  }
  return 0;
}
