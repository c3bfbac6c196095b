// SPDX-License-Identifier: Apache-2.0
#include "finding/same_places.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heddle::finding {
namespace {

constexpr std::string_view kAlso = "the same two places also race on ";
constexpr std::size_t kMost = 8;  // variables named in the note

// The note on the other variables, if there is one.
auto note_in(Finding& finding) {
  return std::find_if(finding.notes.begin(), finding.notes.end(),
                      [](const std::string& note) { return note.starts_with(kAlso); });
}

}  // namespace

std::string places_of_race(const Finding& finding) {
  if (finding.kind != Kind::data_race || finding.steps.size() != 2) return "";
  std::string places[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const event::Location& location = finding.steps[i].location;
    if (location.file.empty() || location.line == 0) return "";
    places[i] = event::text(location) + " " + location.function;
  }
  return std::min(places[0], places[1]) + "\n" + std::max(places[0], places[1]);
}

void add_same_places(Finding& first, const Finding& other) {
  first.count += other.count;
  if (first.kind != Kind::data_race || other.variable.empty() || other.variable == first.variable) return;
  const std::string name = "`" + other.variable + "`";
  const auto note = note_in(first);
  if (note == first.notes.end()) {
    first.notes.push_back(std::string(kAlso) + name);
    return;
  }
  if (note->find(name) != std::string::npos || note->ends_with(" more")) return;
  const auto named = static_cast<std::size_t>(std::count(note->begin(), note->end(), '`')) / 2;
  *note += named < kMost ? ", " + name : " and more";
}

void merge_same_places(std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> known;
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    const std::string places = places_of_race(finding);
    const auto [first, is_new] =
        places.empty() ? std::pair{known.end(), true} : known.try_emplace(places, kept.size());
    if (is_new) {
      kept.push_back(std::move(finding));
      continue;
    }
    Finding& stays = kept[first->second];
    if (finding.certainty < stays.certainty) std::swap(stays, finding);
    add_same_places(stays, finding);
  }
  findings = std::move(kept);
}

}  // namespace heddle::finding
