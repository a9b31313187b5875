/** All numbers of the lists, in their order. Much faster than an array of an iterable. */
export function joinNumbers(lists: readonly ArrayLike<number>[]): Uint32Array {
  let length = 0;
  for (const list of lists) length += list.length;
  const joined = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}
