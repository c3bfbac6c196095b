// A picture of some balls, every fourth line by the same thread. They meet before the first line and after the last
// one. Each adds to the checksum what its pixels come to, without a lock: it races.
#include <barrier>
#include <cmath>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kWidth = 24, kHeight = 24, kBalls = 8;

struct Vector {
  double x = 0, y = 0, z = 0;
};
double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Ball {
  Vector centre;
  double radius = 1;
  double shine = 0;
};

Ball balls[kBalls];
std::barrier<> meeting(kThreads);
double checksum = 0;  // races
int picture[kHeight][kWidth];

int shade(Vector ray) {
  double nearest = 1e30;
  int colour = 0;
  for (const Ball& ball : balls) {
    const double along = dot(ray, ball.centre);
    const double miss = dot(ball.centre, ball.centre) - along * along;
    if (along < 0 || miss > ball.radius * ball.radius) continue;
    const double distance = along - std::sqrt(ball.radius * ball.radius - miss);
    if (distance > nearest) continue;
    nearest = distance;
    colour = static_cast<int>(255 * ball.shine / (1 + distance));
  }
  return colour;
}

void render(int thread) {
  meeting.arrive_and_wait();
  double sum = 0;
  for (int y = thread; y < kHeight; y += kThreads)
    for (int x = 0; x < kWidth; ++x) {
      Vector ray{(x - kWidth / 2) / 20.0, (y - kHeight / 2) / 20.0, 1};
      const double length = std::sqrt(dot(ray, ray));
      ray = {ray.x / length, ray.y / length, ray.z / length};
      sum += picture[y][x] = shade(ray);
    }
  checksum += sum;
  meeting.arrive_and_wait();
}

int main() {
  for (int b = 0; b < kBalls; ++b)
    balls[b] = {{b % 3 - 1.0, b % 4 - 1.5, 4.0 + b}, 1, 1 + b / 8.0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(render, t);
  for (std::thread& thread : threads) thread.join();
}
