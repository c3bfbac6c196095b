// SPDX-License-Identifier: Apache-2.0
#include "source_directory.h"

std::string heddle::source_directory() { return HEDDLE_SOURCE_DIRECTORY; }
