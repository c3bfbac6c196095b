// Prices that were looked up before.
#pragma once

#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

class Cache {
 public:
  int get(const std::string& key) {
    ++lookups_;  // bug: nothing protects it
    {
      std::shared_lock hold(mutex_);
      if (const auto found = prices_.find(key); found != prices_.end()) return found->second;
    }
    std::unique_lock hold(mutex_);
    return prices_.emplace(key, static_cast<int>(key.size())).first->second;
  }
  int lookups() const { return lookups_; }

 private:
  std::shared_mutex mutex_;
  std::map<std::string, int> prices_;
  int lookups_ = 0;
};
