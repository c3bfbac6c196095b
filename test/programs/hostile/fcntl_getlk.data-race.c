// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct flock lock={.l_type=F_WRLCK};
T(f){FILE*file=tmpfile();fcntl(fileno(file),F_GETLK,&lock);fclose(file);return 0;}
int main(){pthread_t t;GO(t,f,0);lock.l_type=F_RDLCK;JOIN(t);}
