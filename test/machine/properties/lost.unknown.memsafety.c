// Memory that is lost is not looked for.
#include <stdlib.h>
int main(void) { return malloc(4) == 0; }
