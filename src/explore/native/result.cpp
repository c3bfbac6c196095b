// SPDX-License-Identifier: Apache-2.0
#include "explore/native/result.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::explore {
namespace {

using control::Doubt;
using control::Place;

const char* const kKinds[] = {
#define HEDDLE_FINDING(enumerator, name, meaning) name,
#include "finding/kind.def"
#undef HEDDLE_FINDING
};
const char* const kActions[] = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) name,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};
const char* const kDoubts[] = {
    "an execution was cut: it had more steps than the limit",
    "a loop over plain memory was made to give way",
    "an execution was cut: it had more than 8,192 threads, which is as many as can be controlled",
    "a try_lock that had failed often was made to wait",
    "a call was made that waits for, or depends on, what heddle does not control",
    "an execution was cut where a thread was cancelled, which is not explored",
    "a signal could come to several threads, or to another one anywhere, which is not explored",
    "a loop waits for more locations than can be followed",
    "the program started another process, which is not explored",
    "the test keeps state across executions",
    "there are data races: what they lead to was explored, as if they were atomic",
    "code outside of heddle's control did not come back",
    "a function of libc makes an access that races: explored only where the function ends",
    "more than 1,024 words race: not all orders of their accesses were explored",
    "memory was freed that is not tracked: before the check began there was more than 64 MiB",
    "a file was read that earlier executions had changed",
    "something is not explored under the memory model that was asked for",
    "a wait could wake up, or a weak compare-exchange fail, without a reason more often than was tried "
    "(--spurious)",
    "waits could run out of time more often than was tried (--timeouts)",
    "a thread could be late more often than was tried when it looks at the clock (--late)",
    "a thread was started before main, or outside of the check, which is not explored",
    "a timer was armed when no thread could go on: whether its signal comes is not explored",
};
static_assert(control::kMaxThreads == 8192);
static_assert(control::Shared::kRacy == 1024);
static_assert(sizeof kDoubts / sizeof *kDoubts == static_cast<std::size_t>(Doubt::count));

class Json {
 public:
  explicit Json(int file) : stream_(fdopen(dup(file), "a")) {}
  ~Json() { std::fclose(stream_); }
  void raw(const char* text) { std::fputs(text, stream_); }
  void text(const char* value) {
    std::fputc('"', stream_);
    for (; *value != 0; ++value) {
      const auto byte = static_cast<unsigned char>(*value);
      if (byte == '"' || byte == '\\')
        std::fprintf(stream_, "\\%c", byte);
      else if (byte < 32)
        std::fprintf(stream_, "\\u%04x", byte);
      else
        std::fputc(byte, stream_);
    }
    std::fputc('"', stream_);
  }
  void value(bool value) { raw(value ? "true" : "false"); }
  void value(std::uint64_t value) { format("%lu", value); }
  void value(double value) { format("%.9g", value); }
  void value(const schedule::Word& value) { text(value.c_str()); }
  template <class... Values>
  void format(const char* pattern, Values... values) {
    std::fprintf(stream_, pattern, values...);
  }

 private:
  std::FILE* stream_;
};

// The files that are loaded, and where: what gives addresses their meaning.
int module(dl_phdr_info* info, std::size_t, void* to) {
  Json& json = *static_cast<Json*>(to);
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
    if (begin < low) low = begin;
    if (begin + header.p_memsz > high) high = begin + header.p_memsz;
  }
  char path[4096];
  if (info->dlpi_name[0] == 0) {
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
  } else {
    std::snprintf(path, sizeof path, "%s", info->dlpi_name);
  }
  json.raw("{\"path\":");
  json.text(path);
  json.format(",\"low\":%lu,\"high\":%lu,\"bias\":%lu},", low, high,
              static_cast<std::uint64_t>(info->dlpi_addr));
  return 0;
}

