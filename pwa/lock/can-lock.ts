/** Whether this browser has all that an app lock needs. */
export function canLock(): boolean {
  return typeof navigator !== "undefined" && "locks" in navigator && "subtle" in crypto;
}
