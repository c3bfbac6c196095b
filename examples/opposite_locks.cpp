// Two transfers in opposite directions. Each locks where it takes from, then where it gives to: if both get their
// first lock, neither gets its second. The second client comes a little later, so one is over before the other begins.
#include <chrono>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 100;
};
Account a, b;

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock hold_from(from.lock);
  std::scoped_lock hold_to(to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::thread there([] { transfer(a, b, 10); });
  std::thread back([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    transfer(b, a, 20);
  });
  there.join();
  back.join();
  return a.balance + b.balance == 200 ? 0 : 1;
}
