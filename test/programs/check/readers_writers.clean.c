// SPDX-License-Identifier: Apache-2.0
#include "readers_writers.h"
