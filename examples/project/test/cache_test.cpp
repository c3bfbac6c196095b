#include <thread>

#include <catch2/catch.hpp>
#include <heddle/check.h>

#include "cache.h"

TEST_CASE("one thread finds what it asked for") {
  Cache cache;
  CHECK(cache.get("apple") == 5);
  CHECK(cache.get("apple") == 5);
  CHECK(cache.lookups() == 2);
}

TEST_CASE("two threads, one price") {
  heddle::check([] {
    Cache cache;
    std::thread other([&] { CHECK(cache.get("pear") == 4); });
    const int price = cache.get("pear");
    other.join();
    CHECK(price == 4);
    CHECK(cache.lookups() == 2);
  });
}
