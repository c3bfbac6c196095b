#include <limits.h>
int x = INT_MIN;
int main(void) { return -x == 0; }
