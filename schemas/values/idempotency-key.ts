const FORM = /^t([0-9a-z]{8})-[A-Za-z0-9_-]{22}$/;

/** The key of a confirmation that was made at `atMs` (since the epoch), of 22 random characters in base64url: it says when. */
export function idempotencyKeyOf(atMs: number, random: string): string {
  return `t${Math.max(0, Math.floor(atMs)).toString(36).padStart(8, "0")}-${random}`;
}

/** When a key was made, in ms since the epoch; null for one that does not say. */
export function confirmedAtMs(key: string): number | null {
  const digits = FORM.exec(key)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 36);
}
