#include <stdlib.h>
int x;
int main(void) { free(&x); }
