/* SPDX-License-Identifier: Apache-2.0
 * How a batch of made-up programs starts; `table` has them all. */
#ifndef HEDDLE_MACHINE
static void run_one(void* row) { ((const Row*)row)->function(); }

int main(int argc, char** argv) {
#ifdef WHOLE
  const int whole = 1;
#else
  const int whole = getenv("HEDDLE_WHOLE") != 0;
#endif
  for (unsigned i = 0; i < sizeof table / sizeof *table; ++i) {
    if (argc > 1 && (unsigned)atoi(argv[1]) != table[i].number) continue;
    if (whole) return table[i].function();
#ifndef WHOLE
    char name[32];
    snprintf(name, sizeof name, "program %u", table[i].number);
    struct heddle_check_options options;
    memset(&options, 0, sizeof options);
    options.name = name;
    heddle_check_run(run_one, (void*)&table[i], &options);
#endif
  }
  return 0;
}
#endif
