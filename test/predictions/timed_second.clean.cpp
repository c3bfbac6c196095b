// Whoever gets one of two timed locks waits for the other only for a while.
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::timed_mutex a;
std::shared_timed_mutex b;
void ab() {
  std::lock_guard hold(a);
  if (b.try_lock_for(std::chrono::seconds(20))) b.unlock();
}
void ba() {
  std::shared_lock hold(b);
  if (a.try_lock_for(std::chrono::seconds(20))) a.unlock();
}
int main() {
  std::thread first(ab);
  first.join();
  std::thread second(ba);
  second.join();
  std::thread third(ab), fourth(ba);
  third.join(), fourth.join();
}
