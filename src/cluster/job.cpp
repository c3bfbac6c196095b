// SPDX-License-Identifier: Apache-2.0
#include "cluster/job.h"

#include <algorithm>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/read_file.h"
#include "cluster/launcher.h"

namespace heddle::cluster {
namespace {

using base::ErrorCode;
using base::failure;

constexpr std::uint32_t kHello = Group::kApart, kWelcome = Group::kApart + 1, kResult = Group::kApart + 2,
                        kBye = Group::kApart + 3, kEnd = Group::kApart + 4, kExchange = Group::kApart + 5,
                        kQuestion = Group::kApart + 6, kAnswer = Group::kApart + 7;

unsigned number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 0;
}

std::uint64_t digest_of_program() {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status {};
  std::uint64_t digest = 0;
  if (file >= 0 && fstat(file, &status) == 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* image = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      digest = base::hash_bytes({static_cast<const char*>(image), size});
      munmap(image, size);
    }
  }
  if (file >= 0) close(file);
  return digest;
}

// But the name of the program, which may be found elsewhere on another machine.
std::string arguments_of_process() {
  const auto text = base::read_file("/proc/self/cmdline");
  return text ? text->substr(std::min(text->find('\0'), text->size())) : "";
}

base::Result<std::unique_ptr<Transport>> load(const std::string& directory, const std::string& version) {
  const std::string path = directory + "/" + kMpiLibrary;
  // Its plug-ins look for MPI's functions in what is loaded for everybody.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr)
    return failure(
        ErrorCode::not_found,
        fmt::format("heddle was started as one of several ranks, and cannot load what speaks MPI ({}); "
                    "install openmpi-bin, and build heddle where libopenmpi-dev is",
                    dlerror()));
  const auto open = reinterpret_cast<OpenTransport>(dlsym(library, kOpenTransport));
  Transport* transport = open != nullptr ? open(version.c_str()) : nullptr;
  if (transport == nullptr) return failure(ErrorCode::usage, "it belongs to another version of heddle", path);
  return std::unique_ptr<Transport>(transport);
}

class NoTransport final : public Transport {  // what a rank sends itself is not carried
 public:
  std::size_t rank() const override { return 0; }
  std::size_t size() const override { return 1; }
  void send(std::size_t, std::string) override {}
  bool receive(std::size_t&, std::string&) override { return false; }
  std::size_t unsent_bytes() override { return 0; }
  void close() override {}
  void abort(int) override {}
};

}  // namespace

bool is_rank_of_job() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (number_in(variable) > 0) return true;
  return false;
}

std::size_t rank_in_job() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const unsigned number = number_in(variable); number > 0) return number;
  return 0;
}

unsigned ranks_on_machine() {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    if (const unsigned number = number_in(variable); number > 0) return number;
  return 1;
}

base::Result<std::unique_ptr<Job>> Job::join(const std::string& directory, const std::string& version) {
  end_with_launcher();
  auto transport = load(directory, version);
  if (!transport) return failure(transport.error());
  std::unique_ptr<Job> job(new Job(std::make_unique<Group>(std::move(*transport), digest_of_program())));
  Group& group = *job->group_;
  const std::string arguments = arguments_of_process();
  group.send(0, kHello, 0, arguments);
  for (std::size_t i = 0; i < group.size() && group.rank() == 0; ++i) {
    const auto hello = job->await(kHello, 0);
    if (!hello) job->abort(hello.error().message);
    if (hello->body != arguments)
      job->abort(fmt::format("rank {} was started with other arguments than rank 0", hello->from));
  }
  if (group.rank() == 0) group.send_to_all(kWelcome, 0, "");
  if (const auto welcome = job->await(kWelcome, 0); !welcome) return failure(welcome.error());
  return job;
}

std::unique_ptr<Job> Job::alone() {
  return std::make_unique<Job>(std::make_unique<Group>(std::make_unique<NoTransport>(), digest_of_program()));
}

