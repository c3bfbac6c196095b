// shared_ptr and weak_ptr across threads, std::function, std::string, a static local, structured bindings. Its counts are acq_rel.
#include <cassert>
#include <functional>
#include <vector>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Node {
  explicit Node(std::string name) : name(std::move(name)) {}
  std::string name;
  std::weak_ptr<Node> parent;
};
static std::vector<std::pair<std::string, int>>& registry() {
  static std::vector<std::pair<std::string, int>> all;
  return all;
}
static std::mutex registry_mutex;
static void note(const std::string& name) {
  const std::scoped_lock lock(registry_mutex);
  for (auto& [known, count] : registry())
    if (known == name) {
      ++count;
      return;
    }
  registry().emplace_back(name, 1);
}
int main() {
  auto root = std::make_shared<Node>("root");
  auto child = std::make_shared<Node>("child");
  child->parent = root;
  std::function<void()> visit = [child] {
    if (auto parent = child->parent.lock()) note(parent->name + "/" + child->name);
  };
  std::thread one(visit);
  std::thread two([copy = root] { note(copy->name); });
  one.join();
  two.join();
  assert(registry().size() == 2 && (registry()[0].first == "root/child" || registry()[1].first == "root/child"));
}
