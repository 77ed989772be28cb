/** Whether a ledger string is plain ASCII without control characters. */
export function isPlainText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 32 && byte < 127);
}
