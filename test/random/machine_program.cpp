// SPDX-License-Identifier: Apache-2.0
#include "random/machine_program.h"

#include <algorithm>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "random/builder.h"

namespace heddle::random {
namespace {

using program::Builder;
using program::Builtin;
using program::Opcode;
using program::Operand;
using sync::Call;
using Kind = Statement::Kind;

constexpr std::size_t kVariables = 3;
constexpr std::size_t kLocks = 2;
constexpr std::uint8_t kSeqCst = 1 + static_cast<std::uint8_t>(event::MemoryOrder::seq_cst);

class Maker {
 public:
  explicit Maker(std::uint64_t seed, bool symmetric = false, bool rights = false)
      : random_(seed), symmetric_(symmetric), rights_(rights) {
    careless_ = rights && below(4) == 0;
    observing_ = symmetric && below(8) == 0;
    // Some programs are well locked, some not; some have no endless loops.
    disciplined_ = below(2) == 0;
    endless_ = below(3) == 0;
    conditions_ = below(4) == 0;
    const unsigned more = below(3);  // a third of the programs has calls of every kind
    if (more == 0 && !rights)
      for (unsigned i = 1 + below(3); i > 0; --i) {
        static constexpr Kind kKinds[] = {
            Kind::broadcast,    Kind::timed_wait,   Kind::try_section,   Kind::try_section,
            Kind::spin_section, Kind::read_section, Kind::write_section, Kind::try_read,
            Kind::try_write,    Kind::down,         Kind::try_down,      Kind::up,
            Kind::up,           Kind::value,        Kind::arrive,        Kind::once,
            Kind::destroy,      Kind::initialise,   Kind::box_section,   Kind::free_box,
            Kind::exchange,     Kind::end,          Kind::exit,          Kind::try_join,
            Kind::in_block,     Kind::in_block};
        calls_.push_back(kKinds[below(static_cast<unsigned>(std::size(kKinds)))]);
        if (calls_.back() == Kind::timed_wait || calls_.back() == Kind::broadcast) conditions_ = true;
        if (calls_.back() == Kind::down || calls_.back() == Kind::try_down) calls_.push_back(Kind::up);
        if (calls_.back() == Kind::try_read || calls_.back() == Kind::read_section)
          calls_.push_back(Kind::write_section);
        if (calls_.back() == Kind::try_write) calls_.push_back(Kind::read_section);
        if (calls_.back() == Kind::free_box) calls_.push_back(Kind::box_section);
      }
  }
  std::vector<Statement> block(unsigned size, unsigned depth) {
    std::vector<Statement> made;
    for (unsigned i = 0; i < size; ++i) made.push_back(statement(depth));
    return made;
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

 private:
  // What belongs to the holder of an integer is mostly left alone by others.
  Statement statement(unsigned depth) {
    if (!rights_) return any_statement(depth);
    if (depth > 0 && below(2) == 0) {
      Statement made;
      made.kind =
          careless_ && below(6) == 0 ? (below(2) == 0 ? Kind::own_take : Kind::own_give) : Kind::own_section;
      made.x = static_cast<std::uint8_t>(below(kLocks));
      made.y = static_cast<std::uint8_t>(below(careless_ ? 5 : 3));
      made.constant = static_cast<std::uint8_t>(below(3));
      if (made.kind != Kind::own_section) return made;
      const std::uint8_t outer = mine_;
      mine_ = made.x;
      made.body = block(1 + below(3), depth - 1);
      mine_ = outer;
      return made;
    }
    if (below(12) == 0) {
      Statement made;
      made.kind = Kind::own_wait;
      made.x = static_cast<std::uint8_t>(below(kLocks));
      made.y = static_cast<std::uint8_t>(below(2));
      if (made.x != mine_) return made;
    }
    Statement made = any_statement(depth);
    if (made.kind == Kind::wait || made.kind == Kind::section) return made;
    if (made.kind == Kind::lock || made.kind == Kind::unlock) made.kind = Kind::check;
    if (!careless_ || below(8) != 0) made.x = made.y = mine_;
    return made;
  }
  Statement any_statement(unsigned depth) {
    Statement made;
    made.x = static_cast<std::uint8_t>(below(kVariables));
    made.y = static_cast<std::uint8_t>(below(kVariables));
    made.constant = static_cast<std::uint8_t>(below(3));
    const unsigned roll = below(100);
    if (!calls_.empty() && below(3) == 0) {
      made.kind = calls_[below(static_cast<unsigned>(calls_.size()))];
      made.x = static_cast<std::uint8_t>(made.x % (has_variable(made.kind) ? kVariables : kLocks));
      if (depth > 0 && has_body(made.kind)) made.body = block(1 + below(2), depth - 1);
      return made;
    }
    if (symmetric_ && below(3) == 0) {
      const unsigned kind = below(observing_ ? 10 : 8);
      made.kind = kind < 3   ? Kind::push
                  : kind < 6 ? Kind::pop
                  : kind < 7 ? Kind::claim
                  : kind < 8 ? Kind::check_claim
                  : kind < 9 ? Kind::number
                             : Kind::order;
      return made;
    }
    if (depth == 0 || roll < 45) {
      const unsigned simple = below(100);
      made.kind = simple < 30   ? Kind::assign
                  : simple < 60 ? Kind::increase
                  : simple < 68 ? Kind::atomic_add
                  : simple < 74 ? Kind::flag_set
                  : simple < 94 ? Kind::check
                  : simple < 96 ? Kind::lock
                  : simple < 98 ? Kind::unlock
                                : Kind::notify;
      if (made.kind == Kind::notify && !conditions_) made.kind = Kind::assign;
      if ((made.kind == Kind::lock || made.kind == Kind::unlock) && disciplined_) made.kind = Kind::check;
      if (made.kind == Kind::lock || made.kind == Kind::unlock) made.x %= kLocks;
      return made;
    }
    if (roll < 75) {
      made.kind = Kind::section;
      made.x = static_cast<std::uint8_t>(below(kLocks));
      // Disciplined: variable v belongs to lock v % 2 (but for accidents).
      made.body = block(1 + below(3), depth - 1);
      if (disciplined_)
        for (Statement& inner : made.body)
          if (inner.kind != Kind::section && inner.kind != Kind::lock && inner.kind != Kind::unlock &&
              below(12) != 0) {
            inner.x = static_cast<std::uint8_t>(made.x == 0 ? 0 : 1);
            inner.y = inner.x;
          }
      return made;
    }
    made.kind = roll < 84 ? Kind::guarded : roll < 92 ? Kind::choose : Kind::loop;
    if (conditions_ && below(4) == 0) made.kind = Kind::wait;
    if (below(30) == 0) made.kind = Kind::until;
    if (made.kind == Kind::loop) made.constant = endless_ ? 1 : 0;
    if (made.kind == Kind::wait) made.x %= kLocks;
    made.body = block(1 + below(2), depth - 1);
    if (made.kind == Kind::until || made.kind == Kind::wait) made.body.clear();
    return made;
  }

  static bool has_variable(Kind kind) {
    return kind == Kind::timed_wait || kind == Kind::value || kind == Kind::arrive || kind == Kind::try_join;
  }
  static bool has_body(Kind kind) {
    switch (kind) {
      case Kind::try_section:
      case Kind::spin_section:
      case Kind::read_section:
      case Kind::write_section:
      case Kind::try_read:
      case Kind::try_write:
      case Kind::try_down:
      case Kind::box_section:
      case Kind::exchange:
      case Kind::in_block:
        return true;
      default:
        return false;
    }
  }

  std::mt19937_64 random_;
  std::vector<Kind> calls_;
  bool symmetric_ = false;
  bool rights_ = false;
  bool careless_ = false;
  std::uint8_t mine_ = 2;  // the variable of the innermost section, or the one that is nobody's
  bool observing_ = false;
  bool disciplined_ = false;
  bool endless_ = false;
  bool conditions_ = false;
};

class Translator {
 public:
  program::Program run(const MachineProgram& source) {
    std::vector<std::size_t> functions;
    for (std::size_t t = 0; t < source.threads.size(); ++t)
      functions.push_back(b_.function(fmt::format("thread{}", t)));
    routine_ = b_.function("routine");
    std::vector<std::size_t> predicates;
    for (std::size_t l = 0; source.has_rights && l < kLocks; ++l)
      predicates.push_back(b_.function(fmt::format("has{}", l), 1));
    const std::size_t main = b_.function("main");
    for (std::size_t v = 0; v < kVariables; ++v) variables_.push_back(b_.global(fmt::format("x{}", v), 4));
    flag_ = b_.global("flag", 4);
    for (std::size_t l = 0; l < kLocks; ++l) {
      locks_.push_back(b_.global(fmt::format("m{}", l), 40));
      b_.bytes_of(locks_.back())[16] = source.lock_kinds[l];
    }
    spin_ = b_.global("spin", 4);
    rwlock_ = b_.global("rwlock", 56);
    b_.bytes_of(rwlock_)[48] = source.prefers_writers ? 2 : 0;
    semaphore_ = b_.global("semaphore", 32);
    barrier_ = b_.global("barrier", 32);
    once_ = b_.global("once", 4);
    box_ = b_.global("box", 8);
    condition_ = b_.global("condition", 48);
    head_ = b_.global("head", 8);
    who_ = b_.global("who", 8);
    for (std::size_t t = 0; t < source.threads.size(); ++t)
      handles_.push_back(b_.global(fmt::format("handle{}", t), 8));
    for (std::size_t l = 0; l < predicates.size(); ++l) {
      owns_.push_back(b_.global(fmt::format("own{}", l), 4));
      b_.annotate(program::Annotation::Kind::exclusive, owns_[l], predicates[l]);
      if (source.rights_of_variables)
        b_.annotate(program::Annotation::Kind::exclusive, variables_[l], predicates[l]);
      b_.into(predicates[l]);
      b_.ret(b_.compute(Opcode::icmp, b_.load(b_.global_address(owns_[l]), 4, kSeqCst), 0,
                        static_cast<std::uint8_t>(program::IntegerPredicate::eq)));
    }
    const std::vector<std::size_t>& handles = handles_;
    b_.into(routine_);
    put({.kind = Kind::increase});
    b_.ret();
    for (std::size_t t = 0; t < source.threads.size(); ++t) {
      b_.into(functions[t]);
      put(source.threads[t]);
      b_.ret();
    }
    b_.into(main);
    b_.call(Call::spin_init, {b_.global_address(spin_)});
    b_.call(Call::semaphore_init, {b_.global_address(semaphore_), b_.constant(1)});
    b_.call(Call::barrier_init, {b_.global_address(barrier_), b_.constant(2)});
    if (uses(source, Kind::box_section) || uses(source, Kind::free_box)) {
      const Operand box = b_.call(Builtin::allocate_zeroed, {b_.constant(1), b_.constant(40)}, true);
      b_.at(b_.next() - 1).width = 64;
      b_.store(box, b_.global_address(box_), 8);
    }
    put(source.before);
    const Operand own = b_.fresh();
    if (source.own_ids)
      b_.emit({.opcode = Opcode::stack_object, .dst = own, .a = b_.constant(8 * handles.size()), .b = -1});
    const auto handle = [&](std::size_t t) {
      return source.own_ids ? wide(Opcode::add, own, b_.constant(8 * t)) : b_.global_address(handles[t]);
    };
    for (std::size_t t = 0; t < source.threads.size(); ++t) {
      const Operand function = b_.function_address(functions[source.alike ? 0 : t]);
      const Operand id = b_.call(Call::thread_create, {function, b_.constant(0), b_.constant(0)}, 2)[1];
      b_.store(id, handle(source.detached ? 0 : t), 8);
    }
    if (source.detached) b_.store(b_.constant(0), b_.global_address(handles[0]), 8);
    if (source.detached) b_.call(Call::thread_exit, {b_.constant(0)});
    for (std::size_t t = 0; t < source.threads.size() && !source.detached; ++t) {
      b_.call(Call::thread_join, {b_.load(handle(t), 8)});
      if (t == 0) put(source.between);
    }
    put(source.after);
    b_.ret();
    return b_.finish(main);
  }

