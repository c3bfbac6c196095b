// SPDX-License-Identifier: Apache-2.0
// Linked with a test, it answers as a library of an earlier version would.
extern "C" unsigned heddle_runtime_calls_version() { return 1; }
