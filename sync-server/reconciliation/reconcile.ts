import type { Runtime } from "#server/platform/http/runtime.ts";
import { settleSuspense } from "#server/platform/ingest/suspense-items.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { compareBooks, type Reconciliation } from "./compare-books.ts";
import { raiseDifferences } from "./raise.ts";

/** Compares the books, and raises or resolves what differs. Harmless when several do so at once. */
export async function reconcile(runtime: Runtime, network: StellarNetwork): Promise<Reconciliation> {
  await settleSuspense(runtime.database);
  const outcome = await compareBooks(runtime, network);
  await raiseDifferences(runtime, outcome);
  return outcome;
}
