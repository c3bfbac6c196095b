// Takes a node out of the list while it holds both it and the one before it. (Nobody frees a node.)
#include "set.h"

void remove(int key) {
  const Place place = find(key);
  if (place.at->key == key) place.before->next = place.at->next;
  leave(place);
}
