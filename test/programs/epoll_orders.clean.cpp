// SPDX-License-Identifier: Apache-2.0
// What is handed over through an epoll's data pointer is ordered by epoll_ctl and epoll_wait.
// only: run
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <thread>

struct Task {
  int x;
};
int main() {
  int ep = epoll_create1(0), e = eventfd(1, 0);
  std::thread t([&] {
    epoll_event v;
    while (epoll_wait(ep, &v, 1, -1) != 1) {
    }
    static_cast<Task*>(v.data.ptr)->x++;
  });
  Task task;
  task.x = 1;
  epoll_event v{};
  v.events = EPOLLIN;
  v.data.ptr = &task;
  epoll_ctl(ep, EPOLL_CTL_ADD, e, &v);
  t.join();
}
