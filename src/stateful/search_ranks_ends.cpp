// SPDX-License-Identifier: Apache-2.0
// What all ranks do together when a round is over: they find the ways to what was found, which lead through states of
// several of them, and what nobody can leave. Each step is an exchange: everybody sends, then everybody receives.
#include <set>

#include "stateful/closed_components.h"
#include "stateful/search_ranks.h"

namespace heddle::stateful {

using cluster::Packer;
using cluster::Unpacker;

void Search::Others::suspect(StateNumber from, Move move, std::uint32_t steps, const Telling& tell) {
  suspects_.push_back({from, move, steps, tell});
  if (search_.options_.stop_at_first) search_.stopped_ = true;
}

std::vector<std::string> Search::Others::exchange(const std::vector<std::string>& for_each) {
  auto all = job_.exchange(for_each);
  if (!all) job_.give_up(all.error().message);
  return std::move(*all);
}

// From a suspect back to the first state, as far as it is known.
struct Search::Others::Way {
  Rank asks = 0;
  std::uint32_t suspect = 0;  // of the rank that asks
  StateNumber at = 0;         // kNoState: it is whole
  std::vector<Move> moves;    // the last one first
};

// Through the states of this rank, and on to the next.
void Search::Others::follow(Way way, std::vector<Packer>& out, std::uint64_t& moving,
                            std::vector<Way>& whole) {
  Rank next = rank();
  while (way.at != kNoState && next == rank()) {
    const Node node = search_.nodes_[way.at];
    if (node.parent != kNoState) {
      for (std::uint32_t i = 1; i < node.steps; ++i) way.moves.push_back({node.thread, 0});
      way.moves.push_back({node.thread, node.alternative});
    }
    next = node.parent == kNoState ? way.asks : origins_[way.at];
    way.at = node.parent;
  }
  if (way.at == kNoState && way.asks == rank()) {
    whole.push_back(std::move(way));
    return;
  }
  ++moving;
  Packer& packer = out[way.at == kNoState ? way.asks : next];
  packer << way.asks << way.suspect << way.at << std::uint64_t{way.moves.size()};
  for (const Move& move : way.moves) packer << move;
}

void Search::Others::tell_suspects() {
  std::vector<Way> ways, whole;
  for (std::uint32_t i = 0; i < suspects_.size(); ++i)
    ways.push_back({.asks = rank(), .suspect = i, .at = suspects_[i].from, .moves = {}});
  while (true) {
    std::vector<Packer> out(ranks());
    std::uint64_t moving = 0;
    for (Way& way : ways) follow(std::move(way), out, moving, whole);
    ways.clear();
    std::vector<std::string> texts;
    for (const Packer& packer : out) texts.push_back((Packer() << moving << packer.text()).text());
    std::uint64_t all_moving = 0;
    for (const std::string& text : exchange(texts)) {
      std::string body;
      Unpacker(text) >> moving >> body;
      all_moving += moving;
      for (Unpacker unpacker(body); !unpacker.is_empty() && unpacker.is_good();) {
        Way& way = ways.emplace_back();
        std::uint64_t count = 0;
        unpacker >> way.asks >> way.suspect >> way.at >> count;
        for (; count > 0 && unpacker.is_good(); --count) unpacker >> way.moves.emplace_back();
      }
    }
    if (all_moving == 0) break;
  }
  std::sort(whole.begin(), whole.end(), [](const Way& a, const Way& b) { return a.suspect < b.suspect; });
  for (Way& way : whole) {
    const Suspect& suspect = suspects_[way.suspect];
    std::reverse(way.moves.begin(), way.moves.end());
    const History history = search_.history_along(std::move(way.moves), suspect.move, suspect.steps);
    search_.add_finding(suspect.tell(history), history);
  }
  search_.current_words_.clear();
  suspects_.clear();
}

// By state: every edge from it changes nothing and leads to such a state.
std::vector<bool> Search::Others::lead_nowhere() {
  const std::size_t count = search_.nodes_.size();
  has_edge_.resize(count);
  search_.changes_.resize(count);
  search_.looks_.resize(count);
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
  std::vector<bool> nowhere(count, true);
  std::vector<StateNumber> leads_out;
  for (StateNumber node = 0; node < count; ++node)
    if (search_.changes_[node] || !has_edge_[node]) leads_out.push_back(node);
  while (true) {
    std::vector<Packer> out(ranks());
    std::uint64_t told = 0;
    while (!leads_out.empty()) {
      const StateNumber node = leads_out.back();
      leads_out.pop_back();
      if (!nowhere[node]) continue;
      nowhere[node] = false;
      auto edge = std::lower_bound(edges_.begin(), edges_.end(), node,
                                   [](const Edge& each, StateNumber at) { return each.to < at; });
      for (; edge != edges_.end() && edge->to == node; ++edge) {
        if (edge->of == rank()) {
          leads_out.push_back(edge->from);
        } else {
          out[edge->of] << edge->from;
          ++told;
        }
      }
    }
    std::vector<std::string> texts;
    for (const Packer& packer : out) texts.push_back((Packer() << told << packer.text()).text());
    std::uint64_t all_told = 0;
    for (const std::string& text : exchange(texts)) {
      std::string body;
      Unpacker(text) >> told >> body;
      all_told += told;
      for (Unpacker unpacker(body); !unpacker.is_empty() && unpacker.is_good();)
        unpacker >> leads_out.emplace_back();
    }
    if (all_told == 0) return nowhere;
  }
}

// What is left of the graph goes to rank 0, which tells the owner of one state of each component.
void Search::Others::find_livelocks() {
  const std::vector<bool> nowhere = lead_nowhere();
  const auto id = [](Rank of, StateNumber node) { return std::uint64_t{of} << 32 | node; };
  Packer own;
  for (const Edge& edge : edges_)
    if (nowhere[edge.to]) own << id(edge.of, edge.from) << id(rank(), edge.to);
  Packer looking;
  for (StateNumber node = 0; node < nowhere.size(); ++node)
    if (nowhere[node] && search_.looks_[node]) looking << id(rank(), node);
  std::vector<std::string> texts(ranks());
  texts[0] = (Packer() << own.text() << looking.text()).text();
  std::vector<std::string> answers(ranks());
  std::map<std::uint64_t, StateNumber> numbers;
  std::vector<std::uint64_t> ids;
  const auto number = [&](std::uint64_t of) {
    const auto [known, is_new] = numbers.try_emplace(of, static_cast<StateNumber>(ids.size()));
    if (is_new) ids.push_back(of);
    return known->second;
  };
  std::map<StateNumber, std::vector<StateNumber>> edges;
  std::set<StateNumber> looks;
  for (const std::string& text : exchange(texts)) {
    std::string edges_text, looks_text;
    Unpacker(text) >> edges_text >> looks_text;
    for (Unpacker unpacker(edges_text); !unpacker.is_empty() && unpacker.is_good();) {
      std::uint64_t from = 0, to = 0;
      unpacker >> from >> to;
      edges[number(from)].push_back(number(to));
    }
    for (Unpacker unpacker(looks_text); !unpacker.is_empty() && unpacker.is_good();) {
      std::uint64_t of = 0;
      unpacker >> of;
      looks.insert(number(of));
    }
  }
  for (const StateNumber first :
       closed_components(edges, {}, [&](StateNumber inside) { return edges.contains(inside); })) {
    std::vector<StateNumber> component = {first};
    std::set<StateNumber> known = {first};
    for (std::size_t i = 0; i < component.size(); ++i)
      for (const StateNumber to : edges[component[i]])
        if (known.insert(to).second) component.push_back(to);
    const auto looking_one = std::find_if(component.begin(), component.end(),
                                          [&](StateNumber state) { return looks.contains(state); });
    if (looking_one == component.end()) continue;
    const std::uint64_t of = ids[*looking_one];
    answers[of >> 32] += (Packer() << static_cast<StateNumber>(of)).text();
  }
  for (const std::string& text : exchange(answers))
    for (Unpacker unpacker(text); !unpacker.is_empty() && unpacker.is_good();) {
      StateNumber node = 0;
      unpacker >> node;
      if (search_.store_.compacted()) {
        search_.result_.verdict.doubt("whether threads that poll can go on for ever was not found out");
        continue;
      }
      const std::optional<bool> closed = search_.is_closed(node);
      if (!closed)
        search_.result_.verdict.doubt("whether threads that poll can go on for ever was not found out");
      else if (*closed)
        search_.report_livelock(node);
    }
}

}  // namespace heddle::stateful
