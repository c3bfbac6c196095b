// SPDX-License-Identifier: Apache-2.0
// In a text of the process under control: an address of its code follows, in hexadecimal, up to the end. It becomes a place
// in the source where the text is told.
#pragma once

namespace heddle::schedule {

inline constexpr char kPlaceMark[] = " @0x";

}  // namespace heddle::schedule
