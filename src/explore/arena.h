// SPDX-License-Identifier: Apache-2.0
// Memory of a search: one region that forked processes share, so that the child that runs an execution
// and the server that starts the next one work on the same search. Memory is reserved, not used: pages come
// as they are touched. Not thread-safe: the process whose execution runs is the only one that touches it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

#include "base/check.h"

namespace heddle::explore {

class Arena {
 public:
  explicit Arena(std::size_t bytes = std::size_t{1} << 36) : bytes_(bytes) {
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
    base_ = static_cast<std::byte*>(memory);
    header_ = new (base_) Header{};
    clear();
  }
  ~Arena() { munmap(base_, bytes_); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(std::size_t bytes) {
    const std::size_t size_class = std::bit_width(bytes > 64 ? bytes - 1 : 63U);
    if (Free* head = header_->free[size_class]) {
      header_->free[size_class] = head->next;
      return head;
    }
    void* memory = base_ + header_->used;
    header_->used += std::size_t{1} << size_class;
    HEDDLE_CHECK(header_->used <= bytes_, "a search fits in its memory");
    return memory;
  }
  void release(void* memory, std::size_t bytes) {
    const std::size_t size_class = std::bit_width(bytes > 64 ? bytes - 1 : 63U);
    header_->free[size_class] = new (memory) Free{header_->free[size_class]};
  }
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    return new (allocate(sizeof(T))) T(std::forward<Arguments>(arguments)...);
  }
  std::size_t used() const { return header_->used; }
  void clear() {  // all that was made in it is gone
    *header_ = Header{};
    header_->used = (sizeof(Header) + 63) & ~std::size_t{63};
  }

 private:
  struct Free {
    Free* next;
  };
  struct Header {
    std::size_t used = 0;
    Free* free[64] = {};
  };
  std::size_t bytes_;
  std::byte* base_;
  Header* header_;
};

// A growing array of plain data in an arena.
template <class T>
class Array {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  explicit Array(Arena& arena) : arena_(&arena) {}
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  const T& back() const { return items_[size_ - 1]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  void push_back(const T& item) {
    if (size_ == capacity_) [[unlikely]]
      return push_back_after_growing(item);
    new (items_ + size_++) T(item);
  }
  // A new one at the end, made there: one that was made elsewhere, field by field, is slow to copy.
  T& add() {
    if (size_ == capacity_) reserve(size_ + 1);
    return *new (items_ + size_++) T();
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void assign(const Array& other) {  // from another arena
    reserve(other.size_);
    if (other.size_ != 0) std::memcpy(static_cast<void*>(items_), other.items_, other.size_ * item_bytes());
    size_ = other.size_;
  }
  void resize(std::size_t size, const T& item = T{}) {
    reserve(size);
    for (std::size_t i = size_; i < size; ++i) new (items_ + i) T(item);
    size_ = size;
  }
  void reserve(std::size_t wanted) {
    if (wanted <= capacity_) return;
    std::size_t capacity = capacity_ == 0 ? 16 : capacity_;
    while (capacity < wanted) capacity *= 2;
    T* items = static_cast<T*>(arena_->allocate(capacity * item_bytes()));
    if (size_ != 0) std::memcpy(static_cast<void*>(items), items_, size_ * item_bytes());
    if (items_ != nullptr) arena_->release(items_, capacity_ * item_bytes());
    items_ = items;
    capacity_ = capacity;
  }

 private:
  static constexpr std::size_t item_bytes() {
    return sizeof(T);  // NOLINT(bugprone-sizeof-expression): T may be a pointer
  }
  [[gnu::noinline]] void push_back_after_growing(T item) {
    reserve(size_ + 1);
    new (items_ + size_++) T(item);
  }

  Arena* arena_;
  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace heddle::explore
