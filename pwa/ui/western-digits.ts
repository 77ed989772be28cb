/** As Arabic and Persian keyboards write digits. */
const EASTERN = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** What was typed with the digits that are counted, checked and sent on: whoever types in Arabic or Persian means the same ones. */
export function westernDigits(typed: string): string {
  return typed.replaceAll(EASTERN, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}
