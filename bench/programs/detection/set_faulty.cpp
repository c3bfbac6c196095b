// Takes a node out of the list after it has given both locks back: `next` races.
#include "set.h"

void remove(int key) {
  const Place place = find(key);
  leave(place);
  if (place.at->key == key) place.before->next = place.at->next;
}
