// SPDX-License-Identifier: Apache-2.0
// Where the threads are of an execution that is stopped in its midst, because somebody presses Ctrl-C while it hangs: the
// process that runs it is asked by a signal, and writes the answer into the shared memory before it is killed.
#pragma once

namespace heddle::control {

int question();           // the signal
void answer_questions();  // from now on, in this process

}  // namespace heddle::control