  static bool uses(const std::vector<Statement>& block, Kind kind) {
    return std::any_of(block.begin(), block.end(), [&](const Statement& statement) {
      return statement.kind == kind || uses(statement.body, kind);
    });
  }
  static bool uses(const MachineProgram& source, Kind kind) {
    return uses(source.before, kind) || uses(source.between, kind) || uses(source.after, kind) ||
           std::any_of(source.threads.begin(), source.threads.end(),
                       [&](const std::vector<Statement>& thread) { return uses(thread, kind); });
  }

 private:
  void put(const std::vector<Statement>& block) {
    for (const Statement& statement : block) put(statement);
  }
  Operand is_zero(Operand value) {
    return b_.compute(Opcode::icmp, value, b_.constant(0),
                      static_cast<std::uint8_t>(program::IntegerPredicate::eq));
  }
  void put_section(const Statement& s, Call lock, Call unlock, Operand object) {
    b_.call(lock, {object});
    put(s.body);
    b_.line(++line_);
    b_.call(unlock, {object});
  }
  // If the call succeeds, the body and then, where there is one, the other call.
  void put_try(const Statement& s, Call attempt, std::optional<Call> unlock, Operand object) {
    std::size_t hole = 0;
    std::vector<Operand> arguments = {object};
    if (sync::row(attempt).form == sync::Form::timed) arguments.push_back(b_.constant(3));
    jump_if_not(is_zero(b_.call(attempt, arguments, 1)[0]), hole);
    put(s.body);
    b_.line(++line_);
    if (unlock) b_.call(*unlock, {object});
    b_.at(hole).c = static_cast<Operand>(b_.next());
  }
  // Ways to take an integer: an assumption, a spin of compare-and-exchange, one of blocks; without waiting; and to try.
  void put_own(const Statement& s) {
    using program::IntegerPredicate;
    const Operand own = b_.global_address(owns_[s.x % kLocks]);
    const auto is = [&](Operand a, Operand b) {
      return b_.compute(Opcode::icmp, a, b, static_cast<std::uint8_t>(IntegerPredicate::eq));
    };
    const auto look = [&] { return b_.load(own, 4, kSeqCst); };
    const Operand me = b_.call(Builtin::own_number, {}, true);
    std::size_t hole = 0;
    bool is_try = false;
    if (s.kind == Kind::own_wait) {
      const auto again = static_cast<Operand>(b_.next());
      if (s.y == 0) {
        b_.call(Builtin::atomic_begin, {});
        b_.call(Builtin::assume, {is(look(), b_.constant(0))});
        b_.call(Builtin::atomic_end, {});
      } else {
        jump_if_not(is_zero(is(look(), b_.constant(0))), hole);
        b_.emit({.opcode = Opcode::jump, .a = again});
        b_.at(hole).c = static_cast<Operand>(b_.next());
      }
      return;
    }
    if (s.kind != Kind::own_give) {
      const auto again = static_cast<Operand>(b_.next());
      if (s.y == 1 || s.y == 4) {
        const Operand old = b_.fresh();
        const Operand success = b_.fresh();
        b_.emit({.opcode = Opcode::compare_exchange,
                 .width = 4,
                 .aux = kSeqCst,
                 .flags = kSeqCst,
                 .dst = old,
                 .a = own,
                 .b = b_.constant(0),
                 .c = me,
                 .e = success});
        is_try = s.y == 4;
        jump_if_not(is_try ? success : is_zero(success), hole);
        if (!is_try) {
          b_.emit({.opcode = Opcode::jump, .a = again});
          b_.at(hole).c = static_cast<Operand>(b_.next());
        }
      } else {
        b_.call(Builtin::atomic_begin, {});
        if (s.y == 0) b_.call(Builtin::assume, {is(look(), b_.constant(0))});
        if (s.y == 2) {
          jump_if_not(is_zero(is(look(), b_.constant(0))), hole);
          b_.call(Builtin::atomic_end, {});
          b_.emit({.opcode = Opcode::jump, .a = again});
          b_.at(hole).c = static_cast<Operand>(b_.next());
        }
        b_.store(me, own, 4, kSeqCst);
        b_.call(Builtin::atomic_end, {});
      }
    }
    put(s.body);
    b_.line(++line_);
    if (s.kind != Kind::own_take) {
      if (s.constant != 2) b_.call(Builtin::atomic_begin, {});
      if (s.constant == 1) b_.call(Builtin::assume, {is(look(), me)});
      b_.store(b_.constant(0), own, 4, kSeqCst);
      if (s.constant != 2) b_.call(Builtin::atomic_end, {});
    }
    if (is_try) b_.at(hole).c = static_cast<Operand>(b_.next());
  }
  bool put_call(const Statement& s) {
    const auto variable = [&](std::uint8_t v) { return b_.global_address(variables_[v % kVariables]); };
    const Operand lock = b_.global_address(locks_[s.x % kLocks]);
    switch (s.kind) {
      case Kind::broadcast:
        b_.call(Call::condition_broadcast, {b_.global_address(condition_)});
        return true;
      case Kind::timed_wait: {
        b_.call(Call::mutex_lock, {lock});
        b_.line(++line_);
        const Operand told =
            b_.call(Call::condition_timed_wait, {b_.global_address(condition_), lock, b_.constant(3)}, 1)[0];
        b_.store(is_zero(told), variable(s.x));
        b_.line(++line_);
        b_.call(Call::mutex_unlock, {lock});
        return true;
      }
      case Kind::in_block:
        b_.call(Builtin::atomic_begin, {});
        put(s.body);
        b_.call(Builtin::atomic_end, {});
        return true;
      case Kind::try_section:
        put_try(s, s.y == 0 ? Call::mutex_timed_lock : Call::mutex_try_lock, Call::mutex_unlock, lock);
        return true;
      case Kind::spin_section:
        if (s.y == 0)
          put_try(s, Call::spin_try_lock, Call::spin_unlock, b_.global_address(spin_));
        else
          put_section(s, Call::spin_lock, Call::spin_unlock, b_.global_address(spin_));
        return true;
      case Kind::read_section:
        put_section(s, Call::rwlock_read, Call::rwlock_unlock, b_.global_address(rwlock_));
        return true;
      case Kind::write_section:
        put_section(s, Call::rwlock_write, Call::rwlock_unlock, b_.global_address(rwlock_));
        return true;
      case Kind::try_read:
        put_try(s, s.y == 0 ? Call::rwlock_timed_read : Call::rwlock_try_read, Call::rwlock_unlock,
                b_.global_address(rwlock_));
        return true;
      case Kind::try_write:
        put_try(s, s.y == 0 ? Call::rwlock_timed_write : Call::rwlock_try_write, Call::rwlock_unlock,
                b_.global_address(rwlock_));
        return true;
      case Kind::down:
        b_.call(Call::semaphore_wait, {b_.global_address(semaphore_)});
        return true;
      case Kind::try_down:
        put_try(s, s.y == 0 ? Call::semaphore_timed_wait : Call::semaphore_try_wait, std::nullopt,
                b_.global_address(semaphore_));
        return true;
      case Kind::up:
        b_.call(Call::semaphore_post, {b_.global_address(semaphore_)});
        return true;
      case Kind::value: {
        const Operand value = b_.call(Call::semaphore_value, {b_.global_address(semaphore_)}, 2)[1];
        b_.store(b_.compute(Opcode::urem, value, b_.constant(3)), variable(s.x));
        return true;
      }
      case Kind::arrive: {
        const Operand serial = b_.call(Call::barrier_wait, {b_.global_address(barrier_)}, 1)[0];
        b_.store(is_zero(serial), variable(s.x));
        return true;
      }
      case Kind::once:
        b_.call(Call::once_begin, {b_.global_address(once_), b_.function_address(routine_)});
        return true;
      case Kind::destroy:
        b_.call(Call::mutex_destroy, {lock});
        return true;
      case Kind::initialise:
        b_.call(Call::mutex_init, {lock, b_.constant(0)});
        return true;
      case Kind::box_section: {
        const Operand box = b_.load(b_.global_address(box_), 8, kSeqCst);
        put_section(s, Call::mutex_lock, Call::mutex_unlock, box);
        return true;
      }
      case Kind::free_box:
        b_.call(Builtin::release_memory, {b_.load(b_.global_address(box_), 8, kSeqCst)});
        return true;
      case Kind::exchange: {
        std::size_t hole = 0;
        const Operand old = b_.fresh();
        const Operand success = b_.fresh();
        b_.emit({.opcode = Opcode::compare_exchange,
                 .width = 4,
                 .aux = kSeqCst,
                 .flags = static_cast<std::uint8_t>(kSeqCst | program::kWeak),
                 .dst = old,
                 .a = b_.global_address(flag_),
                 .b = b_.constant(s.constant),
                 .c = b_.constant((s.constant + 1U) % 3),
                 .e = success});
        jump_if_not(is_zero(success), hole);
        put(s.body);
        b_.at(hole).c = static_cast<Operand>(b_.next());
        return true;
      }
      case Kind::end:
        b_.call(Call::thread_exit, {b_.constant(0)});
        return true;
      case Kind::exit:
        b_.call(Builtin::exit_program, {b_.constant(s.constant)});
        return true;
      case Kind::try_join: {
        const Operand id = b_.load(b_.global_address(handles_[s.y % handles_.size()]), 8, kSeqCst);
        b_.store(is_zero(b_.call(Call::thread_try_join, {id}, 1)[0]), variable(s.x));
        return true;
      }
      default:
        return false;
    }
  }
  void jump_if_not(Operand condition, std::size_t& hole) {
    const std::size_t branch = b_.emit({.opcode = Opcode::branch, .a = condition});
    b_.at(branch).b = static_cast<Operand>(b_.next());
    hole = branch;
  }
  Operand wide(Opcode opcode, Operand a, Operand b, std::uint8_t aux = 0) {
    const Operand result = b_.compute(opcode, a, b, aux);
    b_.at(b_.next() - 1).width = 64;
    return result;
  }
  void put_block(const Statement& s) {
    using program::IntegerPredicate;
    const auto differs = static_cast<std::uint8_t>(IntegerPredicate::ne);
    std::size_t hole = 0;
    std::size_t inner = 0;
    const Operand head = b_.global_address(head_);
    if (s.kind == Kind::push) {
      const Operand block = b_.call(Builtin::allocate, {b_.constant(16)}, true);
      b_.at(b_.next() - 1).width = 64;
      b_.store(b_.constant(s.constant), block);
      b_.call(Builtin::atomic_begin, {});
      b_.store(b_.load(head, 8), wide(Opcode::add, block, b_.constant(8)), 8);
      b_.store(block, head, 8);
      b_.call(Builtin::atomic_end, {});
      return;
    }
    b_.call(Builtin::atomic_begin, {});
    const Operand first = b_.load(head, 8);
    jump_if_not(wide(Opcode::icmp, first, b_.constant(0), differs), hole);
    const Operand second = b_.load(wide(Opcode::add, first, b_.constant(8)), 8);
    if (s.kind == Kind::order)
      b_.store(wide(Opcode::icmp, first, second, static_cast<std::uint8_t>(IntegerPredicate::ult)),
               b_.global_address(variables_[s.x]));
    else
      b_.store(second, head, 8);
    b_.at(hole).c = static_cast<Operand>(b_.next());
    b_.call(Builtin::atomic_end, {});
    if (s.kind == Kind::order) return;
    b_.line(++line_);
    jump_if_not(wide(Opcode::icmp, first, b_.constant(0), differs), hole);
    jump_if_not(b_.compute(Opcode::icmp, b_.load(first), b_.constant(s.constant),
                           static_cast<std::uint8_t>(IntegerPredicate::eq)),
                inner);
    b_.call(Builtin::reach_error, {});
    b_.at(inner).c = static_cast<Operand>(b_.next());
    b_.line(++line_);
    b_.call(Builtin::release_memory, {first});
    b_.at(hole).c = static_cast<Operand>(b_.next());
  }
  Operand self() {
    const Operand id = b_.call(Builtin::thread_self, {}, true);
    b_.at(b_.next() - 1).width = 64;
    return id;
  }
  void put(const Statement& s) {
    b_.line(++line_);
    if (put_call(s)) return;
    const auto variable = [&](std::uint8_t v) { return b_.global_address(variables_[v]); };
    const auto lock = [&](std::uint8_t l) { return b_.global_address(locks_[l]); };
    const auto equals = [&](Operand a, std::uint8_t constant, program::IntegerPredicate predicate) {
      return b_.compute(Opcode::icmp, a, b_.constant(constant), static_cast<std::uint8_t>(predicate));
    };
    using program::IntegerPredicate;
    std::size_t hole = 0;
    switch (s.kind) {
      case Kind::assign:
        b_.store(b_.constant(s.constant), variable(s.x));
        break;
      case Kind::increase: {
        const Operand sum = b_.compute(Opcode::add, b_.load(variable(s.y)), b_.constant(1));
        b_.store(b_.compute(Opcode::urem, sum, b_.constant(3)), variable(s.x));
        break;
      }
      case Kind::atomic_add: {
        b_.call(Builtin::atomic_begin, {});
        const Operand sum = b_.compute(Opcode::add, b_.load(variable(s.x)), b_.constant(1));
        b_.store(b_.compute(Opcode::urem, sum, b_.constant(3)), variable(s.x));
        b_.call(Builtin::atomic_end, {});
        break;
      }
      case Kind::flag_set:
        b_.store(b_.constant(s.constant), b_.global_address(flag_), 4, kSeqCst);
        break;
      case Kind::section:
        b_.call(Call::mutex_lock, {lock(s.x)});
        put(s.body);
        b_.line(++line_);
        b_.call(Call::mutex_unlock, {lock(s.x)});
        break;
      case Kind::guarded:
        jump_if_not(equals(b_.load(variable(s.x)), s.constant, IntegerPredicate::eq), hole);
        put(s.body);
        b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      case Kind::choose:
        jump_if_not(b_.call(Builtin::choose, {b_.constant(2)}, true), hole);
        put(s.body);
        b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      case Kind::loop: {
        const auto start = static_cast<Operand>(b_.next());
        if (s.constant == 0) jump_if_not(b_.call(Builtin::choose, {b_.constant(2)}, true), hole);
        put(s.body);
        b_.emit({.opcode = Opcode::jump, .a = start});
        if (s.constant == 0) b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      }
      case Kind::check:
        jump_if_not(equals(b_.load(variable(s.x)), s.constant, IntegerPredicate::eq), hole);
        b_.call(Builtin::reach_error, {});
        b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      case Kind::lock:
        b_.call(Call::mutex_lock, {lock(s.x)});
        break;
      case Kind::unlock:
        b_.call(Call::mutex_unlock, {lock(s.x)});
        break;
      case Kind::until: {
        const auto start = static_cast<Operand>(b_.next());
        jump_if_not(equals(b_.load(b_.global_address(flag_), 4, kSeqCst), s.constant, IntegerPredicate::ne),
                    hole);
        b_.emit({.opcode = Opcode::jump, .a = start});
        b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      }
      case Kind::push:
      case Kind::pop:
      case Kind::order:
        put_block(s);
        break;
      case Kind::own_section:
      case Kind::own_take:
      case Kind::own_give:
      case Kind::own_wait:
        put_own(s);
        break;
      case Kind::claim:
        b_.store(self(), b_.global_address(who_), 8, kSeqCst);
        break;
      case Kind::check_claim:
        jump_if_not(wide(Opcode::icmp, b_.load(b_.global_address(who_), 8, kSeqCst), self(),
                         static_cast<std::uint8_t>(IntegerPredicate::eq)),
                    hole);
        b_.call(Builtin::reach_error, {});
        b_.at(hole).c = static_cast<Operand>(b_.next());
        break;
      case Kind::number:
        b_.store(b_.compute(Opcode::urem, self(), b_.constant(3)), variable(s.x));
        break;
      case Kind::notify:
        b_.call(Call::condition_signal, {b_.global_address(condition_)});
        break;
      case Kind::wait:
        b_.call(Call::mutex_lock, {lock(s.x)});
        b_.line(++line_);
        b_.call(Call::condition_wait, {b_.global_address(condition_), lock(s.x)});
        b_.line(++line_);
        b_.call(Call::mutex_unlock, {lock(s.x)});
        break;
      default:
        break;  // put_call
    }
  }

