/** More arguments than this at once may overflow the stack. */
const AT_ONCE = 8192;

/** Bytes as a text of one character each: stored by browsers in as many bytes, unlike base64. */
export function toBinaryText(bytes: Uint8Array): string {
  if (bytes.length <= AT_ONCE) return String.fromCharCode(...bytes);
  let text = "";
  for (let start = 0; start < bytes.length; start += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(start, start + AT_ONCE));
  return text;
}

export function fromBinaryText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  // oxlint-disable-next-line unicorn/prefer-code-point -- each character is one byte.
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(toBinaryText(bytes));
}

/** Throws where the text is no base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return fromBinaryText(atob(text));
}

/** The alphabet of addresses and file names, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
