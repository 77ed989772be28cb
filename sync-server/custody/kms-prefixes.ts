/**
 * Whether a key of a key management service is one of those that may sign here. A prefix ends where a part of the name does, so
 * that a key ring called `wallets` lets none called `wallets-of-mine` in.
 */
export function isAllowedKey(keyId: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => keyId === prefix || keyId.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`));
}
