// SPDX-License-Identifier: Apache-2.0
// What checks came to → a report in the words of the source.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

finding::Finding finding_of(const CheckRecord& check);
// For each step of its schedule the number of that in the record, from 1; 0: it is none of them.
std::vector<std::size_t> recorded_steps(const CheckRecord& check, const finding::Finding& finding);
// What the report calls the memory that the record is about, by its addresses; the record is of a failure.
std::map<std::uint64_t, std::string> named_objects(const CheckRecord& check);
// What the threads did when the execution was stopped in its midst, a line each.
std::vector<std::string> halted_lines(const CheckRecord& check);  // of one that failed
// The races that the search went over, a line each.
std::vector<std::string> passed_lines(const CheckRecord& check);
// Adds the findings, doubts and statistics of the checks; a finding for each that failed, in their order.
void add_checks(const std::vector<CheckRecord>& checks, finding::Report& report);

}  // namespace heddle::runtime::host
