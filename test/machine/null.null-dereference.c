struct s { int x, y; };
int main(void) { struct s *volatile p = 0; return p->y; }
