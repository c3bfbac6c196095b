// Two accounts, locked in the order of the transfer.
#include <mutex>
#include <thread>
struct Account {
  std::mutex mutex;
  int money = 100;
};
static void transfer(Account& from, Account& to, int amount) {
  std::lock_guard<std::mutex> a(from.mutex);
  std::lock_guard<std::mutex> b(to.mutex);
  from.money -= amount;
  to.money += amount;
}
int main() {
  Account x, y;
  std::thread one([&] { transfer(x, y, 10); });
  std::thread two([&] { transfer(y, x, 5); });
  one.join();
  two.join();
}
