/* Nothing of the unit was written when the field is read. */
struct Flags {
  unsigned ready : 1;
  unsigned kind : 3;
};

int main(void) {
  struct Flags flags;
  return flags.kind == 5;
}
