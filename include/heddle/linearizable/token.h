// SPDX-License-Identifier: Apache-2.0
// A value that nobody can look at.
#ifndef HEDDLE_LINEARIZABLE_TOKEN_H
#define HEDDLE_LINEARIZABLE_TOKEN_H

namespace heddle {

// A value that can only be copied. An object that holds tokens cannot look at them: that it treats all values alike is
// checked by the compiler, and scenarios that differ only in their values need to be tried once.
class token {
 public:
  token() = default;

 private:
  explicit token(long number) : number_(number) {}
  long number_ = 0;
  friend struct token_access;
};
struct token_access {  // for results and models
  static token make(long number) { return token(number); }
  static long number(token value) { return value.number_; }
};

inline long reveal(token value) { return token_access::number(value); }  // for models

}  // namespace heddle
#endif
