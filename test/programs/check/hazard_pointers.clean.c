// SPDX-License-Identifier: Apache-2.0
#include "hazard_pointers.h"
