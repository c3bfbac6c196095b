int zero;
int main(void) { return 3 / zero; }
