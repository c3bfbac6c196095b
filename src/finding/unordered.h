// SPDX-License-Identifier: Apache-2.0
// One sentence on why nothing orders two accesses that race: what their threads held, and what was atomic.
#pragma once

#include <string>

#include "finding/finding.h"

namespace heddle::finding {

std::string why_unordered(const Step& first, const Step& second);

}  // namespace heddle::finding
