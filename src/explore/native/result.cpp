// SPDX-License-Identifier: Apache-2.0
#include "explore/native/result.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_name.h"
#include "explore/native/identity.h"
#include "explore/native/json.h"
#include "explore/native/result_memory.h"
#include "runtime/control/modules.h"
#include "schedule/place_mark.h"
#include "schedule/places.h"

namespace heddle::explore {
namespace {

using control::Doubt;

const char* const kKinds[] = {
#define HEDDLE_FINDING(enumerator, name, meaning) name,
#include "finding/kind.def"
#undef HEDDLE_FINDING
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
    ("there are data races that are no failures, and the program does not tell every access of what races "
     "(build it with `heddle cc --unreduced`, or name its sources)"),
    "code outside of heddle's control did not come back",
    "a function of libc makes an access that races: explored only where the function ends",
    "more than 1,024 words race: not all orders of their accesses were explored",
    "memory was freed that is not tracked: before the check began there was more than 64 MiB",
    "a file was read that earlier executions had changed",
    "something is not explored under weak memory models",
    ("a wait could wake up, or a weak compare-exchange fail, without a reason more often than was tried "
     "(--spurious)"),
    "waits could run out of time more often than was tried (--timeouts)",
    "a thread could be late more often than was tried when it looks at the clock (--late)",
    "a thread was started before main, or outside of the check, which is not explored",
    "a timer was armed when no thread could go on: whether its signal comes is not explored",
    "beside other threads a function of libc was called of which heddle does not know what it touches",
    "beside other threads an instruction was executed of which heddle does not know what it touches",
    "an execution was cut where a thread asked for a stack that heddle cannot give it",
    "the test of linearizability was built with the headers of another version of heddle: build it again",
    "atomics at different addresses have bytes in common: not all orders of them were explored",
    ("an atomic of more than 16 bytes has a lock of libatomic's: a thread that stops inside holds up all "
     "that use the atomic, so no operation with it is lock-free or obstruction-free"),
};
static_assert(control::kMaxThreads == 8192);
static_assert(control::Shared::kRacy == 1024);
static_assert(sizeof kDoubts / sizeof *kDoubts == static_cast<std::size_t>(Doubt::count));

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
    json.format(",\"whole\":%s,\"stripped\":%s,\"lacks_members\":%s,\"count\":%u,\"functions\":[",
                code[i].whole ? "true" : "false", code[i].stripped ? "true" : "false",
                code[i].lacks_members ? "true" : "false", code[i].count);
    for (std::uint32_t j = 0; j < code[i].count && j < control::UninstrumentedCode::kNamed; ++j) {
      json.raw(j > 0 ? ",{\"name\":" : "{\"name\":");
      json.text(code[i].names[j]);
      json.format(",\"address\":%lu}", code[i].addresses[j]);
    }
    json.raw("]}");
  }
  json.raw("]");
}

// As the kernel knows it: a test framework has taken its own arguments out of main's.
void write_command(Json& json) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  json.raw(",\"program\":");
  json.text(path);
  json.raw(",\"compiler\":\"\",\"flags\":[],\"arguments\":[");
  if (FILE* command = std::fopen("/proc/self/cmdline", "re")) {
    char* argument = nullptr;
    std::size_t size = 0;
    for (int i = 0; getdelim(&argument, &size, 0, command) > 0; ++i) {
      if (i > 1) json.raw(",");
      if (i > 0) json.text(argument);
    }
    std::free(argument);
    std::fclose(command);
  }
  json.raw("]");
}

