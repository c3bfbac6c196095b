// SPDX-License-Identifier: Apache-2.0
#include "agree/explored.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::agree {
namespace {

using explore::ExecutionGraph;
using weak::Instruction;

// The graph as the oracle writes it: threads from 0, without what creation adds.
std::string text(const ExecutionGraph& graph) {
  std::vector<std::string> lines;
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>> coherence;
  const auto name = [&](ExecutionGraph::Index i) {
    return i == ExecutionGraph::kInitial ? std::string("init")
                                         : fmt::format("{}.{}", graph[i].thread - 1, graph[i].place - 1);
  };
  for (ExecutionGraph::Index i = 0; i < graph.size(); ++i) {
    const ExecutionGraph::Event& e = graph[i];
    if (e.kind == ExecutionGraph::Kind::after) continue;  // creation
    const bool fence = e.kind == ExecutionGraph::Kind::fence, read = e.kind == ExecutionGraph::Kind::read;
    lines.push_back(fmt::format("{:02}.{:02} {}{} v{} {}", e.thread - 1, e.place - 1,
                                fence  ? "F"
                                : read ? "R"
                                       : "W",
                                fence ? 0 : e.location, e.value, read ? name(e.from) : ""));
    if (e.kind == ExecutionGraph::Kind::write) coherence[e.location][e.rank] = name(i);
  }
  std::sort(lines.begin(), lines.end());
  for (const auto& [location, writes] : coherence) {
    std::string line = fmt::format("co{}", location);
    for (const auto& [rank, write] : writes) line += " " + write;
    lines.push_back(line);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

struct Runner {
  std::size_t at = 0;
  std::uint64_t value = 0;
  bool blocked = false;
};

void perform(const Instruction& i, control::Thread number, Runner& runner, explore::GraphSearch& search) {
  control::AtomicRequest request;
  request.location = i.location;
  request.order = i.order;
  ++runner.at;
  switch (i.kind) {
    case Instruction::Kind::fence:
      search.fence(number, i.order);
      return;
    case Instruction::Kind::store:
    case Instruction::Kind::unlock:
      request.kind = control::AtomicRequest::Kind::store;
      request.value = i.kind == Instruction::Kind::store ? i.value : 0;
      search.perform(number, request);
      return;
    default:
      break;
  }
  request.modification = i.modification;
  const bool only_reads = i.kind == Instruction::Kind::load || i.kind == Instruction::Kind::await;
  if (!only_reads) request.kind = control::AtomicRequest::Kind::modify;
  const control::AtomicAnswer answer = search.perform(number, request);
  runner.value = answer.old;
  runner.blocked = answer.blocked;
  // An await reads once more only to find itself where it was.
  if (i.kind == Instruction::Kind::await && answer.old == i.value && !answer.blocked) {
    search.stuck(number, 1);
    runner.blocked = true;
  }
}

}  // namespace

Explored explore_all(const weak::Program& program, const std::string& model, std::size_t limit, bool keep,
                     const Counts& counts, Share share) {
  explore::Arena arena(std::size_t{1} << 32);
  explore::GraphSearch search(arena, *explore::make_memory_model(model, arena));
  Explored found;
  std::uint64_t left_out = 0;
  search.go_breadth_first(share.count > 0);
  std::vector<control::ThreadView> views(program.size() + 1);
  for (bool more = true; more;) {
    constexpr std::uint64_t kMostBlocked = 100000;
    if (++found.executions - found.blocked > limit || found.blocked > kMostBlocked) {
      found.wrong = "more executions than expected";
      return found;
    }
    std::vector<Runner> runners(program.size());
    search.begin();
    for (std::size_t t = 0; t < program.size(); ++t) search.order(0, static_cast<control::Thread>(t + 1));
    while (true) {
      bool ready = false;
      views[0].state = control::ThreadView::State::blocked;
      for (std::size_t t = 0; t < program.size(); ++t) {
        Runner& runner = runners[t];
        const weak::Thread& code = program[t];
        while (runner.at < code.size() && code[runner.at].kind == Instruction::Kind::skip_unless) {
          const Instruction& skip = code[runner.at++];
          if (runner.value != skip.value) runner.at = std::min(runner.at + skip.distance, code.size());
        }
        control::ThreadView& view = views[t + 1];
        const bool can = !runner.blocked && runner.at < code.size();
        view.state = can              ? control::ThreadView::State::ready
                     : runner.blocked ? control::ThreadView::State::blocked
                                      : control::ThreadView::State::ended;
        ready |= can;
        if (!can) continue;
        control::AtomicRequest request;
        request.location = code[runner.at].location;
        request.modification = code[runner.at].modification;
        search.reaches(static_cast<control::Thread>(t + 1), request);
      }
      if (!ready) break;
      const control::Thread chosen = search.choose({views, control::kNoThread});
      if (chosen == control::kNoThread) {
        if (search.bound().empty()) break;
        found.wrong = search.bound();
        return found;
      }
      perform(program[chosen - 1][runners[chosen - 1].at], chosen, runners[chosen - 1], search);
      search.performed({});
    }
    const bool blocked =
        std::any_of(runners.begin(), runners.end(), [](const Runner& r) { return r.blocked; });
    found.deadlock |= blocked && !search.is_meaningless();
    found.blocked += blocked;
    if (!blocked && keep) ++found.complete[text(search.graph())];
    if (!blocked && counts != nullptr) left_out += !counts(search.graph());
    more = search.finish({views, control::kNoThread});
    if (share.count > 0 && (!more || search.waiting().size() >= share.leaves * share.count)) {
      // What was run on the way is the first share's.
      if (share.number != 1) {
        found.complete.clear();
        found.executions = found.blocked = left_out = 0;
      }
      search.keep_share(share.number - 1, share.count);
      search.go_breadth_first(false);
      share.count = 0;
      more = !search.waiting().empty();
    }
    if (!search.bound().empty()) {
      found.wrong = search.bound();
      return found;
    }
  }
  found.executions -= found.blocked + left_out;
  return found;
}

}  // namespace heddle::agree
