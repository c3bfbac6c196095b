// Two withdrawals. The check is made without the lock, so the balance can become negative.
#include <mutex>
#include <thread>

std::mutex audit;
int balance = 100;

void withdraw(int amount) {
  if (balance >= amount) {
    std::scoped_lock hold(audit);
    balance -= amount;
  }
}

int main() {
  std::thread first(withdraw, 60);
  std::thread second(withdraw, 70);
  first.join();
  second.join();
  return balance < 0 ? 1 : 0;
}
