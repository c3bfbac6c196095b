// SPDX-License-Identifier: Apache-2.0
#include "chase_lev.h"
