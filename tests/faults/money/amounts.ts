/** Reads an amount with all its seven places, such as "1.0000000", as stroops; a missing one is -1. */
export function stroopsOf(amount: unknown): bigint {
  return BigInt(String(amount ?? "-1").replace(".", ""));
}

export function stroopsText(stroops: bigint): string {
  return `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, "0")}`;
}

export function sumOf(parts: readonly { readonly stroops: bigint }[]): bigint {
  return parts.reduce((sum, { stroops }) => sum + stroops, 0n);
}
