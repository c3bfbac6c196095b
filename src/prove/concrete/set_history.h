// SPDX-License-Identifier: Apache-2.0
// Is there an order of the calls on a set that explains what they have returned so far?
//
// Calls on different keys do not touch each other: a set is one bit a key, and a history is linearizable iff
// that of every key is (Herlihy and Wing: linearizability is local). Of each key all explanations are kept:
// whether it is in, and which calls under way have taken effect, with what result. They are found when a call
// returns, so between two returns nothing is guessed. A call that no explanation fits is a certain violation:
// no order of the calls returns this.
//
// Cost: explanations are at most 2 · 3^(calls under way on the key).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "prove/front/program.h"

namespace heddle::prove::concrete {

class SetHistory {
 public:
  // A call under way: which thread, and what it does.
  struct Pending {
    int thread;
    Role role;
  };
  // The call of `thread`, one of `pending`, the calls on that key, returns. False: nothing explains it.
  bool returns(int key, int thread, bool result, const std::vector<Pending>& pending);

  void rename_threads(const std::vector<int>& place);
  void append_to(std::string& bytes) const;

 private:
  struct Explanation {
    bool is_in = false;
    std::map<int, bool> done;  // by thread: the result it took effect with
    friend auto operator<=>(const Explanation&, const Explanation&) = default;
  };
  std::map<int, std::set<Explanation>> keys_;  // a key that is not there is not in, and nothing has happened
};

}  // namespace heddle::prove::concrete
