// SPDX-License-Identifier: Apache-2.0
// The nodes of std::list, std::map, std::set and their kin are linked inside libstdc++, which is not
// instrumented. Here are those functions once more, each access told as one of the caller's.
//
// A tree is red and black (Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, chapter 13). Its
// header is a red node whose parent is the root and whose children are the first and the last node; the
// root's parent is the header. That, and the layout of the nodes, is all that libstdc++'s headers rely on.
#include <cstddef>
#include <cstdint>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

namespace {

struct ListNode {
  ListNode *next, *previous;
};
struct TreeNode {
  enum Colour : int { kRed, kBlack } colour;
  TreeNode* parent;
  TreeNode* child[2];  // left, right
};

class Links {
 public:
  explicit Links(const void* pc) : pc_(pc) {}
  template <class T>
  T get(const T& field) {
    reads(&field, sizeof(T), pc_);  // NOLINT(bugprone-sizeof-expression): fields are pointers
    return field;
  }
  template <class T>
  void set(T& field, T value) {
    writes(&field, sizeof(T), pc_);  // NOLINT(bugprone-sizeof-expression)
    field = value;
  }

 private:
  const void* pc_;
};

// ---- lists ----

void hook(Links links, ListNode* self, ListNode* before) {
  ListNode* previous = links.get(before->previous);
  links.set(self->next, before);
  links.set(self->previous, previous);
  links.set(previous->next, self);
  links.set(before->previous, self);
}
void unhook(Links links, ListNode* self) {
  ListNode *next = links.get(self->next), *previous = links.get(self->previous);
  links.set(previous->next, next);
  links.set(next->previous, previous);
}
// [first, last) goes before `self`.
void transfer(Links links, ListNode* self, ListNode* first, ListNode* last) {
  if (self == last) return;
  ListNode* const final_node = links.get(last->previous);
  ListNode* const before_first = links.get(first->previous);
  ListNode* const before_self = links.get(self->previous);
  links.set(final_node->next, self);
  links.set(before_first->next, last);
  links.set(before_self->next, first);
  links.set(self->previous, final_node);
  links.set(last->previous, before_first);
  links.set(first->previous, before_self);
}
void reverse(Links links, ListNode* self) {
  ListNode* at = self;
  do {
    ListNode *next = links.get(at->next), *previous = links.get(at->previous);
    links.set(at->next, previous);
    links.set(at->previous, next);
    at = next;
  } while (at != self);
}
// Both may be empty: then they point to themselves.
void swap(Links links, ListNode& a, ListNode& b) {
  ListNode *a_next = links.get(a.next), *a_previous = links.get(a.previous);
  ListNode *b_next = links.get(b.next), *b_previous = links.get(b.previous);
  const auto move = [&](ListNode& from, ListNode& to, ListNode* next, ListNode* previous) {
    const bool empty = next == &from;
    links.set(to.next, empty ? &to : next);
    links.set(to.previous, empty ? &to : previous);
    if (empty) return;
    links.set(next->previous, &to);
    links.set(previous->next, &to);
  };
  move(a, b, a_next, a_previous);
  move(b, a, b_next, b_previous);
}

// ---- trees ----

class Tree {
 public:
  Tree(TreeNode& header, const void* pc) : header_(header), links_(pc) {}

  void insert(bool left, TreeNode* node, TreeNode* parent);
  TreeNode* erase(TreeNode* node);  // the node that is free now

 private:
  TreeNode* parent(const TreeNode* node) { return links_.get(node->parent); }
  TreeNode* child(const TreeNode* node, int side) { return links_.get(node->child[side]); }
  bool is_red(const TreeNode* node) { return node != nullptr && links_.get(node->colour) == TreeNode::kRed; }
  void colour(TreeNode* node, TreeNode::Colour value) { links_.set(node->colour, value); }
  // `node` gets another one, or none, in its place below its parent.
  void replace(TreeNode* node, TreeNode* by) {
    if (links_.get(header_.parent) == node) {
      links_.set(header_.parent, by);
      return;
    }
    TreeNode* above = parent(node);
    links_.set(above->child[child(above, 0) == node ? 0 : 1], by);
  }
  // The node goes down to this side, its child of the other side comes up.
  void rotate(TreeNode* node, int side) {
    TreeNode* risen = child(node, 1 - side);
    TreeNode* between = child(risen, side);
    links_.set(node->child[1 - side], between);
    if (between != nullptr) links_.set(between->parent, node);
    links_.set(risen->parent, parent(node));
    replace(node, risen);
    links_.set(risen->child[side], node);
    links_.set(node->parent, risen);
  }
  TreeNode* last(TreeNode* node, int side) {
    while (TreeNode* next = child(node, side)) node = next;
    return node;
  }
  void lighten(TreeNode* node, TreeNode* above);

