/** The device's clock, in ms since the epoch. */
export function nowMs(): number {
  return Date.now();
}
