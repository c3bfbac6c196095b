// SPDX-License-Identifier: Apache-2.0
// What the parts of a variable are called, as a text that a recording can carry:
//
//   parts  = "."                                                    one thing; it has no parts with names
//          | "[" bytes { "," count } "]" parts                      an array: of an element, of each dimension
//          | "{" { offset "," bytes "," name ":" parts ";" } "}"    a class: the first member around an offset
//          | "*" number                                             a pointer; the number says to what, in a table
//                                                                   of who made the text
//
// A member without a name is one whose own parts people name at once: a base, or an anonymous union. Before all that may
// stand `>`, if the region's name is that of a pointer to it, or `:`, if it is that of its type; and before that, in
// double quotes, what else is known of the whole: "in a Node of 16 bytes".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::event {

// "[4,10]." at 12 → "[3]"; "{0,4,a:.;4,8,b:[4,2].;}" at 8 → ".b[1]". Text that says something else ends the name.
std::string part_at(std::string_view parts, std::uint64_t offset);

// The number of the pointer that begins there, if one does.
std::optional<std::uint64_t> pointer_at(std::string_view parts, std::uint64_t offset);

// With the name of the whole: "head" and ">{0,8,next:.;8,4,value:.;}" at 8 → "head->value", "Node" and ":{…" "Node::value".
std::string name_at(std::string_view name, std::string_view parts, std::uint64_t offset);

// What else is known of the whole; empty: nothing. And a text with it.
std::string remark_in(std::string_view parts);
std::string with_remark(std::string_view remark, std::string_view parts);

}  // namespace heddle::event
