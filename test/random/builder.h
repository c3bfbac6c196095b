// SPDX-License-Identifier: Apache-2.0
// Programs made by hand: for tests that need thousands of them, without a compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "program/translate/translate.h"
#include "sync/call.h"

namespace heddle::program {

class Builder {
 public:
  Operand constant(Word value) {
    program_.constants.push_back(value);
    return -static_cast<Operand>(program_.constants.size());
  }
  std::size_t global(std::string name, std::size_t size) {
    program_.globals.push_back({.name = std::move(name), .bytes = std::vector<std::uint8_t>(size)});
    return program_.globals.size() - 1;
  }
  std::vector<std::uint8_t>& bytes_of(std::size_t global) { return program_.globals[global].bytes; }
  // All functions first: addresses of globals depend on how many there are.
  std::size_t function(std::string name, std::uint32_t parameters = 0) {
    program_.functions.push_back(
        {.name = name, .linker_name = name, .parameters = parameters, .registers = parameters});
    return program_.functions.size() - 1;
  }
  void annotate(Annotation::Kind kind, std::size_t global, std::size_t predicate) {
    program_.annotations.push_back({.kind = kind,
                                    .address = address_of(program_.global_object(global)),
                                    .size = program_.globals[global].bytes.size(),
                                    .other = address_of(program_.function_object(predicate))});
  }
  Operand global_address(std::size_t global) { return constant(address_of(program_.global_object(global))); }
  Operand function_address(std::size_t function) {
    return constant(address_of(program_.function_object(function)));
  }

  // What follows goes to this function, at these lines.
  void into(std::size_t function) { here_ = function; }
  void line(std::uint32_t line) {
    program_.locations.push_back({.file = "made", .line = line});
    location_ = static_cast<std::uint32_t>(program_.locations.size() - 1);
  }
  Operand fresh() { return static_cast<Operand>(code_of().registers++); }
  std::size_t next() { return code_of().code.size(); }
  std::size_t emit(Instruction instruction) {
    instruction.location = location_;
    code_of().code.push_back(instruction);
    return code_of().code.size() - 1;
  }
  Instruction& at(std::size_t position) { return code_of().code[position]; }

  Operand load(Operand address, std::uint8_t bytes = 4, std::uint8_t order_plus_one = 0) {
    const Operand result = fresh();
    emit({.opcode = Opcode::load, .width = bytes, .aux = order_plus_one, .dst = result, .a = address});
    return result;
  }
  void store(Operand value, Operand address, std::uint8_t bytes = 4, std::uint8_t order_plus_one = 0) {
    emit({.opcode = Opcode::store, .width = bytes, .aux = order_plus_one, .a = value, .b = address});
  }
  Operand compute(Opcode opcode, Operand a, Operand b, std::uint8_t aux = 0) {
    const Operand result = fresh();
    emit({.opcode = opcode, .width = 32, .aux = aux, .dst = result, .a = a, .b = b});
    return result;
  }
  Operand call(Builtin builtin, std::vector<Operand> arguments, bool has_result = false) {
    Instruction made{.opcode = Opcode::builtin, .width = 32, .a = static_cast<Operand>(builtin)};
    made.b = static_cast<Operand>(code_of().extra.size());
    made.c = static_cast<Operand>(arguments.size());
    made.e = has_result ? 1 : 0;
    const Operand result = has_result ? fresh() : kNoRegister;
    for (const Operand argument : arguments) code_of().extra.push_back(argument);
    if (has_result) code_of().extra.push_back(result);
    emit(made);
    return result;
  }
  // A call of the rule book; arguments and results as translate_sync.cpp has them.
  std::vector<Operand> call(sync::Call call, std::vector<Operand> arguments, unsigned results = 0) {
    const sync::Style style =
        sync::row(call).object == sync::Object::semaphore ? sync::Style::minus_one : sync::Style::number;
    Instruction made{.opcode = Opcode::sync, .width = 32, .aux = static_cast<std::uint8_t>(style)};
    made.a = static_cast<Operand>(call);
    made.b = static_cast<Operand>(code_of().extra.size());
    made.c = static_cast<Operand>(arguments.size());
    made.e = static_cast<Operand>(results);
    std::vector<Operand> told;
    for (unsigned i = 0; i < results; ++i) told.push_back(fresh());
    code_of().extra.insert(code_of().extra.end(), arguments.begin(), arguments.end());
    code_of().extra.insert(code_of().extra.end(), told.begin(), told.end());
    emit(made);
    program_.asks_for_ends = program_.asks_for_ends || call == sync::Call::thread_try_join;
    return told;
  }
  void ret() { emit({.opcode = Opcode::ret}); }
  void ret(Operand value) {
    emit({.opcode = Opcode::ret, .b = static_cast<Operand>(code_of().extra.size()), .c = 1});
    code_of().extra.push_back(value);
  }

  Program finish(std::size_t main) {
    program_.main = static_cast<std::uint32_t>(main);
    allocate_registers(program_);
    return std::move(program_);
  }

 private:
  Function& code_of() { return program_.functions[here_]; }

  Program program_;
  std::size_t here_ = 0;
  std::uint32_t location_ = 0;
};

}  // namespace heddle::program
