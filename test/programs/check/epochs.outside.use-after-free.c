// SPDX-License-Identifier: Apache-2.0
// Nobody knows that it reads.
#define OUTSIDE
#include "epochs.h"
