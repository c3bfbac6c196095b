// SPDX-License-Identifier: Apache-2.0
// Errors as values. Whatever input can cause is a Result; our own bugs are HEDDLE_CHECKs.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace heddle::base {

// What kind of trouble, for callers that decide by it; people read the message.
enum class ErrorCode { usage, not_found, io, malformed, impossible, unsupported, limit };

struct Error {
  ErrorCode code = ErrorCode::malformed;
  std::string message;  // what was found and what was expected, without a final full stop
  std::string where;    // "run.std:12" or "run.hdl:byte 4711"; empty if nowhere in particular
};

template <class T>
using Result = tl::expected<T, Error>;

// return failure(ErrorCode::malformed, "expected a thread", "run.std:12");
inline tl::unexpected<Error> failure(ErrorCode code, std::string message, std::string where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}
inline tl::unexpected<Error> failure(Error error) { return tl::unexpected<Error>(std::move(error)); }

// One line for a person: "run.std:12: expected a thread".
inline std::string describe(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

}  // namespace heddle::base
