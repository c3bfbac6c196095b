// A thread of libc's writes the buffer after aio_read has returned.
#include <aio.h>
#include <fcntl.h>
#include <unistd.h>
#include <string.h>
#include <errno.h>
char b[16];
int main(){struct aiocb a;memset(&a,0,sizeof a);a.aio_fildes=open("/etc/passwd",O_RDONLY);a.aio_buf=b;a.aio_nbytes=16;aio_read(&a);b[0]='z';while(aio_error(&a)==EINPROGRESS);aio_return(&a);return 0;}
