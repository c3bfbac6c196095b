// Elevators of one building, a thread each. The calls have one lock; an elevator claims the nearest call and drives
// there, which takes its time.
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kFloors = 16;

std::mutex controls;
int calls[kFloors];
int left = 40;  // calls that are still to come
int positions[4];

bool claim(int elevator) {
  std::scoped_lock hold(controls);
  if (left == 0) return false;
  --left;
  int floor = positions[elevator];
  while (calls[floor] == 0) floor = (floor + 1) % kFloors;
  --calls[floor];
  ++calls[(11 * floor + 7 * left) % kFloors];
  positions[elevator] = floor;
  return true;
}

void drive(int elevator) {
  while (claim(elevator)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

int main() {
  for (int floor = 0; floor < kFloors; floor += 3) calls[floor] = 1;
  std::vector<std::thread> threads;
  for (int e = 0; e < 4; ++e) threads.emplace_back(drive, e);
  for (std::thread& thread : threads) thread.join();
}
