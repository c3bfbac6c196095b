// A member of every object, protected by one lock for all; a pointer to the member changes nothing.
#include <heddle/annotate.h>
#include <mutex>
#include <thread>
namespace bank {
std::mutex all;
struct Account {
  long id = 0;
  int balance = 0;
};
}  // namespace bank
HEDDLE_PROTECTED_BY(bank::Account, balance, bank::all);
static void add(int *to) { ++*to; }
int main() {
  auto *account = new bank::Account;
  std::mutex other;
  std::thread one([&] {
    std::lock_guard<std::mutex> guard(bank::all);
    std::lock_guard<std::mutex> more(other);
    ++account->balance;
  });
  other.lock();
  add(&account->balance);
  other.unlock();
  one.join();
  delete account;
}
