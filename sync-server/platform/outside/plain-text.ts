/**
 * A stranger's text as it may be shown: on one line, without controls, without marks that turn or hide what stands beside
 * them, and cut to `max` characters. Null where nothing is left.
 */
export function plainText(text: unknown, max: number): string | null {
  if (typeof text !== "string") return null;
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    .trim();
  const characters = [...plain];
  const cut =
    characters.length > max
      ? `${characters
          .slice(0, max - 1)
          .join("")
          .trimEnd()}…`
      : plain;
  return cut === "" ? null : cut;
}
