/**
 * Gives each row that is shown an element to be drawn in, by number and no two the same: a row keeps its own for as long as it is
 * shown, with its focus, and a new one takes that of a row that is gone.
 */
export type TakeSlots = (keys: readonly string[]) => ReadonlyMap<string, number>;

export function openSlots(): TakeSlots {
  let held: ReadonlyMap<string, number> = new Map();
  return (keys) => {
    const kept = keys.filter((key) => held.has(key));
    const slots = new Map(kept.map((key) => [key, held.get(key) ?? 0]));
    const taken = new Set(slots.values());
    let free = 0;
    for (const key of keys) {
      if (slots.has(key)) continue;
      while (taken.has(free)) free += 1;
      taken.add(free);
      slots.set(key, free);
    }
    held = slots;
    return slots;
  };
}
