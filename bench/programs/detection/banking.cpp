// A bank: each transfer holds both accounts, in the order of their numbers. The number of transfers has no lock.
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

struct Account {
  std::mutex lock;
  int balance = 100;
};

Account accounts[6];
int transfers = 0;  // races

void transfer(int from, int to, int amount) {
  std::scoped_lock first(accounts[from < to ? from : to].lock);
  std::scoped_lock second(accounts[from < to ? to : from].lock);
  if (accounts[from].balance < amount) return;
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
}

void serve(int teller) {
  for (int k = 0; k < 12; ++k) {
    const int from = (teller + k) % 6, to = (teller + 2 * k + 1) % 6;
    if (from != to) transfer(from, to, 10);
    ++transfers;
  }
}

int main() {
  std::vector<std::thread> tellers;
  for (int t = 0; t < 4; ++t) tellers.emplace_back(serve, t);
  for (std::thread& teller : tellers) teller.join();
}
