// SPDX-License-Identifier: Apache-2.0
#include "states/process_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heddle::states {

std::vector<std::size_t> process_order(const order::Poset& poset) {
  const std::size_t n = poset.processes();
  std::vector<double> freedom(n * n, 0);  // [p * n + q]: of q next to p
  std::vector<double> widths(n);
  for (std::size_t p = 0; p < n; ++p) {
    std::fill(widths.begin(), widths.end(), 0);
    for (order::Index i = 0; i <= poset.length(p); ++i) {
      const order::Index* clock = poset.clock(p, i);
      const order::Index* reverse = poset.reverse(p, i);
      for (std::size_t q = 0; q < n; ++q) widths[q] += 1.0 + reverse[q] - clock[q];
    }
    for (std::size_t q = 0; q < n; ++q) {
      freedom[p * n + q] = std::log(widths[q] / (1.0 + poset.length(p)));
    }
  }
  std::vector<std::size_t> rest(n);
  std::iota(rest.begin(), rest.end(), 0);
  std::vector<std::size_t> order(n);
  for (std::size_t place = n; place-- > 0;) {
    const auto score = [&](std::size_t q) {
      double sum = 0;
      for (std::size_t p : rest) sum += p == q ? 0 : freedom[p * n + q];
      return sum;
    };
    const auto freest = std::max_element(rest.begin(), rest.end(),
                                         [&](std::size_t a, std::size_t b) { return score(a) < score(b); });
    order[place] = *freest;
    rest.erase(freest);
  }
  return order;
}

}  // namespace heddle::states
