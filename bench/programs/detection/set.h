// A set of numbers: a sorted list with a lock in each node, which threads go along hand over hand (Herlihy and
// Shavit, The Art of Multiprocessor Programming, chapter 9).
#pragma once

#include <climits>
#include <mutex>
#include <thread>
#include <vector>

struct Node {
  int key = 0;
  Node* next = nullptr;
  std::mutex lock;
};

Node tail{INT_MAX, nullptr, {}};
Node head{INT_MIN, &tail, {}};

// The last node before `key`, and the one after it, both locked.
struct Place {
  Node* before;
  Node* at;
};
inline Place find(int key) {
  Node* before = &head;
  before->lock.lock();
  Node* at = before->next;
  at->lock.lock();
  while (at->key < key) {
    before->lock.unlock();
    before = at;
    at = at->next;
    at->lock.lock();
  }
  return {before, at};
}
inline void leave(Place place) {
  place.before->lock.unlock();
  place.at->lock.unlock();
}

inline bool add(int key) {
  const Place place = find(key);
  const bool is_new = place.at->key != key;
  if (is_new) {
    Node* node = new Node;
    node->key = key;
    node->next = place.at;
    place.before->next = node;
  }
  leave(place);
  return is_new;
}

void remove(int key);  // what is right or wrong

inline void work(int thread) {
  for (int k = 0; k < 8; ++k) {
    add((5 * thread + 3 * k) % 16);
    remove((7 * thread + 3 * k + 3) % 16);
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}