  Builder b_;
  std::vector<std::size_t> variables_;
  std::vector<std::size_t> locks_;
  std::vector<std::size_t> owns_;
  std::size_t flag_ = 0;
  std::size_t condition_ = 0;
  std::size_t head_ = 0;
  std::size_t who_ = 0;
  std::size_t spin_ = 0;
  std::size_t rwlock_ = 0;
  std::size_t semaphore_ = 0;
  std::size_t barrier_ = 0;
  std::size_t once_ = 0;
  std::size_t box_ = 0;
  std::size_t routine_ = 0;
  std::vector<std::size_t> handles_;
  std::uint32_t line_ = 0;
};

void write(const std::vector<Statement>& block, unsigned indent, std::string& out) {
  for (const Statement& s : block) {
    const std::string pad(indent, ' ');
    const auto line = [&](std::string words) { out += pad + std::move(words) + "\n"; };
    const auto with_body = [&](const std::string& head) {
      line(head + " {");
      write(s.body, indent + 2, out);
      line("}");
    };
    switch (s.kind) {
      case Kind::assign:
        line(fmt::format("x{} = {};", s.x, s.constant));
        break;
      case Kind::increase:
        line(fmt::format("x{} = (x{} + 1) % 3;", s.x, s.y));
        break;
      case Kind::atomic_add:
        line(fmt::format("atomic x{} = (x{} + 1) % 3;", s.x, s.x));
        break;
      case Kind::flag_set:
        line(fmt::format("flag = {};", s.constant));
        break;
      case Kind::section:
        with_body(fmt::format("with m{}", s.x));
        break;
      case Kind::guarded:
        with_body(fmt::format("if (x{} == {})", s.x, s.constant));
        break;
      case Kind::choose:
        with_body("if (choose(2))");
        break;
      case Kind::loop:
        with_body(s.constant == 0 ? "while (choose(2))" : "while (1)");
        break;
      case Kind::check:
        line(fmt::format("assert(x{} != {});", s.x, s.constant));
        break;
      case Kind::lock:
        line(fmt::format("lock m{};", s.x));
        break;
      case Kind::unlock:
        line(fmt::format("unlock m{};", s.x));
        break;
      case Kind::until:
        line(fmt::format("while (flag != {});", s.constant));
        break;
      case Kind::push:
        line(fmt::format("push {};", s.constant));
        break;
      case Kind::pop:
        line(fmt::format("assert(pop() != {});", s.constant));
        break;
      case Kind::claim:
        line("who = self;");
        break;
      case Kind::check_claim:
        line("assert(who != self);");
        break;
      case Kind::number:
        line(fmt::format("x{} = self % 3;", s.x));
        break;
      case Kind::order:
        line(fmt::format("x{} = head < head->next;", s.x));
        break;
      case Kind::in_block:
        with_body("atomic");
        break;
      case Kind::own_section:
        with_body(fmt::format("with own{}, taken as {}, given back as {}", s.x, s.y, s.constant));
        break;
      case Kind::own_take:
        line(fmt::format("take own{} as {};", s.x, s.y));
        break;
      case Kind::own_give:
        line(fmt::format("give own{} back as {};", s.x, s.constant));
        break;
      case Kind::own_wait:
        line(fmt::format("until own{} is nobody's, as {};", s.x, s.y));
        break;
      case Kind::notify:
        line("notify;");
        break;
      case Kind::wait:
        line(fmt::format("with m{} wait;", s.x));
        break;
      case Kind::broadcast:
        line("notify all;");
        break;
      case Kind::timed_wait:
        line(fmt::format("with m{} x{} = timed wait;", s.x % kLocks, s.x));
        break;
      case Kind::try_section:
        with_body(fmt::format("if ({} m{})", s.y == 0 ? "timedlock" : "trylock", s.x % kLocks));
        break;
      case Kind::spin_section:
        with_body(s.y == 0 ? "if (trylock spin)" : "with spin");
        break;
      case Kind::read_section:
        with_body("reading");
        break;
      case Kind::write_section:
        with_body("writing");
        break;
      case Kind::try_read:
        with_body(s.y == 0 ? "if (timedrdlock)" : "if (tryrdlock)");
        break;
      case Kind::try_write:
        with_body(s.y == 0 ? "if (timedwrlock)" : "if (trywrlock)");
        break;
      case Kind::down:
        line("sem_wait;");
        break;
      case Kind::try_down:
        with_body(s.y == 0 ? "if (sem_timedwait)" : "if (sem_trywait)");
        break;
      case Kind::up:
        line("sem_post;");
        break;
      case Kind::value:
        line(fmt::format("x{} = sem_getvalue % 3;", s.x));
        break;
      case Kind::arrive:
        line(fmt::format("x{} = barrier_wait == 0;", s.x));
        break;
      case Kind::once:
        line("once x0 = (x0 + 1) % 3;");
        break;
      case Kind::destroy:
        line(fmt::format("destroy m{};", s.x % kLocks));
        break;
      case Kind::initialise:
        line(fmt::format("init m{};", s.x % kLocks));
        break;
      case Kind::box_section:
        with_body("with box->m");
        break;
      case Kind::free_box:
        line("free(box);");
        break;
      case Kind::exchange:
        with_body(fmt::format("if (!weak cas(flag, {}, {}))", s.constant, (s.constant + 1) % 3));
        break;
      case Kind::end:
        line("pthread_exit;");
        break;
      case Kind::exit:
        line(fmt::format("exit({});", s.constant));
        break;
      case Kind::try_join:
        line(fmt::format("x{} = tryjoin(handle{}) == 0;", s.x, s.y));
        break;
    }
  }
}

// Every block that is one statement shorter, or has a compound statement replaced by its body.
void smaller(const std::vector<Statement>& block, const std::function<void(std::vector<Statement>)>& visit) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::vector<Statement> without = block;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    visit(without);
    if (block[i].body.empty()) continue;
    std::vector<Statement> opened = without;
    opened.insert(opened.begin() + static_cast<std::ptrdiff_t>(i), block[i].body.begin(),
                  block[i].body.end());
    visit(opened);
    smaller(block[i].body, [&](std::vector<Statement> body) {
      std::vector<Statement> changed = block;
      changed[i].body = std::move(body);
      visit(std::move(changed));
    });
  }
}

}  // namespace

