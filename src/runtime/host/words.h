// SPDX-License-Identifier: Apache-2.0
// Raw findings of the runtime → findings for people: places in the source, names of variables and locks, one
// finding per kind and pair of source locations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "runtime/host/memory_names.h"
#include "runtime/host/symbols.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

std::string signal_name(int number);  // "SIGSEGV"

class Words {
 public:
  Words(const Channel& channel, Symbols& symbols) : channel_(channel), symbols_(symbols), names_(symbols) {}

  // One per kind and pair of source locations, or also one per variable.
  std::vector<finding::Finding> findings(bool each_variable);
  void add_doubts(finding::Verdict& verdict) const;

  static std::string thread(std::uint32_t number);
  void begin_report();                                    // the next finding is put into words
  std::string lock(std::uint64_t number);                 // as this one tells it
  std::string name_of_lock(std::uint64_t number);         // several may have the same
  std::vector<event::Location> stack(ContextId context);  // innermost first
  std::vector<std::string> locks_held(ContextId locks);   // outermost first
  static const event::Location* place(
      const std::vector<event::Location>& stack);  // the user's own innermost frame

  finding::Step step(std::uint32_t thread, std::string operation, Origin origin);
  finding::ThreadNote note(std::uint32_t thread, const std::vector<finding::Step>& steps);
  MemoryNames& memory() { return names_; }
  std::optional<MemoryRegion> region(const Sighting& sighting);
  // Who waits for what, of a program that was stopped: a sentence each.
  std::vector<std::string> waiting();
  // Of a step that waits: " at queue.c:12 in pop, holding `m`", as much of it as is known.
  static std::string where_it_waits(const finding::Step& step);
  // Threads that ended, and that nobody joined or detached: a sentence each, of the first few.
  std::vector<std::string> leaked();
  // Every thread waits: a finding.
  finding::Finding hang();

 private:
  finding::Step step(const RawAccess& access);
  finding::Finding words(const RawFinding& raw);
  void name_uses(const RawFinding& raw, finding::Finding& finding);
  void describe_memory(const RawFinding& raw, finding::Finding& finding);
  void describe_threads(std::vector<std::uint32_t> threads, finding::Finding& finding);
  std::vector<event::Location> whole_stack(ContextId context);
  StackWords window(std::uint32_t number);  // + 1
  std::uint64_t main_function();            // an address in it; 0: unknown
  HeapBlock block_of(const RawBlock& raw);
  MemoryName memory_at(std::uint64_t address, const RawBlock& block, std::uint32_t window);

  bool is_by_strangers(ContextId stack);
  bool is_ours(const RawFinding& raw);

  const Channel& channel_;
  Symbols& symbols_;
  MemoryNames names_;
  std::map<std::uint64_t, std::string> locks_;
  // In the finding that is put into words:
  std::map<std::uint64_t, std::string> told_;
  std::map<std::string, unsigned> told_names_;
  std::map<std::string, bool> strangers_;  // by file
};

}  // namespace heddle::runtime::host
