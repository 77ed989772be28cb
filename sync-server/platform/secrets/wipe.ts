/**
 * Overwrites bytes that nobody reads any more, and gives their memory back at once where they have it to themselves: what waits for the
 * collector stays readable, and of pictures it is much.
 */
export function wipe(bytes: Uint8Array): void {
  bytes.fill(0);
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length && bytes.length > 0) buffer.transfer(0);
}
