/** What begins a formula, after what spreadsheets or their readers of quoted cells leave out before it. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** Where a cell may begin for a reader that parts them otherwise than we do: in much of the world at semicolons. */
const WITHIN = /([;\t\r\n])(?=[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const WITHIN_GUARDED = /([;\t\r\n])'(?=[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** A text as a cell that no spreadsheet runs as a formula: an apostrophe stands before each one. */
export function guarded(text: string): string {
  const inert = text.replaceAll(WITHIN, "$1'");
  return FORMULA.test(inert) ? `'${inert}` : inert;
}

/** The text that was {@link guarded}. */
export function unguarded(cell: string): string {
  const bare = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  return bare.replaceAll(WITHIN_GUARDED, "$1");
}
