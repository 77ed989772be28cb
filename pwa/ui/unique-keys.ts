/** Keys for what is drawn by its names: two names may be one word in some language, and the second of them is another one. */
export function uniqueKeys(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}
