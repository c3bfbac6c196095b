// SPDX-License-Identifier: Apache-2.0
// A parser by recursive descent, one function a level of precedence.
#include "predict/expression.h"

#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::predict {

namespace {

using Kind = Expression::Kind;

struct Failure {  // thrown inside the parser only
  std::size_t at;
  std::string message;
};

constexpr int kDeepest = 200;  // nesting: the parser and all that walks an expression recurse

bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }

struct Symbol {
  std::string_view text;
  Kind kind;
};

class Parser {
 public:
  Parser(std::string_view text, bool is_property) : text_(text), is_property_(is_property) {}

  Expression parse_all() {
    Expression result = either();
    skip_space();
    if (at_ < text_.size()) throw Failure{at_, "expected an operator or the end"};
    return result;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  // The next token is this symbol or, for words, this whole word.
  bool next_is(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) return false;
    return !is_word(token.front()) || at_ + token.size() == text_.size() ||
           !is_word(text_[at_ + token.size()]);
  }
  bool accept(std::string_view token) {
    if (!next_is(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) throw Failure{at_, fmt::format("expected '{}'", token)};
  }

  static Expression binary(Kind kind, Expression left, Expression right) {
    Expression result{.kind = kind, .begin = left.begin, .end = right.end};
    result.operands.push_back(std::move(left));
    result.operands.push_back(std::move(right));
    return result;
  }

  Expression either() {
    Expression left = both();
    while (accept("||") || accept("or")) left = binary(Kind::either, std::move(left), both());
    return left;
  }
  Expression both() {
    Expression left = negation();
    while (accept("&&") || accept("and")) left = binary(Kind::both, std::move(left), negation());
    return left;
  }
  Expression negation() {
    skip_space();
    const std::size_t begin = at_;
    if (next_is("!=") || !(accept("!") || accept("not"))) return comparison();
    const Depth depth(*this);
    return unary(Kind::logical_not, begin, negation());
  }
  Expression comparison() {
    static constexpr std::array<Symbol, 6> kSymbols = {{{"<=", Kind::less_equal},
                                                        {">=", Kind::greater_equal},
                                                        {"==", Kind::equal},
                                                        {"!=", Kind::not_equal},
                                                        {"<", Kind::less},
                                                        {">", Kind::greater}}};
    Expression left = additive();
    if (const auto kind = accept_one(kSymbols)) {
      left = binary(*kind, std::move(left), additive());
      skip_space();
      const std::size_t again = at_;
      if (accept_one(kSymbols)) throw Failure{again, "comparisons do not chain; join them with &&"};
    } else if (next_is("=")) {
      throw Failure{at_, "expected '=='"};
    }
    return left;
  }
  Expression additive() {
    static constexpr std::array<Symbol, 2> kSymbols = {{{"+", Kind::add}, {"-", Kind::subtract}}};
    Expression left = multiplicative();
    while (const auto kind = accept_one(kSymbols)) left = binary(*kind, std::move(left), multiplicative());
    return left;
  }
  Expression multiplicative() {
    static constexpr std::array<Symbol, 3> kSymbols = {
        {{"*", Kind::multiply}, {"/", Kind::divide}, {"%", Kind::modulo}}};
    Expression left = prefix();
    while (const auto kind = accept_one(kSymbols)) {
      skip_space();
      const std::size_t divisor = at_;
      Expression right = prefix();
      if (*kind != Kind::multiply && (right.kind != Kind::number || right.number == 0)) {
        throw Failure{divisor, "expected a number other than 0: only those divide"};
      }
      left = binary(*kind, std::move(left), std::move(right));
    }
    return left;
  }
  Expression prefix() {
    skip_space();
    const std::size_t begin = at_;
    if (!accept("-")) return primary();
    const Depth depth(*this);
    Expression operand = prefix();
    if (operand.kind == Kind::number) {
      operand.number = saturating_subtract(0, operand.number);
      operand.begin = begin;
      return operand;
    }
    return unary(Kind::negate, begin, std::move(operand));
  }

  Expression primary() {
    skip_space();
    const Depth depth(*this);
    const std::size_t begin = at_;
    if (accept("(")) {
      Expression result = either();
      expect(")");
      result.begin = begin;
      result.end = at_;
      return result;
    }
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    if (at_ < text_.size() && text_[at_] == '"') {
      const std::size_t close = text_.find('"', at_ + 1);
      if (close == std::string_view::npos) throw Failure{at_, "no closing '\"'"};
      const std::string thread(text_.substr(at_ + 1, close - at_ - 1));
      at_ = close + 1;
      expect(".");
      return member(begin, thread);
    }
    if (at_ == text_.size() || !is_word_start(text_[at_])) {
      throw Failure{at_, at_ == text_.size() ? "expected an expression, found the end"
                                             : "expected a number, a name or '('"};
    }
    return named(begin, word());
  }

  Expression number() {
    const std::size_t begin = at_;
    std::int64_t value = 0;
    while (at_ < text_.size() && is_digit(text_[at_])) {
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, text_[at_] - '0', &value)) {
        throw Failure{begin, "a number beyond 64 bits"};
      }
      ++at_;
    }
    if (at_ < text_.size() && is_word(text_[at_])) throw Failure{at_, "expected a digit or an operator"};
    return {.kind = Kind::number, .number = value, .begin = begin, .end = at_};
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Expression named(std::size_t begin, std::string name) {
    static constexpr std::array<Symbol, 6> kOver = {{{"count", Kind::count},
                                                     {"sum", Kind::sum},
                                                     {"min", Kind::minimum},
                                                     {"max", Kind::maximum},
                                                     {"exists", Kind::exists},
                                                     {"forall", Kind::forall}}};
    for (const Symbol& over : kOver) {
      if (name != over.text || !accept("(")) continue;
      ++inside_;
      Expression operand = either();
      --inside_;
      expect(")");
      Expression result = unary(over.kind, begin, std::move(operand));
      result.end = at_;
      return result;
    }
    static constexpr std::array<Symbol, 6> kTemporal = {{{"AG", Kind::all_always},
                                                         {"EF", Kind::some_sometime},
                                                         {"AF", Kind::all_sometime},
                                                         {"EG", Kind::some_always},
                                                         {"AU", Kind::all_until},
                                                         {"EU", Kind::some_until}}};
    for (const Symbol& temporal : kTemporal)
      if (name == temporal.text && next_is("(")) return temporally(begin, temporal);
    if (name == "true" || name == "false") {
      return {.kind = Kind::number, .number = name == "true" ? 1 : 0, .begin = begin, .end = at_};
    }
    if (name == "race") {
      Expression result{.kind = Kind::race, .begin = begin, .end = at_};
      if (accept("(")) {
        const std::size_t close = text_.find(')', at_);
        if (close == std::string_view::npos) throw Failure{at_, "expected ')'"};
        result.name = std::string(text_.substr(at_, close - at_));
        at_ = close + 1;
        result.end = at_;
      }
      return result;
    }
    if (accept(".")) return member(begin, std::move(name));
    if (next_is("(")) {
      throw Failure{
          begin, fmt::format("no function '{}'; there are count, sum, min, max, exists, forall, race", name)};
    }
    if (inside_ == 0) {
      throw Failure{
          begin,
          fmt::format("whose '{0}'? write T1.{0}, or count({0} == …) and the like over all threads", name)};
    }
    return {.kind = Kind::variable, .name = std::move(name), .begin = begin, .end = at_};
  }

