// A crawler: eight workers take tasks from a list under a lock. Anybody may cancel a task or ask how far it is, and
// nobody locks it for that: four fields of a task race.
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

struct Task {
  int address = 0;
  int worker = -1;     // races
  int bytes = 0;       // races
  bool valid = true;   // races
  bool done = false;   // races
};

constexpr int kTasks = 24;

std::mutex gate;
int next_task = 0;
int results = 0;
Task tasks[kTasks];

void crawl(int worker) {
  for (;;) {
    int number;
    {
      std::scoped_lock hold(gate);
      if (next_task == kTasks) return;
      number = next_task++;
    }
    Task& task = tasks[number];
    task.worker = worker;
    for (int k = 0; k < 4 && task.valid; ++k) {
      std::this_thread::sleep_for(std::chrono::microseconds(500));  // the page comes
      task.bytes += 1000 + 37 * task.address % 512;
    }
    task.done = true;
    // What has become of the task before it?
    Task& other = tasks[(number + kTasks - 1) % kTasks];
    if (!other.done && other.worker != worker && other.bytes > 3000) other.valid = false;
    std::scoped_lock hold(gate);
    results += task.bytes % 7;
  }
}

int main() {
  for (int k = 0; k < kTasks; ++k) tasks[k].address = 17 * k;
  std::vector<std::thread> threads;
  for (int w = 0; w < 8; ++w) threads.emplace_back(crawl, w);
  for (std::thread& thread : threads) thread.join();
}
