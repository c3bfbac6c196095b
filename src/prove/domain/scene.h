// SPDX-License-Identifier: Apache-2.0
// A scene: what of a view other threads can feel or change. Views of one scene feel the same steps of others in
// the same way, so it is computed once for all of them (fixed_point.h).
//
// A view is its scene and the rest, which only its own thread changes: the node, values, how far the call is,
// and for each live pointer and age the place in the scene. In a scene
//   - pointers that are equal and of which the same is known have one place, and so have equal ages;
//   - a pointer that is null or garbage for good has the place of that end. So has a freed one, unless its
//     address may still matter (ages of next fields survive, and hazard pointers keep addresses);
//   - places are in an order that does not depend on the names of the locals, as far as that is cheap.
#pragma once

#include <array>
#include <string>

#include "prove/domain/view.h"

namespace heddle::prove {

struct Parted {
  std::string scene;
  std::string rest;
};
// Of a one-part view with single relations. Equal iff the views are, but for the order of places that look alike.
Parted part_view(const View& view, const Layout& layout, const Function* function, const Frame& frame);
View whole_view(const std::string& scene, const std::string& rest, const Layout& layout,
                const Function* function, const Frame& frame);
NodeId node_of_rest(const std::string& rest);

// A scene as a view whose thread is nowhere: places are slots and rows. What becomes of the scene is emitted with
// the same ones; a move is the scene after it and where each place went.
View view_of_scene(const std::string& scene, const Frame& frame);
struct Move {
  std::string scene;
  std::string places;  // how many there were, then the new ones, by slot, then by row
  bool leads_back_to(const std::string& before) const;  // everything is as and where it was
};
Move move_scene(const View& before, const View& after, const Frame& frame);
// The rest of a view after its scene has moved.
std::string moved_rest(std::string rest, const std::string& places);

}  // namespace heddle::prove