  Expression temporally(std::size_t begin, const Symbol& temporal) {
    if (!is_property_)
      throw Failure{begin, fmt::format("{} is about all that can come: ask with --property", temporal.text)};
    if (inside_ > 0) throw Failure{begin, fmt::format("{} is not of one thread", temporal.text)};
    expect("(");
    Expression result = unary(temporal.kind, begin, either());
    if (temporal.kind >= Kind::all_until) {
      expect(",");
      result.operands.push_back(either());
    }
    expect(")");
    result.end = at_;
    return result;
  }

  Expression member(std::size_t begin, std::string thread) {
    skip_space();
    if (at_ == text_.size() || !is_word_start(text_[at_]))
      throw Failure{at_, "expected the name of a mark's value"};
    std::string name = word();
    return {.kind = Kind::variable,
            .thread = std::move(thread),
            .name = std::move(name),
            .begin = begin,
            .end = at_};
  }

  static Expression unary(Kind kind, std::size_t begin, Expression operand) {
    Expression result{.kind = kind, .begin = begin, .end = operand.end};
    result.operands.push_back(std::move(operand));
    return result;
  }

  template <std::size_t Size>
  std::optional<Kind> accept_one(const std::array<Symbol, Size>& symbols) {
    for (const Symbol& symbol : symbols) {
      if (accept(symbol.text)) return symbol.kind;
    }
    return std::nullopt;
  }

  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepest) throw Failure{parser_.at_, "nested too deeply"};
    }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };

  std::string_view text_;
  bool is_property_;
  std::size_t at_ = 0;
  int inside_ = 0;  // how many count(…) and the like are open
  int depth_ = 0;
};

}  // namespace

