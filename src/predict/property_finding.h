// SPDX-License-Identifier: Apache-2.0
// A property (temporal.h) that does not hold, as a finding: the run that shows it, what is to be seen on it, each of it looked
// at again by other means (witness.h), and what is about all that can come from its end.
#pragma once

#include "predict/computation.h"
#include "predict/state_finding.h"
#include "predict/temporal.h"

namespace heddle::predict {

// `text` is the property in the user's words, from which `property` was read.
StateFinding finding_of(const Computation& computation, const std::string& text, const Expression& property,
                        const PropertyAnswer& answer);

// The expression with an operator before it: AF of it, or its opposite.
Expression applied(Expression::Kind kind, const Expression& operand);

}  // namespace heddle::predict
