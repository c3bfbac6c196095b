int main(int argc, char **argv) { int x; if (argc > 3) x = 1; return x; }
