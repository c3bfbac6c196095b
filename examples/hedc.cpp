// A crawler: each worker takes an address from a list, fetches it, looks for what it was asked for, and adds what it
// found to the results. List and results have one lock.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

struct Page {
  int address = 0;
  int bytes = 0;
  int hits = 0;
};

std::mutex gate;
int next_address = 0;
int results = 0;

Page fetch(int address) {
  heddle_mark("state", 1);
  Page page{address};
  page.bytes = 1000 + 37 * address % 512;
  heddle_mark("state", 2);
  return page;
}

int search(const Page& page) {
  heddle_mark("state", 3);
  const int hits = page.bytes % 7;
  heddle_mark("state", 4);
  return hits;
}

void crawl(int pages) {
  Page page;
  for (int k = 0; k < pages; ++k) {
    {
      std::scoped_lock hold(gate);
      page.address = next_address++;
    }
    page = fetch(page.address);
    page.hits = search(page);
    std::this_thread::yield();
    std::scoped_lock hold(gate);
    results += page.hits;
  }
  heddle_mark("state", 5);
  page = {};
  heddle_mark("state", 0);
}

int main(int count, char** arguments) {
  const int workers = count > 1 ? std::atoi(arguments[1]) : 11;
  const int pages = count > 2 ? std::atoi(arguments[2]) : 1;
  std::vector<std::thread> threads;
  for (int w = 0; w < workers; ++w) threads.emplace_back(crawl, pages);
  for (std::thread& thread : threads) thread.join();
}
