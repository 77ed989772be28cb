import type { Stack } from "./stack.ts";

/** What an operator sees of a payment on the ledger, or that none can have it any more. */
export type Evidence = { readonly outcome: "confirmed"; readonly ledger: number } | { readonly outcome: "failed" };

/** Looks a payment up, as an operator does with an explorer; null while nobody can say. */
export async function findEvidence({ networkUrl }: Stack, hash: string, goodUntil: Date): Promise<Evidence | null> {
  const read = async (path: string) => fetch(`${networkUrl}${path}`).catch(() => null);
  // The ledger that is the last one before the payment is looked for: what it could still take, a later one has.
  const last = await read("/ledgers?order=desc&limit=1");
  if (!last?.ok) return null;
  const [newest] = Object(Object(await last.json())["_embedded"]).records;
  const found = await read(`/transactions/${hash}`);
  if (found?.ok) {
    const { ledger, successful } = Object(await found.json());
    return successful === true ? { outcome: "confirmed", ledger: Number(ledger) } : { outcome: "failed" };
  }
  const isPast = new Date(String(newest.closed_at)) > goodUntil;
  return found?.status === 404 && isPast ? { outcome: "failed" } : null;
}
