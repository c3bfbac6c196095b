// Catch2's own part, alone in its file: it takes long to compile, and does not change.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
