// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/witness_graph.h"

#include <functional>

#include <fmt/format.h>

#include "base/check.h"
#include "schedule/memory_models.h"

namespace heddle::runtime::host {
namespace {

using Kind = WitnessEvent::Kind;
using event::MemoryOrder;

class Relation {
 public:
  explicit Relation(std::size_t size) : size_(size), words_((size + 63) / 64), bits_(size * words_) {}
  bool has(std::size_t a, std::size_t b) const { return (bits_[a * words_ + b / 64] >> (b % 64) & 1) != 0; }
  void add(std::size_t a, std::size_t b) { bits_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64); }
  // What is reached from b is reached from a.
  void add_row(std::size_t a, const Relation& other, std::size_t b) {
    for (std::size_t i = 0; i < words_; ++i) bits_[a * words_ + i] |= other.bits_[b * words_ + i];
  }
  void add_all(const Relation& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  }
  Relation then(const Relation& other) const {
    Relation result(size_);
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b)
        if (has(a, b)) result.add_row(a, other, b);
    return result;
  }
  void close() {
    for (std::size_t k = 0; k < size_; ++k)
      for (std::size_t a = 0; a < size_; ++a)
        if (has(a, k)) add_row(a, *this, k);
  }
  bool is_irreflexive() const {
    for (std::size_t a = 0; a < size_; ++a)
      if (has(a, a)) return false;
    return true;
  }

 private:
  std::size_t size_, words_;
  std::vector<std::uint64_t> bits_;
};

