// SPDX-License-Identifier: Apache-2.0
#include "cluster/group.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace heddle::cluster {
namespace {

constexpr std::uint64_t kMagic = 0x3130686374616268;   // "hbatch01"
constexpr std::uint32_t kGivesUp = ~std::uint32_t{0};  // a kind
constexpr std::size_t kEnough = std::size_t{1} << 18;

struct Head {
  std::uint64_t magic = kMagic;
  std::uint64_t build = 0;
  std::uint64_t digest = 0;
};

}  // namespace

Group::Group(std::unique_ptr<Transport> transport, std::uint64_t build, std::size_t most_unsent)
    : transport_(std::move(transport)),
      build_(build),
      most_unsent_(most_unsent),
      batches_(transport_->size()) {}

void Group::send(std::size_t to, std::uint32_t kind, std::uint32_t round, std::string_view body) {
  if (to == rank()) {
    keep({to, kind, round, std::string(body)});
    return;
  }
  std::string& batch = batches_[to];
  if (batch.empty()) batch.resize(sizeof(Head));
  batch += (Packer() << kind << round << static_cast<std::uint64_t>(body.size())).text();
  batch += body;
  ++traffic_.messages;
  if (batch.size() > kEnough) flush();
}

void Group::send_to_all(std::uint32_t kind, std::uint32_t round, std::string_view body) {
  for (std::size_t to = 0; to < size(); ++to) send(to, kind, round, body);
}

void Group::flush() {
  for (std::size_t to = 0; to < batches_.size(); ++to) {
    std::string& batch = batches_[to];
    if (batch.empty()) continue;
    const Head head{.build = build_,
                    .digest = base::hash_bytes(std::string_view(batch).substr(sizeof(Head)))};
    __builtin_memcpy(batch.data(), &head, sizeof head);
    ++traffic_.batches;
    traffic_.bytes += batch.size();
    transport_->send(to, std::move(batch));
    batch.clear();
  }
}

void Group::unpack(std::size_t from, std::string_view bytes) {
  const auto refuse = [&](std::string_view why) {
    if (refused_.empty()) refused_ = fmt::format("a message of rank {} is refused: {}", from, why);
  };
  Head head;
  if (bytes.size() < sizeof head) return refuse("it was cut");
  __builtin_memcpy(&head, bytes.data(), sizeof head);
  bytes.remove_prefix(sizeof head);
  if (head.magic != kMagic) return refuse("it is not of a heddle of this version");
  if (head.build != build_)
    return refuse(fmt::format("it is of another build of heddle ({:016x}, not {:016x})", head.build, build_));
  if (head.digest != base::hash_bytes(bytes)) return refuse("it was damaged");
  for (Unpacker rest(bytes); !rest.is_empty() && rest.is_good();) {
    Message message{.from = from};
    rest >> message.kind >> message.round >> message.body;
    if (!rest.is_good()) return refuse("it was damaged");
    keep(std::move(message));
  }
}

void Group::keep(Message message) {
  if (message.kind == kGivesUp) {
    if (refused_.empty()) refused_ = std::move(message.body);
    return;
  }
  (message.kind < kApart ? arrived_ : apart_).push_back(std::move(message));
}

void Group::take_arrived() {
  std::size_t from = 0;
  std::string bytes;
  while (refused_.empty() && transport_->receive(from, bytes)) unpack(from, bytes);
}

std::optional<Message> Group::next_of(std::deque<Message>& queue) {
  if (queue.empty() || !refused_.empty()) return std::nullopt;
  Message message = std::move(queue.front());
  queue.pop_front();
  return message;
}

std::optional<Message> Group::receive() {
  take_arrived();
  return next_of(arrived_);
}
std::optional<Message> Group::receive_apart() {
  take_arrived();
  return next_of(apart_);
}

void Group::give_up(std::string_view why) {
  const std::string text = fmt::format("rank {}: {}", rank(), why);
  send_to_all(kGivesUp, 0, text);
  flush();
}

}  // namespace heddle::cluster