MachineProgram random_machine_program(std::uint64_t seed) {
  Maker maker(seed);
  MachineProgram made;
  const unsigned threads = 2 + (maker.below(4) == 0 ? 1 : 0);
  for (unsigned t = 0; t < threads; ++t)
    made.threads.push_back(maker.block(1 + maker.below(threads == 2 ? 3 : 2), 2));
  if (maker.below(3) == 0) made.before = maker.block(1, 0);
  if (maker.below(3) == 0) made.after = maker.block(1, 0);
  for (std::uint8_t& kind : made.lock_kinds)
    kind = static_cast<std::uint8_t>(maker.below(8) < 3 ? maker.below(3) : 0);
  made.prefers_writers = maker.below(2) == 0;
  return made;
}

MachineProgram random_symmetric_program(std::uint64_t seed) {
  Maker maker(seed, true);
  MachineProgram made;
  made.alike = true;
  made.detached = maker.below(2) == 0;
  const unsigned threads = 2 + maker.below(2);
  const std::vector<Statement> same =
      maker.block(1 + maker.below(threads == 2 ? 3 : 2), threads == 2 ? 2 : 1);
  for (unsigned t = 0; t < threads; ++t) made.threads.push_back(same);
  if (maker.below(3) == 0) made.before = maker.block(1, 0);
  made.own_ids = !made.detached && maker.below(4) != 0;
  if (made.own_ids && maker.below(4) == 0) made.between = maker.block(1, 0);
  if (made.own_ids && maker.below(2) == 0) made.after = maker.block(1, 0);
  return made;
}