class Axioms {
 public:
  explicit Axioms(const WitnessGraph& graph)
      : all_(graph.events),
        size_(all_.size()),
        po_(size_),
        rf_(size_),
        co_(size_),
        fr_(size_),
        rmw_(size_),
        outer_(size_) {
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b) relate(graph, a, b);
  }

  std::string malformed(const WitnessGraph& graph) const {
    for (const WitnessEvent& each : all_) {
      if (each.kind != Kind::read) continue;
      if (each.from >= 0) {
        if (static_cast<std::size_t>(each.from) >= size_) return "a read of no event";
        const WitnessEvent& write = all_[static_cast<std::size_t>(each.from)];
        if (write.kind != Kind::write || write.location != each.location || write.value != each.value)
          return "a read of another value than was written";
      } else if (const auto first = graph.initial.find(each.location);
                 first == graph.initial.end() || first->second != each.value) {
        return "a read of another value than the initial one";
      }
    }
    return "";
  }

  // Every read-modify-write follows what it read, with nothing between.
  bool is_atomic(const WitnessGraph& graph) const {
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b)
        if (rmw_.has(a, b) && all_[b].rank != graph.rank_read(all_[a]) + 1) return false;
    return true;
  }

  std::string sc() const {
    return acyclic({&po_, &rf_, &co_, &fr_, &outer_}) ? "" : "po ∪ rf ∪ co ∪ fr has a cycle";
  }

  std::string tso() const {
    const auto waits = [&](std::size_t a) {
      return all_[a].kind == Kind::write && !all_[a].modifies && all_[a].order != MemoryOrder::seq_cst;
    };
    const auto is_nothing = [&](std::size_t a) {
      return all_[a].kind == Kind::fence && all_[a].order != MemoryOrder::seq_cst;
    };
    Relation ppo(size_), rfe(size_);
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b) {
        const bool passes = waits(a) && all_[b].kind == Kind::read && !all_[b].locked;
        if (po_.has(a, b) && !passes && !is_nothing(a) && !is_nothing(b)) ppo.add(a, b);
        if (rf_.has(a, b) && all_[a].thread != all_[b].thread) rfe.add(a, b);
      }
    return acyclic({&ppo, &rfe, &co_, &fr_, &outer_}) ? "" : "ppo ∪ rfe ∪ co ∪ fr has a cycle";
  }

  std::string rc11() const {
    if (!acyclic({&po_, &rf_, &outer_})) return "po ∪ rf has a cycle";
    const Relation hb = happens_before();
    if (!hb.is_irreflexive()) return "something happens before itself";
    Relation eco = rf_;
    eco.add_all(co_);
    eco.add_all(fr_);
    eco.close();
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b)
        if (hb.has(a, b) && eco.has(b, a)) return "coherence: hb ; eco has a cycle";
    Relation psc = partial_sc(hb, eco);
    psc.close();
    return psc.is_irreflexive() ? "" : "psc has a cycle";
  }

 private:
  void relate(const WitnessGraph& graph, std::size_t a, std::size_t b) {
    const WitnessEvent &first = all_[a], &second = all_[b];
    if (first.thread == second.thread && a < b) po_.add(a, b);
    if (second.from == static_cast<std::int64_t>(a)) (second.kind == Kind::read ? rf_ : outer_).add(a, b);
    const bool has_place = first.kind <= Kind::write && second.kind <= Kind::write;
    if (has_place && first.location == second.location && second.kind == Kind::write && a != b) {
      if (first.kind == Kind::write && first.rank < second.rank) co_.add(a, b);
      if (first.kind == Kind::read && graph.rank_read(first) < second.rank && !is_own_half(a, b))
        fr_.add(a, b);
    }
    if (is_own_half(a, b)) rmw_.add(a, b);
  }
  // b is the write of the read-modify-write whose read a is: the next event of the thread.
  bool is_own_half(std::size_t a, std::size_t b) const {
    if (all_[a].kind != Kind::read || !all_[a].modifies || all_[b].kind != Kind::write || !all_[b].modifies ||
        all_[a].thread != all_[b].thread || b <= a)
      return false;
    for (std::size_t i = a + 1; i < b; ++i)
      if (all_[i].thread == all_[a].thread) return false;
    return true;
  }
  bool acyclic(std::initializer_list<const Relation*> parts) const {
    Relation all(size_);
    for (const Relation* part : parts) all.add_all(*part);
    all.close();
    return all.is_irreflexive();
  }
  bool is_fence(std::size_t a) const { return all_[a].kind == Kind::fence; }

  // sw = [release] ; ([fence] ; po)? ; rs ; rf ; (po ; [fence])? ; [acquire], with C++20's release sequence
  // rs = [write] ; (rf ; rmw)*. A reader of a readers-writer lock synchronises with no other reader of it.
  Relation synchronises() const {
    Relation sequence = rf_.then(rmw_);
    sequence.close();
    Relation publishes = sequence.then(rf_);
    publishes.add_all(rf_);
    Relation result(size_);
    for (std::size_t w = 0; w < size_; ++w)
      for (std::size_t r = 0; r < size_; ++r) {
        if (!publishes.has(w, r) || (all_[r].among_readers && is_of_reader(w))) continue;
        for (std::size_t a = 0; a < size_; ++a) {
          const bool from = (a == w || (is_fence(a) && po_.has(a, w))) && event::releases(all_[a].order);
          for (std::size_t b = 0; from && b < size_; ++b)
            if ((b == r || (is_fence(b) && po_.has(r, b))) && event::acquires(all_[b].order))
              result.add(a, b);
        }
      }
    return result;
  }
  bool is_of_reader(std::size_t write) const {
    for (std::size_t read = 0; read < write; ++read)
      if (is_own_half(read, write)) return all_[read].among_readers;
    return false;
  }
  Relation happens_before() const {
    Relation hb = po_;
    hb.add_all(synchronises());
    hb.add_all(outer_);
    hb.close();
    return hb;
  }

  Relation partial_sc(const Relation& hb, const Relation& eco) const {
    Relation elsewhere(size_), scb = po_;
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < size_; ++b) {
        const bool same = all_[a].kind <= Kind::write && all_[b].kind <= Kind::write &&
                          all_[a].location == all_[b].location;
        if (po_.has(a, b) && !same) elsewhere.add(a, b);
        if (hb.has(a, b) && same) scb.add(a, b);
      }
    scb.add_all(elsewhere.then(hb).then(elsewhere));
    scb.add_all(co_);
    scb.add_all(fr_);
    const auto is_sc = [&](std::size_t a) {
      return all_[a].kind != Kind::after && all_[a].order == MemoryOrder::seq_cst;
    };
    // ([SC] ∪ [Fsc] ; hb?) on the left, ([SC] ∪ hb? ; [Fsc]) on the right.
    Relation left(size_), right(size_), fences(size_);
    const Relation between = hb.then(eco).then(hb);
    for (std::size_t a = 0; a < size_; ++a) {
      if (!is_sc(a)) continue;
      left.add(a, a);
      right.add(a, a);
      for (std::size_t b = 0; b < size_ && is_fence(a); ++b) {
        if (hb.has(a, b)) left.add(a, b);
        if (hb.has(b, a)) right.add(b, a);
        if (is_sc(b) && is_fence(b) && (hb.has(a, b) || between.has(a, b))) fences.add(a, b);
      }
    }
    Relation psc = left.then(scb).then(right);
    psc.add_all(fences);
    return psc;
  }

  const std::vector<WitnessEvent>& all_;
  std::size_t size_;
  Relation po_, rf_, co_, fr_, rmw_;
  Relation outer_;  // creation and join
};

}  // namespace

std::string WitnessGraph::broken_axiom(std::string_view model) const {
  const Axioms axioms(*this);
  if (std::string wrong = axioms.malformed(*this); !wrong.empty()) return wrong;
  if (!axioms.is_atomic(*this)) return "atomicity: something comes between the halves of a read-modify-write";
#define HEDDLE_MEMORY_MODEL(name, rule, whose, leaves_out) \
  if (model == #name) return axioms.name();
#include "schedule/memory_models.def"
  HEDDLE_CHECK(false, "memory_models.def has every memory model");
}

void add_judgement(const WitnessGraph& graph, std::string_view asked, finding::Finding& finding) {
  const schedule::ToldModel& model = schedule::told_model(asked);
  if (const std::string broken = graph.broken_axiom(model.name); !broken.empty()) {
    finding.notes.push_back(fmt::format(
        "heddle contradicts itself: the memory model does not allow this execution ({}). Please report it.",
        broken));
    return;
  }
  if (model.is_weak())
    finding.notes.push_back(
        fmt::format("An execution of {}{}, re-checked against its axioms.", model.whose,
                    graph.broken_axiom("sc").empty() ? "" : ", not of sequential consistency"));
}

}  // namespace heddle::runtime::host