std::string point_at(std::string_view text, std::size_t character, std::string_view message) {
  std::string shown(text);
  for (char& c : shown) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  std::size_t columns = 0;  // bytes that continue a UTF-8 character take no column
  for (std::size_t k = 0; k < character && k < text.size(); ++k) columns += (text[k] & 0xC0) != 0x80 ? 1 : 0;
  return fmt::format("character {}: {}\n  {}\n  {}^", columns + 1, message, shown, std::string(columns, ' '));
}

namespace {

base::Result<Expression> parse(std::string_view text, bool is_property) {
  try {
    return Parser(text, is_property).parse_all();
  } catch (const Failure& failure) {
    return base::failure(base::ErrorCode::usage, point_at(text, failure.at, failure.message), "predicate");
  }
}

}  // namespace

base::Result<Expression> parse(std::string_view text) { return parse(text, false); }
base::Result<Expression> parse_property(std::string_view text) { return parse(text, true); }

std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_add_overflow(a, b, &result)) return result;
  return a > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}
std::int64_t saturating_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_sub_overflow(a, b, &result)) return result;
  return b < 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}
std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_mul_overflow(a, b, &result)) return result;
  return (a < 0) == (b < 0) ? std::numeric_limits<std::int64_t>::max()
                            : std::numeric_limits<std::int64_t>::min();
}

std::int64_t apply(Expression::Kind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case Kind::multiply:
      return saturating_multiply(a, b);
    case Kind::divide:
      return b == -1 ? saturating_subtract(0, a) : a / b;
    case Kind::modulo:
      return b == -1 ? 0 : a % b;
    case Kind::add:
      return saturating_add(a, b);
    case Kind::subtract:
      return saturating_subtract(a, b);
    case Kind::less:
      return a < b ? 1 : 0;
    case Kind::less_equal:
      return a <= b ? 1 : 0;
    case Kind::greater:
      return a > b ? 1 : 0;
    case Kind::greater_equal:
      return a >= b ? 1 : 0;
    case Kind::equal:
      return a == b ? 1 : 0;
    case Kind::not_equal:
      return a != b ? 1 : 0;
    default:
      break;
  }
  HEDDLE_CHECK(false, "a binary operation");
  return 0;
}

bool speaks_of_races(const Expression& expression) {
  if (expression.kind == Expression::Kind::race) return true;
  for (const Expression& operand : expression.operands)
    if (speaks_of_races(operand)) return true;
  return false;
}

}  // namespace heddle::predict
