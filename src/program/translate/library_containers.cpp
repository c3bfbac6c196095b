// SPDX-License-Identifier: Apache-2.0
// What libstdc++ keeps of its containers in its own library. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kContainersLibrary = {
    "_ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv "
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ _ZNSt8__detail15_List_node_base10_M_reverseEv "
    "_ZNSt8__detail15_List_node_base4swapERS0_S1_ "
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ "
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base "
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base "
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ "
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm "
    "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm _ZSt11_Hash_bytesPKvmm",
    R"c(/* What libstdc++ keeps of std::list, map, set and their unordered kin in its own library: links of nodes,
   balancing, numbers of buckets, hashes. */
#define NAMED(returned, name, parameters, symbol) \
  WEAK returned name parameters __asm__(symbol); \
  WEAK returned name parameters

struct link { struct link *next, *before; };
NAMED(void, heddle_hook, (struct link *self, struct link *at), "_ZNSt8__detail15_List_node_base7_M_hookEPS0_") {
  self->next = at;
  self->before = at->before;
  at->before->next = self;
  at->before = self;
}
NAMED(void, heddle_unhook, (struct link *self), "_ZNSt8__detail15_List_node_base9_M_unhookEv") {
  struct link *next = self->next, *before = self->before;
  before->next = next;
  next->before = before;
}
NAMED(void, heddle_transfer, (struct link *self, struct link *first, struct link *last),
      "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_") {
  if (self == last) return;
  last->before->next = self;
  first->before->next = last;
  self->before->next = first;
  struct link *end = self->before;
  self->before = last->before;
  last->before = first->before;
  first->before = end;
}
NAMED(void, heddle_reverse, (struct link *self), "_ZNSt8__detail15_List_node_base10_M_reverseEv") {
  struct link *at = self;
  do {
    struct link *next = at->next;
    at->next = at->before;
    at->before = next;
    at = next;
  } while (at != self);
}
NAMED(void, heddle_swap, (struct link *x, struct link *y), "_ZNSt8__detail15_List_node_base4swapERS0_S1_") {
  struct link kept = *x;
  int x_empty = x->next == x, y_empty = y->next == y;
  if (y_empty) x->next = x->before = x; else *x = *y, x->next->before = x->before->next = x;
  if (x_empty) y->next = y->before = y; else *y = kept, y->next->before = y->before->next = y;
}

/* Red-black trees (Cormen et al., ch. 13). The header: parent is the root, left the first, right the last. */
struct node { int black; struct node *parent, *left, *right; };
static void heddle_replace(struct node *old, struct node *made, struct node *header) {
  if (header->parent == old) header->parent = made;
  else if (old->parent->left == old) old->parent->left = made;
  else old->parent->right = made;
  if (made) made->parent = old->parent;
}
static void heddle_rotate(struct node *x, int left, struct node *header) {
  struct node *y = left ? x->right : x->left, *moved = left ? y->left : y->right;
  if (left) x->right = moved; else x->left = moved;
  if (moved) moved->parent = x;
  heddle_replace(x, y, header);
  if (left) y->left = x; else y->right = x;
  x->parent = y;
}
NAMED(void, heddle_insert, (_Bool left, struct node *x, struct node *p, struct node *header),
      "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_") {
  x->parent = p;
  x->left = x->right = 0;
  x->black = 0;
  if (left) {
    p->left = x; /* of an empty tree the header itself: then x is the first */
    if (p == header) header->parent = header->right = x;
    else if (p == header->left) header->left = x;
  } else {
    p->right = x;
    if (p == header->right) header->right = x;
  }
  while (x != header->parent && !x->parent->black) {
    struct node *parent = x->parent, *grand = parent->parent;
    int on_left = parent == grand->left;
    struct node *uncle = on_left ? grand->right : grand->left;
    if (uncle && !uncle->black) {
      parent->black = uncle->black = 1;
      grand->black = 0;
      x = grand;
      continue;
    }
    if (x == (on_left ? parent->right : parent->left)) {
      x = parent;
      heddle_rotate(x, on_left, header);
    }
    x->parent->black = 1;
    grand->black = 0;
    heddle_rotate(grand, !on_left, header);
  }
  header->parent->black = 1;
}
NAMED(struct node *, heddle_next_node, (struct node *x), "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base") {
  if (x->right) {
    for (x = x->right; x->left;) x = x->left;
    return x;
  }
  struct node *p = x->parent;
  while (x == p->right) x = p, p = p->parent;
  return x->right != p ? p : x; /* the header's right is the root, if there is only that */
}
NAMED(struct node *, heddle_next_const, (struct node *x), "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base") {
  return heddle_next_node(x);
}
NAMED(struct node *, heddle_node_before, (struct node *x), "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base") {
  if (!x->black && x->parent->parent == x) return x->right; /* the header: the last */
  if (x->left) {
    for (x = x->left; x->right;) x = x->right;
    return x;
  }
  struct node *p = x->parent;
  while (x == p->left) x = p, p = p->parent;
  return p;
}
NAMED(struct node *, heddle_const_before, (struct node *x), "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base") {
  return heddle_node_before(x);
}
NAMED(struct node *, heddle_erase, (struct node *z, struct node *header),
      "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_") {
  struct node *y = z, *x, *parent;
  if (z->left && z->right)
    for (y = z->right; y->left;) y = y->left;
  x = y->left ? y->left : y->right;
  int lost_black = y->black;
  if (y == z) {
    parent = z->parent;
    heddle_replace(z, x, header);
    if (header->left == z) {
      struct node *first = x ? x : parent;
      while (x && first->left) first = first->left;
      header->left = first;
    }
    if (header->right == z) {
      struct node *last = x ? x : parent;
      while (x && last->right) last = last->right;
      header->right = last;
    }
  } else {
    parent = y->parent;
    if (parent == z) {
      parent = y;
    } else {
      parent->left = x;
      if (x) x->parent = parent;
      y->right = z->right;
      z->right->parent = y;
    }
    heddle_replace(z, y, header);
    y->left = z->left;
    z->left->parent = y;
    y->black = z->black;
  }
  if (lost_black) {
    while (x != header->parent && (!x || x->black)) {
      int on_left = x == parent->left;
      struct node *other = on_left ? parent->right : parent->left;
      if (!other->black) {
        other->black = 1;
        parent->black = 0;
        heddle_rotate(parent, on_left, header);
        other = on_left ? parent->right : parent->left;
      }
      struct node *near = on_left ? other->left : other->right, *far = on_left ? other->right : other->left;
      if ((!near || near->black) && (!far || far->black)) {
        other->black = 0;
        x = parent;
        parent = parent->parent;
        continue;
      }
      if (!far || far->black) {
        near->black = 1;
        other->black = 0;
        heddle_rotate(other, !on_left, header);
        other = on_left ? parent->right : parent->left;
        far = on_left ? other->right : other->left;
      }
      other->black = parent->black;
      parent->black = 1;
      if (far) far->black = 1;
      heddle_rotate(parent, on_left, header);
      break;
    }
    if (x) x->black = 1;
  }
  return z;
}

