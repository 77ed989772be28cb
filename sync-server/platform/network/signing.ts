import type { Signing } from "./entries.ts";

/** Whether no key signs a payment of the account alone. */
export function isShared({ weights, medium }: Signing): boolean {
  return Math.max(0, ...weights.values()) < Math.max(medium, 1);
}

/**
 * The key (G...) whose signature is needed beside that of `own` for whatever the account may do; null where `own` suffices, and
 * where no other key completes it.
 */
export function cosignerOf({ weights, low, medium, high }: Signing, own: string): string | null {
  const missing = Math.max(low, medium, high, 1) - (weights.get(own) ?? 0);
  if (missing <= 0) return null;
  const others = [...weights].filter(([key, weight]) => key !== own && weight >= missing);
  return others[0]?.[0] ?? null;
}