const char* order_name(std::uint8_t order) {
  static constexpr const char* kNames[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return order < 6 ? kNames[order] : "";
}

// The execution as memory models see it; indices are those of the list, -1 the initial write.
void write_graph(Json& json, const ExecutionGraph& graph) {
  static constexpr const char* kGraphKinds[] = {"read", "write", "fence", "after"};
  json.raw(",\"graph\":{\"events\":[");
  for (ExecutionGraph::Index i = 0; i < graph.size(); ++i) {
    const ExecutionGraph::Event& event = graph[i];
    json.format("%s{\"thread\":%u,\"kind\":\"%s\"", i > 0 ? "," : "", event.thread,
                kGraphKinds[static_cast<std::size_t>(event.kind)]);
    using Kind = ExecutionGraph::Kind;
    if (event.kind != Kind::after)
      json.format(",\"order\":\"%s\"", order_name(static_cast<std::uint8_t>(event.order)));
    if (event.kind == Kind::read || event.kind == Kind::write)
      json.format(",\"location\":%u,\"value\":%lu", event.location, event.value);
    if (event.kind == Kind::write) json.format(",\"rank\":%u", event.rank);
    if (event.kind == Kind::read && event.modification.kind != control::Modification::Kind::none)
      json.raw(",\"locked\":true");
    if (event.modifies) json.raw(",\"modifies\":true");
    if (event.modification.among_readers) json.raw(",\"readers\":true");
    if (event.from == ExecutionGraph::kInitial)
      json.raw(",\"from\":-1");
    else if (event.from != ExecutionGraph::kNone)
      json.format(",\"from\":%u", event.from);
    json.raw("}");
  }
  json.raw("],\"initial\":[");
  const char* separator = "";
  for (std::uint32_t i = 0; i < graph.locations(); ++i) {
    if (!graph.has_location(i)) continue;
    json.format("%s[%u,%lu]", separator, i, graph.value_of(ExecutionGraph::kInitial, i));
    separator = ",";
  }
  json.raw("]}");
}

// How a plan was followed, and whatever stacks the one who made it does not know.
void write_following(Json& json, const Following& following) {
  json.format(",\"following\":{\"passed\":%u,\"is_over\":%s", following.passed,
              following.is_over ? "true" : "false");
  if (following.strayed) {
    json.format(",\"expected\":%u,\"strayed\":[", following.expected);
    write_place(json, following.where);
    json.raw("]");
  }
  json.raw(",\"unknown\":[");
  write_places(json, {following.unknown, following.unknown_count});
  json.raw("]}");
}

// Where the threads are of an execution that was stopped in its midst.
void write_halted(Json& json, const control::Shared& shared) {
  json.raw(",\"halted\":[");
  write_places(json, {shared.halted, shared.halted_count});
  json.raw("]");
  write_memory(json, shared);
}

void write_part(Json& json, Advice::Part part, std::uint8_t now, std::uint8_t better,
                const Advice::Need& need) {
  static constexpr const char* kNames[] = {"order", "failure", "before", "after"};
  json.format("%s{\"part\":\"%s\",\"now\":\"%s\",\"better\":\"%s\"", part != Advice::Part::order ? "," : "",
              kNames[static_cast<std::size_t>(part)], order_name(now), order_name(better));
  if (need.is_needed) {
    json.format(",\"tried\":\"%s\",\"fails\":", order_name(need.tried));
    json.text(need.has_failure ? kKinds[static_cast<std::size_t>(need.kind)] : "");
    json.raw(",\"message\":");
    json.text(need.message);
  }
  if (need.execution != nullptr) {
    json.raw(",\"execution\":");
    json.raw(need.execution);
  }
  json.raw("}");
}

void write_advice(Json& json, const Advice& advice) {
  static constexpr const char* kOrdered[] = {"load", "store", "modification", "fence"};
  json.format(",\"advice\":{\"repairs\":%s,\"possible\":%s,\"whole\":%s,\"trials\":%u,\"places\":[",
              advice.repairs ? "true" : "false", advice.possible ? "true" : "false",
              advice.whole ? "true" : "false", advice.trials);
  for (std::uint32_t i = 0; i < advice.count; ++i) {
    Advice::Place each = advice.places[i];
    json.format("%s{\"pc\":%lu,\"address\":%lu,\"kind\":\"%s\",\"compares\":%s,\"parts\":[", i > 0 ? "," : "",
                each.site.pc, each.site.address, kOrdered[static_cast<std::size_t>(each.site.kind)],
                each.site.compares ? "true" : "false");
    for (const Advice::Part part : Advice::kParts)
      write_part(json, part, Advice::order_of(each.site, part), Advice::order_of(each.better, part),
                 each.needs[static_cast<std::size_t>(part)]);
    json.raw("]}");
  }
  json.raw("]}");
}

}  // namespace

int exit_status(const Session& session) {
  if (session.shared().failure.exists || session.others_failed()) return 1;
  if (session.request().given.replays || session.followed() != nullptr) return 0;
  if (session.others_stopped()) return 3;
  return session.result().complete && session.result().bound[0] == 0 && !has_doubts(session.shared()) ? 0 : 3;
}

