/** A list with one of it at another place; the list itself where there is no such place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list[from];
  if (item === undefined || from === to || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Where something dropped before or after another comes to stand, once it is taken out of its own place. */
export function placeOfDrop(from: number, over: number, edge: "before" | "after"): number {
  const gap = edge === "before" ? over : over + 1;
  return gap > from ? gap - 1 : gap;
}