MachineProgram random_program_with_rights(std::uint64_t seed) {
  Maker maker(seed, false, true);
  MachineProgram made;
  made.has_rights = true;
  made.rights_of_variables = maker.below(3) != 0;
  const unsigned threads = 2 + (maker.below(4) == 0 ? 1 : 0);
  for (unsigned t = 0; t < threads; ++t) made.threads.push_back(maker.block(1 + maker.below(2), 2));
  if (maker.below(4) == 0) made.before = maker.block(1, 0);
  return made;
}

bool exits(const MachineProgram& program) { return Translator::uses(program, Kind::exit); }

program::Program built(const MachineProgram& program) { return Translator().run(program); }

std::string text(const MachineProgram& program) {
  std::string out = program.alike ? "every thread is the first one\n" : "";
  if (program.has_rights) out += program.rights_of_variables ? "own0 for x0, own1 for x1\n" : "own0, own1\n";
  if (program.detached) out += "detached\n";
  if (program.own_ids) out += "main has the ids\n";
  for (std::size_t i = 0; i < kLocks; ++i)
    if (program.lock_kinds[i] != 0)
      out += fmt::format("m{} is {}\n", i, program.lock_kinds[i] == 1 ? "recursive" : "error-checking");
  if (program.prefers_writers) out += "writers are preferred\n";
  out += "before {\n";
  write(program.before, 2, out);
  out += "}\n";
  for (const auto& thread : program.threads) {
    out += "thread {\n";
    write(thread, 2, out);
    out += "}\n";
  }
  out += "between {\n";
  write(program.between, 2, out);
  out += "}\nafter {\n";
  write(program.after, 2, out);
  return out + "}\n";
}