// What failed, and all that its replay needs.
static void write_failure(Json& json, const Session& session) {
  const Result& result = session.result();
  const control::Shared& shared = session.shared();
  const Request& request = session.request();
  const control::Failure& failure = shared.failure;
  json.raw(",\"failure\":{\"kind\":");
  json.text(kKinds[static_cast<std::size_t>(failure.kind)]);
  json.raw(",\"message\":");
  json.text(failure.message);
  json.format(",\"address\":%lu,\"size\":%u,\"places\":[", failure.address, failure.size);
  write_places(json, {failure.places, failure.places_count});
  json.raw("]");
  if (failure.history[0] != 0) {
    json.raw(",\"history\":");
    json.raw(failure.history);
  }
  if (failure.scenario[0] != 0) {
    json.raw(",\"scenario\":");
    json.text(failure.scenario);
  }
  json.raw("},\"schedule\":\"");
  for (std::uint32_t i = 0; i < result.decisions; ++i) {
    const Decision& decision = result.schedule[i];
    json.format(decision.outcome != 0 ? "%s%u:%u" : "%s%u", i > 0 ? " " : "", decision.thread,
                decision.outcome);
  }
  json.raw("\",\"racy\":[");
  for (std::uint32_t i = 0; i < shared.racy_visible; ++i)
    json.format("%s%lu", i > 0 ? "," : "", shared.racy[i]);
  if (shared.short_calls != 0)
    json.format("%s%lu", shared.racy_visible > 0 ? "," : "",
                control::Shared::kShortCalls | shared.short_calls);
  json.raw("],\"watched\":[");
  for (std::uint32_t i = 0; i < shared.watched_count; ++i)
    json.format("%s%lu", i > 0 ? "," : "", shared.watched[i]);
  json.raw("],\"kept\":[");
  for (const schedule::KeptRace& race : request.given.kept)
    for (const schedule::KeptPlace* place : {&race.first, &race.second}) {
      json.raw(place == &request.given.kept.front().first ? "[" : ",[");
      for (std::uint64_t i = 0; i < place->frames; ++i) json.format("%s%lu", i > 0 ? "," : "", place->pcs[i]);
      json.raw("]");
    }
  json.raw("],\"steps\":[");
  write_places(json, {shared.steps, shared.steps_count});
  json.raw("],\"passing\":[");
  write_places(json, {result.passing, result.passing_count});
  json.raw("]");
  write_memory(json, shared);
  if (session.witness() != nullptr) write_graph(json, *session.witness());
}

static void write_threads(Json& json, const control::Shared& shared) {
  json.raw(",\"threads\":[");
  for (std::uint32_t i = 0; i < shared.paths_count; ++i) {
    json.format("%s{\"parent\":%ld,\"child\":%lu,\"label\":", i > 0 ? "," : "",
                i == 0 ? -1L : static_cast<long>(shared.paths[i] >> 32) - 1, shared.paths[i] & 0xffffffffU);
    json.text(shared.labels[i]);
    json.format(",\"pointer\":%lu}", shared.pointers[i]);
  }
  json.raw("]");
}

void write_execution(int file, const Session& session) {
  Json json(file);
  json.raw("{\"memory_model\":");
  json.text(session.request().wishes().memory_model.c_str());
  write_threads(json, session.shared());
  write_failure(json, session);
  json.raw("}");
}

