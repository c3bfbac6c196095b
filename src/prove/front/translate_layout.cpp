// SPDX-License-Identifier: Apache-2.0
#include "prove/front/translation.h"

namespace heddle::prove {

NativeLayout Translation::layout() {
  NativeLayout layout;
  const auto variable = [&](PlaceId id) {
    const Place& place = places_[id];
    return NativeVariable{place.global == nullptr ? std::string() : place.global->getName().str(),
                          place.offset, place.size, id};
  };
  const auto field = [&](const std::optional<PlaceId>& id) -> std::optional<NativeField> {
    if (!id) return std::nullopt;
    return NativeField{places_[*id].offset, places_[*id].size, *id};
  };
  layout.shared.resize(shared_.size());
  for (const auto& [place, number] : shared_)
    layout.shared[static_cast<std::size_t>(number - 1)] = variable(place);
  const std::size_t locks = locks_.size() + flags_.size() + (block_lock_ >= 0 ? 1 : 0);
  layout.locks.resize(locks);
  layout.is_library_lock.assign(locks, true);
  for (const auto& [place, number] : locks_) layout.locks[static_cast<std::size_t>(number)] = variable(place);
  for (const auto& [place, number] : flags_) {
    layout.locks[static_cast<std::size_t>(number)] = variable(place);
    layout.is_library_lock[static_cast<std::size_t>(number)] = false;
  }
  if (block_lock_ >= 0)
    layout.locks[static_cast<std::size_t>(block_lock_)] = {"heddle_prove_atomic", 0, 4, 0};
  layout.next = field(next_field_);
  layout.data = field(data_field_);
  layout.mark = field(mark_field_);
  layout.lock = field(cell_lock_);
  layout.mark_is_in_next = next_field_ && is_word_field(*next_field_);
  if (!cell_sizes_.empty()) layout.cell_size = cell_sizes_.front().first;

  layout.table = builder_.program().kind == Kind::stack   ? "heddle_prove_stack"
                 : builder_.program().kind == Kind::queue ? "heddle_prove_queue"
                                                          : "heddle_prove_set";
  layout.has_init = signature_.init != nullptr;
  layout.init_takes_object = layout.has_init && signature_.init->arg_size() == 1;
  layout.has_object = signature_.has_object;
  layout.data_bits = signature_.data_bits;
  layout.data_is_signed = signature_.data_is_signed;
  const llvm::Type* result = signature_.out->getReturnType();
  layout.result_bits = result->isPointerTy() ? 64 : result->getIntegerBitWidth();
  if (signature_.result != nullptr) {
    layout.out_bytes = (signature_.data_bits + 7) / 8;
    for (const Place& place : places_.all())
      if (place.owner == Place::Owner::result) layout.out_bytes = place.size;
  }
  layout.negative_is_none = negative_is_none_;
  layout.empty_value = empty_value_.value_or(0);
  return layout;
}

}  // namespace heddle::prove