void place(Json& json, const Place& place) {
  json.format("{\"thread\":%d,\"operation\":", static_cast<int>(place.thread));
  json.text(kActions[static_cast<std::size_t>(place.action)]);
  if (place.other != control::kNoThread) json.format(",\"waits_for\":%u", place.other);
  if (place.address != 0) {
    json.format(",\"address\":%lu,\"size\":%u", place.address, place.size);
  }
  if (place.has_value) json.format(",\"value\":%lu", place.value);
  json.raw(",\"stack\":[");
  for (std::size_t i = 0; i < place.frames; ++i) {
    json.format(i > 0 ? ",%lu" : "%lu", place.pcs[i]);
  }
  json.raw("]}");
}

// All of them, but those that are kAny, which only a default is.
void write_wishes(Json& json, const schedule::Wishes& wishes) {
  json.raw(",\"wishes\":{");
  const char* separator = "";
  schedule::for_each(wishes, [&](const schedule::WishRow& row, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::uint64_t>)
      if (value == schedule::kAny) return;
    json.raw(separator);
    json.text(row.name.data());
    json.raw(":");
    json.value(value);
    separator = ",";
  });
  json.raw("}");
}

bool has_doubts(const control::Shared& shared) {
  std::size_t modules = 0;
  control::uninstrumented_code(&modules);
  if (modules > 0) return true;
  for (const std::uint64_t count : shared.doubts)
    if (count != 0) return true;
  return false;
}

void write_uninstrumented(Json& json) {
  std::size_t modules = 0;
  const control::UninstrumentedCode* code = control::uninstrumented_code(&modules);
  json.raw(",\"uninstrumented\":[");
  for (std::size_t i = 0; i < modules; ++i) {
    json.raw(i > 0 ? ",{\"module\":" : "{\"module\":");
    json.text(code[i].path);
    json.format(",\"whole\":%s,\"stripped\":%s,\"count\":%u,\"functions\":[",
                code[i].whole ? "true" : "false", code[i].stripped ? "true" : "false", code[i].count);
    for (std::uint32_t j = 0; j < code[i].count && j < control::UninstrumentedCode::kNamed; ++j) {
      json.raw(j > 0 ? ",{\"name\":" : "{\"name\":");
      json.text(code[i].names[j]);
      json.format(",\"address\":%lu}", code[i].addresses[j]);
    }
    json.raw("]}");
  }
  json.raw("]");
}

}  // namespace

int exit_status(const Session& session) {
  if (session.shared().failure.exists) return 1;
  if (session.request().given.replays) return 0;
  return session.result().complete && session.result().bound[0] == 0 && !has_doubts(session.shared()) ? 0 : 3;
}

