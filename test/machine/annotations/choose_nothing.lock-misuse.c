#include <heddle/annotate.h>
int main(void) { return (int)heddle_choose(0); }
