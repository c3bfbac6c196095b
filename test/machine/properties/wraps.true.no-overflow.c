// Unsigned numbers wrap.
unsigned x = 0;
int main(void) {
  x = x - 1;
  x = x * x;
  return x != 1;
}
