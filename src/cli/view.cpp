// SPDX-License-Identifier: Apache-2.0
// heddle view REPORT: a JSON report as a page, opened in the browser.
#include <cerrno>
#include <cstdlib>
#include <memory>

#include <CLI/Option.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "report/page.h"
#include "runtime/host/check_record.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct ViewOptions {
  std::string report;
  std::string output;
  bool no_open = false;
};

// What a page needs to be there; everything else is optional.
base::Result<void> check_report(const std::string& text, const std::string& file) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return base::failure(base::ErrorCode::malformed, "expected JSON", file);
  if (json.is_object() && host::is_saved_finding(text))
    return base::failure(
        base::ErrorCode::usage,
        fmt::format("it is a saved finding; a page of it: heddle replay --show {} -o finding.html", file),
        file);
  if (!json.is_object() || json.value("tool", "") != "heddle" || !json.contains("findings") ||
      !json["findings"].is_array() || !json.contains("statistics"))
    return base::failure(base::ErrorCode::malformed, "expected a report that `heddle … --format json` wrote",
                         file);
  const int version = json.contains("schema_version") && json["schema_version"].is_number_integer()
                          ? json["schema_version"].get<int>()
                          : 0;
  if (version > report::kSchemaVersion)
    return base::failure(
        base::ErrorCode::unsupported,
        fmt::format("its schema_version is {}, and this heddle reads {}", version, report::kSchemaVersion),
        file);
  return {};
}

bool open_in_browser(const std::string& page) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const int nowhere =
        open("/dev/null", O_WRONLY | O_CLOEXEC);  // it complains of each browser that is not there
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execlp("xdg-open", "xdg-open", page.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

base::Result<int> view(const ViewOptions& options) {
  if (!report::has_page())
    return base::failure(base::ErrorCode::unsupported,
                         "this heddle was built without the page: node or npm was missing");
  std::string text;
  if (options.report == "-") {
    char buffer[1 << 16];
    for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, stdin)) > 0;)
      text.append(buffer, got);
  } else {
    auto read = base::read_file(options.report);
    if (!read) return base::failure(read.error());
    text = std::move(*read);
  }
  if (const auto good = check_report(text, options.report); !good) return base::failure(good.error());
  const std::string page = report::page_of(text);
  std::string output = options.output;
  if (output.empty()) {
    output = options.report == "-" ? "heddle-report.html" : options.report;
    if (output.ends_with(".json")) output.resize(output.size() - 5);
    if (!output.ends_with(".html")) output += ".html";
    if (const auto before = base::read_file(output); before && *before != page) keep_what_stood(output);
  }
  if (const auto written = write_output(output, page); !written) return base::failure(written.error());
  if (output == "-") return exit_with(ExitStatus::clean);
  const bool opened = !options.no_open && open_in_browser(output);
  fmt::print("{} {}\n", output, opened ? "is open in the browser" : "is written: open it in a browser");
  return exit_with(ExitStatus::clean);
}

}  // namespace

Action add_view(CLI::App& app) {
  auto options = std::make_shared<ViewOptions>();
  app.add_option("report", options->report, "a report that `--format json` wrote; - is standard input")
      ->required();
  app.add_option("--output,-o", options->output,
                 "where to write the page (default: the report's name with .html; what stood there gets a "
                 "number); - is standard output")
      ->check(writable_file());
  app.add_flag("--no-open", options->no_open, "do not open it");
  app.footer(
      "The page is one file and asks nothing of the network. Source files that the report names are put into "
      "it if "
      "they can be read.");
  return [options] { return view(*options); };
}

}  // namespace heddle::cli