  TreeNode& header_;
  Links links_;
};

void Tree::insert(bool left, TreeNode* node, TreeNode* above) {
  links_.set(node->parent, above);
  links_.set<TreeNode*>(node->child[0], nullptr);
  links_.set<TreeNode*>(node->child[1], nullptr);
  colour(node, TreeNode::kRed);
  const int side = left ? 0 : 1;
  const bool is_first = above == &header_;
  const bool is_outermost = is_first || above == child(&header_, side);
  links_.set(above->child[side], node);
  if (is_first) {
    links_.set(header_.parent, node);
    links_.set(header_.child[1 - side], node);
  } else if (is_outermost) {
    links_.set(header_.child[side], node);
  }
  while (node != links_.get(header_.parent) && is_red(parent(node))) {
    TreeNode* const grand = parent(parent(node));
    const int near = parent(node) == child(grand, 0) ? 0 : 1;
    TreeNode* const uncle = child(grand, 1 - near);
    if (is_red(uncle)) {
      colour(parent(node), TreeNode::kBlack);
      colour(uncle, TreeNode::kBlack);
      colour(grand, TreeNode::kRed);
      node = grand;
      continue;
    }
    if (node == child(parent(node), 1 - near)) {
      node = parent(node);
      rotate(node, near);
    }
    colour(parent(node), TreeNode::kBlack);
    colour(grand, TreeNode::kRed);
    rotate(grand, 1 - near);
  }
  colour(links_.get(header_.parent), TreeNode::kBlack);
}

// The paths through `node`, which may be none, have one black node too few.
void Tree::lighten(TreeNode* node, TreeNode* above) {
  while (node != links_.get(header_.parent) && !is_red(node)) {
    const int near = node == child(above, 0) ? 0 : 1;
    TreeNode* sibling = child(above, 1 - near);
    if (is_red(sibling)) {
      colour(sibling, TreeNode::kBlack);
      colour(above, TreeNode::kRed);
      rotate(above, near);
      sibling = child(above, 1 - near);
    }
    if (!is_red(child(sibling, 0)) && !is_red(child(sibling, 1))) {
      colour(sibling, TreeNode::kRed);
      node = above;
      above = parent(above);
      continue;
    }
    if (!is_red(child(sibling, 1 - near))) {
      colour(child(sibling, near), TreeNode::kBlack);
      colour(sibling, TreeNode::kRed);
      rotate(sibling, 1 - near);
      sibling = child(above, 1 - near);
    }
    colour(sibling, links_.get(above->colour));
    colour(above, TreeNode::kBlack);
    colour(child(sibling, 1 - near), TreeNode::kBlack);
    rotate(above, near);
    break;
  }
  if (node != nullptr) colour(node, TreeNode::kBlack);
}

TreeNode* Tree::erase(TreeNode* node) {
  TreeNode *left = child(node, 0), *right = child(node, 1);
  TreeNode *moved = nullptr, *above = nullptr;  // what takes an empty place, and where
  TreeNode::Colour lost = links_.get(node->colour);
  if (left == nullptr || right == nullptr) {
    moved = left != nullptr ? left : right;
    above = parent(node);
    if (moved != nullptr) links_.set(moved->parent, above);
    replace(node, moved);
    for (int side = 0; side < 2; ++side)
      if (links_.get(header_.child[side]) == node)
        links_.set(header_.child[side], moved != nullptr ? last(moved, side) : above);
  } else {  // its successor comes into its place
    TreeNode* const next = last(right, 0);
    moved = child(next, 1);
    above = next == right ? next : parent(next);
    if (next != right) {
      if (moved != nullptr) links_.set(moved->parent, above);
      links_.set(above->child[0], moved);
      links_.set(next->child[1], right);
      links_.set(right->parent, next);
    }
    links_.set(next->child[0], left);
    links_.set(left->parent, next);
    replace(node, next);
    links_.set(next->parent, parent(node));
    const TreeNode::Colour kept = lost;
    lost = links_.get(next->colour);
    colour(next, kept);
  }
  if (lost == TreeNode::kBlack) lighten(moved, above);
  return node;
}

// The node after it (side 1) or before it (side 0).
TreeNode* step(Links links, TreeNode* node, int side) {
  const auto parent = [&](TreeNode* at) { return links.get(at->parent); };
  const auto child = [&](TreeNode* at, int which) { return links.get(at->child[which]); };
  if (side == 0 && links.get(node->colour) == TreeNode::kRed && parent(parent(node)) == node)
    return child(node, 1);  // the header: before the end is the last
  if (TreeNode* next = child(node, side)) {
    while (TreeNode* nearer = child(next, 1 - side)) next = nearer;
    return next;
  }
  TreeNode* above = parent(node);
  while (node == child(above, side)) {
    node = above;
    above = parent(above);
  }
  // From the root upwards, in a tree without another side, one comes to the header from itself.
  return child(node, side) == above ? node : above;
}

}  // namespace

HEDDLE_INTERPOSE void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before) {
  hook(Links(HEDDLE_PC), node, before);
}
HEDDLE_INTERPOSE void _ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node) {
  unhook(Links(HEDDLE_PC), node);
}
HEDDLE_INTERPOSE void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first,
                                                                           ListNode* last) {
  transfer(Links(HEDDLE_PC), node, first, last);
}
HEDDLE_INTERPOSE void _ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* node) {
  reverse(Links(HEDDLE_PC), node);
}
HEDDLE_INTERPOSE void _ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b) {
  swap(Links(HEDDLE_PC), a, b);
}

HEDDLE_INTERPOSE void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left,
                                                                                        TreeNode* node,
                                                                                        TreeNode* parent,
                                                                                        TreeNode& header) {
  Tree(header, HEDDLE_PC).insert(left, node, parent);
}
HEDDLE_INTERPOSE TreeNode* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node,
                                                                                        TreeNode& header) {
  return Tree(header, HEDDLE_PC).erase(node);
}
#define HEDDLE_TREE_STEP(name, side) \
  HEDDLE_INTERPOSE TreeNode* name(TreeNode* node) { return step(Links(HEDDLE_PC), node, side); }
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, 1)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, 1)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, 0)
HEDDLE_TREE_STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, 0)
