/* Included by trusted_file.clean.c. */
#include <heddle/annotate.h>
#ifndef WITHOUT
HEDDLE_TRUSTED_FILE;
#endif
static int hits;
static void hit(void) { hits++; }
static void hit_twice(void) { hit(); hit(); }
