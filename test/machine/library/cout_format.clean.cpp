// SPDX-License-Identifier: Apache-2.0
#include "../../programs/cout_format.clean.cpp"
