// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <thread>
#include <string>
std::map<std::string,int> a{{"x",1},{"y",2}};
int main(){ int p=0,q=0; { std::jthread t([&]{ p=a.find("x")->second; }), u([&]{ q=a.at("y"); }); a["x"]; } return p+q-3; }
