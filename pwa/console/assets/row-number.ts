/** The number by which a page's address names a row that has a name alone: the same for the same name, wherever it stands in its list. */
export function rowNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) + 1;
}