MachineProgram shrunk(MachineProgram program, const std::function<bool(const MachineProgram&)>& fails) {
  bool better = true;
  while (better) {
    better = false;
    std::vector<MachineProgram> candidates;
    const auto collect = [&](auto block) {
      smaller(block(program), [&](std::vector<Statement> body) {
        MachineProgram candidate = program;
        block(candidate) = std::move(body);
        candidates.push_back(std::move(candidate));
      });
    };
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      collect([t](MachineProgram& p) -> std::vector<Statement>& { return p.threads[t]; });
    collect([](MachineProgram& p) -> std::vector<Statement>& { return p.before; });
    collect([](MachineProgram& p) -> std::vector<Statement>& { return p.between; });
    collect([](MachineProgram& p) -> std::vector<Statement>& { return p.after; });
    for (std::size_t t = 0; program.threads.size() > 1 && t < program.threads.size(); ++t) {
      MachineProgram candidate = program;
      candidate.threads.erase(candidate.threads.begin() + static_cast<std::ptrdiff_t>(t));
      candidates.push_back(std::move(candidate));
    }
    for (MachineProgram& candidate : candidates)
      if (fails(candidate)) {
        program = std::move(candidate);
        better = true;
        break;
      }
  }
  return program;
}

}  // namespace heddle::random