void write_result(int file, const Session& session, long check) {
  const Result& result = session.result();
  const control::Shared& shared = session.shared();
  const Request& request = session.request();
  Json json(file);
  json.format("{\"version\":%d,\"engine\":\"native\",\"check\":%ld,\"name\":", schedule::kRecordVersion,
              check);
  json.text(request.name);
  json.format(",\"replays\":%s", request.given.replays ? "true" : "false");
  write_wishes(json, request.wishes());
  json.format(",\"executions\":%lu,\"redundant\":%lu,\"transitions\":%lu,\"seconds\":%.6f,\"done\":%.6f",
              result.executions, result.redundant, shared.steps_total, result.seconds, result.done);
  json.format(",\"complete\":%s,\"stopped\":%s,\"isolated\":%s,\"repeats\":%s",
              result.complete ? "true" : "false", result.stopped ? "true" : "false",
              result.isolated ? "true" : "false", result.repeats ? "true" : "false");
  if (request.given.replays) json.format(",\"identical\":%lu", result.identical);
  bool races = false;
  for (std::uint32_t i = 0; i < shared.racy_visible; ++i)
    races |= shared.racy[i] != control::Shared::kEnds && shared.racy[i] != control::Shared::kStreams;
  if (races) json.raw(",\"racing\":true");
  json.raw(",\"bound\":");
  json.text(result.bound);
  json.raw(",\"doubts\":[");
  bool first = true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Doubt::count); ++i) {
    if (shared.doubts[i] == 0) continue;
    char text[512];
    const char* what = shared.doubt_texts[i];
    std::snprintf(text, sizeof text, "%s%s%s", kDoubts[i], what[0] != 0 ? ": " : "", what);
    if (!first) json.raw(",");
    first = false;
    json.text(text);
  }
  json.raw("]");
  write_uninstrumented(json);
  json.raw(",\"threads\":[");
  for (std::uint32_t i = 0; i < shared.paths_count; ++i)
    json.format("%s{\"parent\":%ld,\"child\":%lu}", i > 0 ? "," : "",
                i == 0 ? -1L : static_cast<long>(shared.paths[i] >> 32) - 1, shared.paths[i] & 0xffffffffU);
  json.raw("]");
  if (shared.failure.exists) {
    const control::Failure& failure = shared.failure;
    json.raw(",\"failure\":{\"kind\":");
    json.text(kKinds[static_cast<std::size_t>(failure.kind)]);
    json.raw(",\"message\":");
    json.text(failure.message);
    json.format(",\"address\":%lu,\"size\":%u,\"places\":[", failure.address, failure.size);
    for (std::uint32_t i = 0; i < failure.places_count; ++i) {
      if (i > 0) json.raw(",");
      place(json, failure.places[i]);
    }
    json.raw("]},\"schedule\":\"");
    for (std::uint32_t i = 0; i < result.decisions; ++i) {
      const Decision& decision = result.schedule[i];
      json.format(decision.outcome != 0 ? "%s%u:%u" : "%s%u", i > 0 ? " " : "", decision.thread,
                  decision.outcome);
    }
    json.raw("\",\"racy\":[");
    for (std::uint32_t i = 0; i < shared.racy_visible; ++i)
      json.format("%s%lu", i > 0 ? "," : "", shared.racy[i]);
    json.raw("],\"modules\":[");
    dl_iterate_phdr(module, &json);
    json.raw("{}],\"steps\":[");
    for (std::uint32_t i = 0; i < shared.steps_count; ++i) {
      if (i > 0) json.raw(",");
      place(json, shared.steps[i]);
    }
    json.raw("]");
  }
  json.raw("}\n");
}

void explain(const Session& session, long check) {
  if (exit_status(session) == 0) return;
  char path[] = "/tmp/heddle-finding-XXXXXX";
  const int file = mkstemp(path);
  if (file >= 0) {
    write_result(file, session, check);
    close(file);
    Dl_info own;
    char command[4096] = "";
    if (const char* named = std::getenv("HEDDLE_COMMAND"))
      std::snprintf(command, sizeof command, "%s", named);
    else if (dladdr(reinterpret_cast<void*>(&explain), &own) != 0) {
      // lib/heddle/libheddle_check.so stands beside bin/heddle, or below the build directory's heddle.
      static constexpr const char* kNear[] = {"/../../bin/heddle", "/../../heddle"};
      for (const char* near : kNear) {
        std::snprintf(command, sizeof command, "%s", own.dli_fname);
        char* slash = std::strrchr(command, '/');
        if (slash == nullptr) continue;
        std::snprintf(slash, sizeof command - static_cast<std::size_t>(slash - command), "%s", near);
        if (access(command, X_OK) == 0) break;
        command[0] = 0;
      }
    }
    if (command[0] != 0) {
      const pid_t child = fork();
      if (child == 0) {
        unsetenv("LD_PRELOAD");
        unsetenv("LD_LIBRARY_PATH");
        dup2(2, 1);
        execl(command, command, "replay", "--show", path, static_cast<char*>(nullptr));
        _exit(127);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFEXITED(status) && WEXITSTATUS(status) != 127) {
        unlink(path);
        return;
      }
    }
  }
  const control::Failure& failure = session.shared().failure;
  if (failure.exists)
    std::fprintf(stderr, "heddle: %s %s after %lu executions\n",
                 kKinds[static_cast<std::size_t>(failure.kind)], failure.message,
                 session.result().executions);
  else
    std::fprintf(stderr, "heddle: inconclusive after %lu executions: %s\n", session.result().executions,
                 session.result().bound);
}

}  // namespace heddle::explore
