// Elevators of one building, a thread each. The calls have one lock; an elevator claims the nearest call, drives
// there, opens its doors and looks for the next one.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

constexpr int kFloors = 24;

std::mutex controls;
int calls[kFloors];
int served = 0;

// The floor of the nearest call, which is then taken; a new one comes in somewhere.
int claim(int floor) {
  std::scoped_lock hold(controls);
  int nearest = floor;
  for (int away = 0; away < kFloors; ++away) {
    const int up = (floor + away) % kFloors;
    if (calls[up] == 0) continue;
    nearest = up;
    break;
  }
  if (calls[nearest] > 0) --calls[nearest];
  ++calls[(11 * nearest + 7 * ++served) % kFloors];
  return nearest;
}

void drive(int rounds, int* position) {
  int floor = 0;
  for (int k = 0; k < rounds; ++k) {
    const int before = floor;
    floor = claim(before);
    if (floor % 3 != before % 3) *position = floor;  // the display has one lamp for three floors
    heddle_mark("floor", floor);
    std::this_thread::yield();  // it drives
  }
}

int main(int count, char** arguments) {
  const int elevators = count > 1 ? std::atoi(arguments[1]) : 11;
  const int rounds = count > 2 ? std::atoi(arguments[2]) : 650;
  for (int floor = 0; floor < kFloors; floor += 3) calls[floor] = 1;
  std::vector<int> floors(elevators, 0);
  std::vector<std::thread> threads;
  for (int e = 0; e < elevators; ++e) threads.emplace_back(drive, rounds, &floors[e]);
  for (std::thread& thread : threads) thread.join();
}
