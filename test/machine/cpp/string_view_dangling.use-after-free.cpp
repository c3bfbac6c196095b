// A view of a text that is gone.
#include <string>
#include <string_view>
#include <thread>
int main() {
  std::string_view view;
  {
    std::string text = "long enough to be on the heap, not inside";
    view = text;
  }
  char first = 0;
  std::thread reader([&] { first = view[0]; });
  reader.join();
  return first == 'x';
}
