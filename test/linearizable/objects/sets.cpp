// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <set>

#include "subject.h"

namespace {

struct LockedSet : Subject {
  std::mutex lock;
  std::set<long> values;
  Answer act(Op op, long key) override {
    if (mutant == 1 && op == add) {  // looks, and adds later
      {
        const std::lock_guard guard(lock);
        if (values.count(key) > 0) return 0;
      }
      const std::lock_guard guard(lock);
      values.insert(key);
      return 1;
    }
    const std::lock_guard guard(lock);
    if (op == add) return values.insert(key).second;
    if (op == remove_key) return mutant == 2 ? (values.erase(key), 1) : static_cast<long>(values.erase(key));
    return values.count(key) > 0;
  }
};

// Heller and others' list: lazy removal, by marks. Nodes are kept until the end.
struct LazyList : Subject {
  struct Node {
    long key;
    std::atomic<Node*> next;
    std::atomic<bool> marked{false};
    std::mutex lock;
    Node* made = nullptr;
    Node(long k, Node* n) : key(k), next(n) {}
  };
  Node tail{100, nullptr};
  Node head{-100, &tail};
  std::atomic<Node*> made{nullptr};
  ~LazyList() override {
    for (Node* node = made; node != nullptr;) {
      Node* next = node->made;
      delete node;
      node = next;
    }
  }
  bool is_valid(Node* before, Node* at) const {
    if (mutant == 1) return true;                            // no validation
    if (mutant == 2) return before->next == at;              // not whether it was removed
    if (mutant == 3) return !before->marked && !at->marked;  // not whether something came between
    return !before->marked && !at->marked && before->next == at;
  }
  Answer act(Op op, long key) override {
    if (op == contains) {
      Node* at = &head;
      while (at->key < key) at = at->next;
      return at->key == key && !at->marked;
    }
    while (true) {
      Node* before = &head;
      Node* at = before->next;
      while (at->key < key) {
        before = at;
        at = at->next;
      }
      const std::lock_guard first(before->lock);
      const std::lock_guard second(at->lock);
      if (!is_valid(before, at)) continue;
      if (op == add) {
        if (at->key == key) return mutant == 4 ? 1 : 0;  // 4: says that it is new
        auto* node = new Node(key, at);
        node->made = made.load();
        while (!made.compare_exchange_strong(node->made, node)) {
        }
        before->next = node;
        return 1;
      }
      if (at->key != key) return 0;
      if (mutant != 5) at->marked = true;  // 5: removed without a mark
      before->next = at->next.load();
      return 1;
    }
  }
};

// Two buckets, each with its lock.
struct StripedSet : Subject {
  std::mutex locks[2];
  std::set<long> buckets[2];
  Answer act(Op op, long key) override {
    const long at = key % 2;
    if (mutant == 1 && op == remove_key) {  // two holds of the lock
      {
        const std::lock_guard guard(locks[at]);
        if (buckets[at].count(key) == 0) return 0;
      }
      const std::lock_guard guard(locks[at]);
      buckets[at].erase(key);
      return 1;
    }
    const std::lock_guard guard(locks[mutant == 2 && op == contains ? 1 - at : at]);  // 2: the wrong lock
    if (op == add) return buckets[at].insert(key).second;
    if (op == remove_key) return static_cast<long>(buckets[at].erase(key));
    return buckets[at].count(key) > 0;
  }
};

struct BitSet : Subject {
  std::atomic<unsigned> bits{0};
  Answer act(Op op, long key) override {
    const unsigned bit = 1U << key;
    if (op == contains) return (bits & bit) != 0;
    if (mutant != 0) {
      const unsigned seen = bits;
      if (op == add && mutant == 1) {
        bits = seen | bit;
        return (seen & bit) == 0;
      }
      if (op == remove_key && mutant == 2) {
        bits = seen & ~bit;
        return (seen & bit) != 0;
      }
    }
    if (op == add) return (bits.fetch_or(bit) & bit) == 0;
    return (bits.fetch_and(~bit) & bit) != 0;
  }
};

struct StripedMap : Subject {
  std::mutex locks[2];
  std::map<long, long> buckets[2];
  Answer act(Op op, long argument) override {
    const long key = op == put ? argument / 10 : argument;
    const long at = key % 2;
    const auto find = [&]() -> Answer {
      const auto found = buckets[at].find(key);
      return found == buckets[at].end() ? Answer() : Answer(found->second);
    };
    if (mutant == 1 && op == take) {
      Answer found;
      {
        const std::lock_guard guard(locks[at]);
        found = find();
      }
      const std::lock_guard guard(locks[at]);
      buckets[at].erase(key);
      return found;
    }
    const std::lock_guard guard(locks[at]);
    if (op == put) {
      if (mutant == 2)
        buckets[at].emplace(key, argument % 10);  // does not replace
      else
        buckets[at][key] = argument % 10;
      return {};
    }
    const Answer found = find();
    if (op == take) buckets[at].erase(key);
    return found;
  }
};

// A map that is replaced as a whole: readers see a snapshot. Old ones are kept until the end.
struct SnapshotMap : Subject {
  struct Version {
    std::map<long, long> entries;
    const Version* before;
  };
  std::atomic<const Version*> now{new Version{{}, nullptr}};
  std::mutex writers;
  std::mutex kept_lock;
  std::list<const Version*> kept;
  ~SnapshotMap() override {
    for (const Version* version : kept) delete version;
    delete now.load();
  }
  void keep(const Version* version) {
    const std::lock_guard guard(kept_lock);
    kept.push_back(version);
  }
  Answer act(Op op, long argument) override {
    const long key = op == put ? argument / 10 : argument;
    if (op == get) {
      const Version* version = now;
      const auto found = version->entries.find(key);
      return found == version->entries.end() ? Answer() : Answer(found->second);
    }
    std::unique_lock guard(writers, std::defer_lock);
    if (mutant != 1) guard.lock();  // 1: writers lose each other's work
    const Version* old = now;
    auto* next = new Version{old->entries, old};
    Answer result;
    if (op == put) {
      next->entries[key] = argument % 10;
    } else {
      const auto found = next->entries.find(key);
      if (found != next->entries.end()) result = found->second;
      if (mutant == 2) {  // publishes twice
        auto* empty = new Version{{}, old};
        now = empty;
        keep(empty);
      }
      next->entries.erase(key);
    }
    keep(old);
    now = next;
    return result;
  }
};

// Keeps the two keys that were used last.
struct LruCache : Subject {
  std::mutex lock;
  std::list<std::pair<long, long>> entries;  // the last used one first
  Answer act(Op op, long argument) override {
    const long key = op == put ? argument / 10 : argument;
    std::unique_lock guard(lock);
    auto at = entries.begin();
    while (at != entries.end() && at->first != key) ++at;
    if (op == get) {
      if (at == entries.end()) return {};
      const long value = at->second;
      if (mutant == 1) return value;  // does not count as a use
      if (mutant == 3) {              // moves it under another hold of the lock
        guard.unlock();
        guard.lock();
        at = entries.begin();
        while (at != entries.end() && at->first != key) ++at;
        if (at == entries.end()) {
          entries.emplace_front(key, value);  // brings it back
          return value;
        }
      }
      entries.splice(entries.begin(), entries, at);
      return value;
    }
    if (at != entries.end()) entries.erase(at);
    entries.emplace_front(key, argument % 10);
    if (entries.size() > 2) mutant == 2 ? entries.pop_front() : entries.pop_back();  // 2: the wrong end
    return {};
  }
};

template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Row> sets() {
  const std::vector<OpRow> set_operations = {{add, {1, 2}}, {remove_key, {1, 2}}, {contains, {1}}};
  const std::vector<OpRow> map_operations = {{put, {11, 12}}, {get, {1}}, {take, {1}}};
  return {
      {"locked_set", Model::set, 2, make<LockedSet>, set_operations},
      {"lazy_list",
       Model::set,
       5,
       make<LazyList>,
       set_operations,
       2,
       2,
       1,
       Row::linearizable,
       {"contains", "add"}},
      {"striped_set", Model::set, 2, make<StripedSet>, set_operations},
      {"bit_set",
       Model::set,
       2,
       make<BitSet>,
       {{add, {1, 2}}, {remove_key, {1, 2}}, {contains, {1, 2}}},
       2,
       2,
       0,
       Row::linearizable,
       {"contains"}},
      {"striped_map", Model::map, 2, make<StripedMap>, map_operations},
      {"snapshot_map",
       Model::map,
       2,
       make<SnapshotMap>,
       {{put, {11, 22}}, {get, {1, 2}}, {take, {1}}},
       2,
       2,
       0,
       Row::linearizable,
       {"get"}},
      {"lru_cache",
       Model::lru,
       3,
       make<LruCache>,
       {{put, {11, 22, 33}}, {get, {1, 2}}},
       2,
       2,
       1,
       Row::linearizable,
       {"get"}},
  };
}
