int a[4];
int main(void) { int s = 0; for (int i = 0; i <= 4; i++) s += a[i]; return s; }