void write_result(int file, const Session& session, long check, bool with_command) {
  const Result& result = session.result();
  const control::Shared& shared = session.shared();
  const Request& request = session.request();
  Json json(file);
  json.format("{\"version\":%d,\"engine\":\"native\",\"check\":%ld,\"name\":", schedule::kRecordVersion,
              check);
  json.text(request.name);
  if (request.tried[0] != 0) {
    json.raw(",\"tried\":");
    json.text(request.tried);
  }
  if (with_command) write_command(json);
  json.format(",\"replays\":%s,\"status\":%d", request.given.replays ? "true" : "false",
              exit_status(session));
  write_wishes(json, request.wishes());
  json.format(",\"executions\":%lu,\"redundant\":%lu,\"steps_total\":%lu,\"seconds\":%.6f,\"done\":%.6f",
              result.executions, result.redundant, shared.steps_total, result.seconds, result.done);
  json.format(",\"complete\":%s,\"stopped\":%s,\"isolated\":%s,\"repeats\":%s",
              result.complete ? "true" : "false", result.stopped ? "true" : "false",
              result.isolated ? "true" : "false", result.repeats ? "true" : "false");
  if (result.estimate > 0)
    json.format(",\"estimate\":%.9g,\"estimate_error\":%.9g", result.estimate, result.estimate_error);
  if (result.sampled > 0) json.format(",\"sampled\":%lu", result.sampled);
  if (result.found_by[0] != 0) {
    json.raw(",\"found_by\":");
    json.text(result.found_by);
  }
  json.format(",\"search_bytes\":%lu", result.search_bytes);
  if (request.is_whole) json.raw(",\"is_whole\":true");
  if (!request.wishes().shard.empty() &&
      !request.given.replays) {  // what is empty behind the slash was not made
    json.format(",\"outline\":\"%016lx/", identity_of_process());
    if (result.outline != 0) json.format("%016lx", result.outline);
    json.raw("\",\"places\":\"");
    for (std::uint32_t i = 0; i < shared.sites_count; ++i) {
      const control::Shared::Site& site = shared.sites[i];
      json.format(schedule::kFailurePlace, site.key, static_cast<unsigned>(site.kind),
                  static_cast<unsigned>(site.idle), static_cast<unsigned>(site.busy),
                  static_cast<unsigned>(site.astray), static_cast<unsigned>(site.cut));
    }
    json.raw("\"");
  }
  if (result.isolated) {
    json.raw(",\"isolated_because\":");
    json.text(result.isolated_because);
  }
  if (request.given.replays) json.format(",\"identical\":%lu", result.identical);
  if (shared.any_racy_word()) json.raw(",\"racing\":true");
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
  write_threads(json, shared);
  if (shared.failure.exists) write_failure(json, session);
  if (!shared.failure.exists && shared.halted_told) write_halted(json, shared);
  if (session.followed() != nullptr) write_following(json, *session.followed());
  if (session.advice() != nullptr) write_advice(json, *session.advice());
  if (shared.passed_races.count > 0) write_passed(json, shared.passed_races);
  const bool names_place = std::strstr(shared.doubt_texts[static_cast<std::size_t>(Doubt::beyond_model)],
                                       schedule::kPlaceMark) != nullptr;
  if (shared.failure.exists || shared.halted_told || names_place || session.followed() != nullptr ||
      session.advice() != nullptr || shared.passed_races.count > 0) {
    json.raw(",\"modules\":");
    write_modules(json);
  }
  json.raw("}\n");
}

namespace {

// A file of its own for each failing test: heddle-finding-Queue.PushPop.json. What is inconclusive is not kept.
int create_finding(const Session& session, long check, char* path, std::size_t size) {
  const char* directory = std::getenv("HEDDLE_FINDINGS");
  char name[base::kLongestFileName];
  base::write_file_name(session.request().name, name);
  if (name[0] == 0 && check > 0) std::snprintf(name, sizeof name, "%ld", check);
  if (session.shared().failure.exists) {
    std::snprintf(path, size, "%s%sheddle-finding%s%s.json", directory != nullptr ? directory : "",
                  directory != nullptr ? "/" : "", name[0] != 0 ? "-" : "", name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) return file;
  }
  std::snprintf(path, size, "/tmp/heddle-finding-XXXXXX");
  return mkstemp(path);
}

// lib/heddle/libheddle_check.so stands beside bin/heddle, or below the build directory's heddle; false: it does not.
bool find_heddle(char* command, std::size_t size) {
  if (const char* named = std::getenv("HEDDLE_COMMAND")) {
    std::snprintf(command, size, "%s", named);
    return true;
  }
  Dl_info own;
  if (dladdr(reinterpret_cast<void*>(&explain), &own) == 0) return false;
  static constexpr const char* kNear[] = {"/../../bin/heddle", "/../../heddle"};
  for (const char* near : kNear) {
    char file[PATH_MAX];  // where it really is: a program that is linked with it has it by another name
    if (realpath(own.dli_fname, file) == nullptr) return false;
    std::snprintf(command, size, "%s", file);
    char* slash = std::strrchr(command, '/');
    if (slash == nullptr) continue;
    std::snprintf(slash, size - static_cast<std::size_t>(slash - command), "%s", near);
    if (access(command, X_OK) == 0) return true;
  }
  return false;
}

bool show(const char* command, const char* path) {
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
  return WIFEXITED(status) && WEXITSTATUS(status) != 127;
}

}  // namespace

void explain(const Session& session, long check) {
  if (exit_status(session) == 0) return;
  char path[4096] = "";
  const int file = create_finding(session, check, path, sizeof path);
  if (file >= 0) {
    write_result(file, session, check, true);
    close(file);
    char command[4096] = "";
    const bool shown = find_heddle(command, sizeof command) && show(command, path);
    if (!session.shared().failure.exists) unlink(path);
    if (shown) return;
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