void Job::take_apart() {
  while (auto message = group_->receive_apart()) kept_.push_back(std::move(*message));
  if (answer_)
    std::erase_if(kept_, [&](const Message& each) {
      if (each.kind != kQuestion) return false;
      group_->send(each.from, kAnswer, 0, answer_(each.body));
      return true;
    });
  group_->flush();
}

void Job::serve() {
  if (answer_ && is_first()) take_apart();
}

std::string Job::ask_first(const std::string& question) {
  if (is_first()) return answer_(question);
  group_->send(0, kQuestion, 0, question);
  auto answer = await(kAnswer, 0);
  if (!answer) give_up(answer.error().message);
  return std::move(answer->body);
}

base::Result<std::vector<std::string>> Job::exchange(const std::vector<std::string>& for_each) {
  ++exchanged_;
  for (std::size_t to = 0; to < group_->size(); ++to) group_->send(to, kExchange, exchanged_, for_each[to]);
  std::vector<std::string> all(group_->size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto message = await(kExchange, exchanged_);
    if (!message) return failure(message.error());
    all[message->from] = std::move(message->body);
  }
  return all;
}

base::Result<Message> Job::await(std::uint32_t kind, std::uint32_t number) {
  useconds_t patience = 10;
  while (true) {
    group_->flush();
    take_apart();
    for (auto each = kept_.begin(); each != kept_.end(); ++each) {
      if (each->kind != kind || each->round != number) continue;
      Message found = std::move(*each);
      kept_.erase(each);
      return found;
    }
    if (!group_->refused().empty()) return failure(ErrorCode::usage, group_->refused());
    usleep(patience);
    patience = std::min<useconds_t>(2 * patience, 500);
  }
}

base::Result<std::vector<std::string>> Job::gather(const std::string& own) {
  ++gathered_;
  group_->send(0, kResult, gathered_, own);
  group_->flush();
  std::vector<std::string> all;
  if (!is_first()) return all;
  all.resize(group_->size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto message = await(kResult, gathered_);
    if (!message) return failure(message.error());
    all[message->from] = std::move(message->body);
  }
  return all;
}

base::Result<void> Job::agree(std::uint64_t digest, const std::string& what) {
  const auto all = gather((Packer() << digest).text());
  if (!all) return failure(all.error());
  for (std::size_t rank = 0; rank < all->size(); ++rank)
    if ((*all)[rank] != all->front())
      return failure(ErrorCode::usage,
                     fmt::format("rank {} does not have the same {} as rank 0", rank, what));
  return {};
}

// Everybody receives until nobody has anything under way.
void Job::leave() {
  group_->flush();
  bool has_said = false;
  for (std::size_t left = is_first() ? group_->size() : 1; left > 0;) {
    while (group_->receive()) {
    }
    if (!has_said && group_->transport().unsent_bytes() == 0) {
      has_said = true;
      group_->send(0, kBye, 0, "");
      group_->flush();
    }
    take_apart();
    for (; !kept_.empty(); kept_.pop_front())
      if (kept_.front().kind == (is_first() ? kBye : kEnd)) --left;
    if (!group_->refused().empty()) break;
    if (left > 0) usleep(500);
  }
  if (is_first()) group_->send_to_all(kEnd, 0, "");
  group_->flush();
  group_->transport().close();
}

void Job::give_up(const std::string& why) {
  if (is_first()) abort(why);
  group_->give_up(why);
  for (int i = 0; i < 20000; ++i) {  // until rank 0 has told it, and ends all
    group_->receive();
    usleep(500);
  }
  _exit(2);
}

void Job::abort(const std::string& why) {
  fmt::print(stderr, "heddle: {}\n", why);
  std::fflush(nullptr);
  group_->transport().abort(2);
  _exit(2);
}

std::vector<std::string> variables_of_rank() {
  std::vector<std::string> names;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view text = *each;
    for (const std::string_view prefix : {"OMPI_", "PMIX_", "PMI_", "ORTE_", "OPAL_", "PRTE_", "HYDRA_",
                                          "SLURM_", "MPI_", "HWLOC_", "HFI_", "PSM2_"})
      if (text.starts_with(prefix)) names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

}  // namespace heddle::cluster
