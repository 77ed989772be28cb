import type { Runtime } from "#server/platform/http/runtime.ts";
import { settleSuspense } from "#server/platform/ingest/suspense-items.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { compareVaults } from "#server/staking/index.ts";
import { compareRecords, type Reconciliation } from "./compare-records.ts";
import { raiseDifferences, raisedKeys } from "./raise.ts";

/**
 * Compares the records, and raises or resolves what differs. Harmless when several do so at once. Throws the reason of
 * `signal` once that is aborted.
 */
export async function reconcile(
  runtime: Runtime,
  network: StellarNetwork,
  signal?: AbortSignal,
): Promise<Reconciliation> {
  await settleSuspense(runtime.database);
  const raised = await raisedKeys(runtime);
  const outcome = await compareRecords(runtime, network, signal);
  await raiseDifferences(runtime, outcome, raised);
  await compareVaults(runtime);
  return outcome;
}