/* Hash tables: as many buckets as libstdc++ takes (a list of primes); they grow when there would be more elements. */
struct policy { float most; size_t next_resize; };
void heddle_large_hash_table(void);
static const unsigned heddle_primes[] = {
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109,
  113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409,
  439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741,
  1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949,
  7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281,
  26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779,
  85229, 92203, 99733,
};
NAMED(size_t, heddle_buckets, (struct policy *self, size_t wanted), "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm") {
  unsigned i = 0, count = sizeof heddle_primes / sizeof *heddle_primes;
  if (wanted == 0) return 1;
  while (i < count && heddle_primes[i] < wanted) i++;
  if (i == count) heddle_large_hash_table();
  self->next_resize = (size_t)(heddle_primes[i] * self->most);
  return heddle_primes[i];
}
struct rehash { _Bool needed; size_t buckets; };
NAMED(struct rehash, heddle_rehash, (struct policy *self, size_t buckets, size_t elements, size_t inserted),
      "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm") {
  struct rehash answer = {0, 0};
  if (elements + inserted > self->next_resize) {
    size_t wanted = elements + inserted;
    if (!self->next_resize && wanted < 11) wanted = 11;
    double least = wanted / (double)self->most;
    if (least >= buckets) {
      size_t grown = (size_t)least + 1;
      answer.needed = 1;
      answer.buckets = heddle_buckets(self, grown < buckets * 2 ? buckets * 2 : grown);
    } else {
      self->next_resize = (size_t)(buckets * self->most);
    }
  }
  return answer;
}
/* MurmurHash2 of 64 bits (Austin Appleby, public domain), as libstdc++ hashes bytes. */
static size_t heddle_mix(size_t v) { return v ^ v >> 47; }
NAMED(size_t, heddle_hash, (const void *from, size_t n, size_t seed), "_ZSt11_Hash_bytesPKvmm") {
  const size_t m = 0xc6a4a7935bd1e995UL;
  const unsigned char *at = from;
  size_t hash = seed ^ n * m;
  for (; n >= 8; n -= 8, at += 8) {
    size_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | at[i];
    hash = (hash ^ heddle_mix(word * m) * m) * m;
  }
  if (n) {
    size_t word = 0;
    for (size_t i = n; i--;) word = word << 8 | at[i];
    hash = (hash ^ word) * m;
  }
  return heddle_mix(heddle_mix(hash) * m);
}
)c"};

}  // namespace heddle::program
