// SPDX-License-Identifier: Apache-2.0
#include "stateful/closed_components.h"

#include <algorithm>

namespace heddle::stateful {
namespace {

class Tarjan {
 public:
  Tarjan(const std::map<StateNumber, std::vector<StateNumber>>& edges, const std::set<StateNumber>& exits,
         const std::function<bool(StateNumber)>& inside)
      : edges_(edges), exits_(exits), inside_(inside) {}

  std::vector<StateNumber> run() {
    for (const auto& [node, edges] : edges_)
      if (inside_(node) && !index_.contains(node)) visit_from(node);
    return std::move(closed_);
  }

 private:
  struct Visit {
    StateNumber node;
    std::size_t edge;
  };

  void enter(StateNumber node) {
    index_[node] = low_[node] = next_index_++;
    path_.push_back(node);
    on_path_.insert(node);
    visits_.push_back({node, 0});
  }

  void visit_from(StateNumber root) {
    enter(root);
    while (!visits_.empty()) {
      const StateNumber node = visits_.back().node;
      const std::vector<StateNumber>& edges = edges_from(node);
      if (visits_.back().edge < edges.size()) {
        const StateNumber to = edges[visits_.back().edge++];
        if (!inside_(to)) continue;
        if (!index_.contains(to))
          enter(to);
        else if (on_path_.contains(to))
          low_[node] = std::min(low_[node], index_[to]);
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) low_[visits_.back().node] = std::min(low_[visits_.back().node], low_[node]);
      if (low_[node] == index_[node]) leave_component(node);
    }
  }

  void leave_component(StateNumber first) {
    std::set<StateNumber> component;
    StateNumber member = kNoState;
    do {
      member = path_.back();
      path_.pop_back();
      on_path_.erase(member);
      component.insert(member);
    } while (member != first);
    for (const StateNumber each : component) {
      if (exits_.contains(each)) return;
      for (const StateNumber to : edges_from(each))
        if (!component.contains(to)) return;
    }
    closed_.push_back(first);
  }

  const std::vector<StateNumber>& edges_from(StateNumber node) const {
    static const std::vector<StateNumber> none;
    const auto found = edges_.find(node);
    return found == edges_.end() ? none : found->second;
  }

  const std::map<StateNumber, std::vector<StateNumber>>& edges_;
  const std::set<StateNumber>& exits_;
  const std::function<bool(StateNumber)>& inside_;
  std::map<StateNumber, std::uint32_t> index_;
  std::map<StateNumber, std::uint32_t> low_;
  std::vector<StateNumber> path_;
  std::set<StateNumber> on_path_;
  std::vector<Visit> visits_;
  std::vector<StateNumber> closed_;
  std::uint32_t next_index_ = 0;
};

}  // namespace

std::vector<StateNumber> closed_components(const std::map<StateNumber, std::vector<StateNumber>>& edges,
                                           const std::set<StateNumber>& exits,
                                           const std::function<bool(StateNumber)>& inside) {
  return Tarjan(edges, exits, inside).run();
}

}  // namespace heddle::stateful
