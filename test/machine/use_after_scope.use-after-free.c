/* The variable of the second round is not the one of the first. */
int main(void) {
  int *seen = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    if (seen == 0) seen = &inner;
    sum += *seen;
  }
  return sum;
}
