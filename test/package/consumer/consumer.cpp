// SPDX-License-Identifier: Apache-2.0
// Another project's use of the installed package: prints the racy variables of a trace.
#include <iostream>

#include <heddle/races.h>

int main(int argc, char** argv) {
  const heddle::RaceReport report = heddle::find_races(argc > 1 ? argv[1] : "");
  for (const heddle::Race& race : report.races)
    std::cout << race.variable << ": " << race.first.location << " and " << race.second.location << '\n';
  if (!report.reason.empty()) std::cout << report.reason << '\n';
  return static_cast<int>(report.verdict);
}
