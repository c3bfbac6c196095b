// SPDX-License-Identifier: Apache-2.0
// What the names of functions and types tell of a block of the heap. Texts only: whether it is true, debug information
// has to confirm (memory_names.h).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::runtime::host {

// "Factory<Node>::make(…)" → "Node", of a function whose name begins with one of these.
std::string argument_of(const std::string& function, std::initializer_list<std::string_view> templates);
std::string first_argument(const std::string& arguments);  // "Ring<int>, int" → "Ring<int>"
std::string named_anywhere(std::string type);  // debug information gives an unnamed namespace no name
std::string allocated_type(const std::string& function);  // by a container
std::string tested_type(const std::string& function);
// "std::vector<Node, std::allocator<Node>>" → "std::vector<Node>": the arguments that nobody writes are left out.
std::string short_type(std::string type);

// What points to what has this name: `node->next` → "node", `settings` → "&settings".
std::string pointer_to(const std::string& name);
// What `free` is given, where what begins the block has this name: `node->next` → "node", `buffer[0]` → "buffer".
std::string freed_name(const std::string& name);

inline constexpr std::pair<std::string_view, std::string_view> kNodes[] = {
    {"std::_Rb_tree_node<", "a std::map or std::set"},
    {"std::_List_node<", "a std::list"},
    {"std::_Fwd_list_node<", "a std::forward_list"},
    {"std::__detail::_Hash_node<", "a std::unordered_map or std::unordered_set"},
};
// The standard library's own names say little: "shared state of result", "use count of shared Node" do. Empty: it is no
// type of that kind.
std::string library_words(const std::string& type, const std::string& part, const std::string& line);

}  // namespace heddle::runtime::host
