// SPDX-License-Identifier: Apache-2.0
#include "prove/concrete/set_history.h"

namespace heddle::prove::concrete {

bool SetHistory::returns(int key, int thread, bool result, const std::vector<Pending>& pending) {
  const auto found = keys_.find(key);
  std::set<Explanation> all = found == keys_.end() ? std::set<Explanation>{{}} : found->second;
  std::vector<Explanation> open(all.begin(), all.end());
  while (!open.empty()) {  // every order in which calls under way may have taken effect by now
    const Explanation at = std::move(open.back());
    open.pop_back();
    for (const Pending& call : pending) {
      if (at.done.contains(call.thread)) continue;
      Explanation next = at;
      next.done[call.thread] = call.role == Role::insert ? !at.is_in : at.is_in;
      if (call.role != Role::contains) next.is_in = call.role == Role::insert;
      if (all.insert(next).second) open.push_back(std::move(next));
    }
  }
  std::set<Explanation> left;
  for (Explanation one : all) {
    const auto done = one.done.find(thread);
    if (done == one.done.end() || done->second != result) continue;
    one.done.erase(done);
    left.insert(std::move(one));
  }
  if (left.empty()) return false;
  keys_[key] = std::move(left);
  return true;
}

void SetHistory::rename_threads(const std::vector<int>& place) {
  for (auto& [key, explanations] : keys_) {
    std::set<Explanation> renamed;
    for (const Explanation& one : explanations) {
      Explanation other{one.is_in, {}};
      for (const auto& [thread, result] : one.done)
        other.done[place[static_cast<std::size_t>(thread)]] = result;
      renamed.insert(std::move(other));
    }
    explanations = std::move(renamed);
  }
}

void SetHistory::append_to(std::string& bytes) const {
  for (const auto& [key, explanations] : keys_) {
    bytes.push_back(static_cast<char>(key));
    for (const Explanation& one : explanations) {
      bytes.push_back(one.is_in ? 'i' : 'o');
      for (const auto& [thread, result] : one.done)
        bytes.push_back(static_cast<char>('0' + 2 * thread + (result ? 1 : 0)));
    }
    bytes.push_back('|');
  }
}

}  // namespace heddle::prove::concrete
