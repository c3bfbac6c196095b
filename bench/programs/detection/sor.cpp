// Successive over-relaxation of a grid, a stripe of rows each thread; red and black cells in turn, all threads meeting
// after each colour.
#include <barrier>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRows = 32, kColumns = 32, kRounds = 6;

double grid[kRows + 2][kColumns + 2];
std::barrier<> meeting(kThreads);

void relax(int first, int last) {
  for (int half = 0; half < 2 * kRounds; ++half) {
    for (int row = first; row < last; ++row)
      for (int column = 1 + (row + half) % 2; column <= kColumns; column += 2)
        grid[row][column] += 0.3 * (grid[row - 1][column] + grid[row + 1][column] + grid[row][column - 1] +
                                    grid[row][column + 1] - 4 * grid[row][column]);
    meeting.arrive_and_wait();
  }
}

int main() {
  for (int row = 0; row < kRows + 2; ++row) grid[row][0] = row;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back(relax, 1 + t * kRows / kThreads, 1 + (t + 1) * kRows / kThreads);
  for (std::thread& thread : threads) thread.join();
}
