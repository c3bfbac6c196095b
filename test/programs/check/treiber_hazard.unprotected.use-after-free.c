// SPDX-License-Identifier: Apache-2.0
// Reads the next cell of one that is not protected.
#define HEDDLE_RETIRED 1
#define MUTANT 5
#include "../prove/treiber_hazard.c"
#include "treiber_reclaimed.h"
