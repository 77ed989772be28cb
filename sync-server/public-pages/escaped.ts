/** A text as it stands in HTML and XML, between tags and in attributes; what XML cannot hold at all is left out. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
