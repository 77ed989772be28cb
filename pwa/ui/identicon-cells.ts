const COLUMNS = 5;
const ROWS = 5;
const MIRRORED_COLUMNS = 3;

/** A mark that people recognise an address by: filled cells of a 5 x 5 grid, mirrored, and a hue in degrees. */
export interface IdenticonCells {
  readonly hue: number;
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

/** The same address always gives the same mark; one changed character gives another. */
export function identiconCells(address: string): IdenticonCells {
  const next = generatorFrom(address);
  const hue = next() % 360;
  const cells = [];
  for (let y = 0; y < ROWS; y += 1) {
    for (let x = 0; x < MIRRORED_COLUMNS; x += 1) {
      if (next() % 100 < 48) continue;
      cells.push({ x, y });
      if (x !== COLUMNS - 1 - x) cells.push({ x: COLUMNS - 1 - x, y });
    }
  }
  return { hue, cells };
}

/** FNV-1a over the text, then xorshift32: plenty for a picture, useless for secrets. */
function generatorFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state >>> 3;
  };
}
