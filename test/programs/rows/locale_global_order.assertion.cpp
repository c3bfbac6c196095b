// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <locale>
#include <cassert>
struct P:std::numpunct<char>{ char do_decimal_point() const override { return ';'; } };
int main(){ std::thread t([]{ std::locale::global(std::locale(std::locale::classic(),new P)); }); std::locale l; char c=std::use_facet<std::numpunct<char>>(l).decimal_point(); t.join(); assert(c=='.'); }
