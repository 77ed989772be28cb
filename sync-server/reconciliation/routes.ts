import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { ReconciliationOutput } from "#schemas/reconciliation.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { haltReasons } from "#server/platform/submissions/halts.ts";
import { acceptAct, proposeAcceptance } from "./accept-difference.ts";
import type { Reconciliation } from "./compare-records.ts";
import type { Difference } from "./compare.ts";
import { reconcile } from "./reconcile.ts";

/** Serves operators the reconciliation on demand. */
export function registerReconciliationRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  network: StellarNetwork,
  approvals: Approvals,
): void {
  approvals.define("accept-difference", acceptAct(runtime));
  let running: Promise<ReconciliationOutput> | null = null;

  // Who asks while a run is under way gets its outcome.
  route(app, ENDPOINTS.reconcile, () => {
    running ??= runOnce(runtime, network).finally(() => {
      running = null;
    });
    return running;
  });
  route(app, ENDPOINTS.acceptDifference, async ({ session, input }) => {
    return { proposal: await proposeAcceptance(runtime, approvals, session.userId, input) };
  });
}

async function runOnce(runtime: Runtime, network: StellarNetwork): Promise<ReconciliationOutput> {
  const beganMs = performance.now();
  const outcome = await reconcile(runtime, network);
  return describe(outcome, await haltReasons(runtime.database, null), Math.round(performance.now() - beganMs));
}

function describe(
  { accounts, skipped, assets, differences }: Reconciliation,
  halts: ReadonlyMap<string, string>,
  tookMs: number,
): ReconciliationOutput {
  return {
    accounts,
    skipped,
    tookMs,
    assets: [...assets].map(([asset, sums]) => ({
      asset,
      database: formatAmount(sums.database),
      ledger: formatAmount(sums.ledger),
      owed: formatAmount(sums.owed),
      differences: sums.differences,
      isHalted: halts.has(asset),
    })),
    differences: differences.map(describeDifference),
  };
}

function describeDifference({ address, asset, what, database, ledger }: Difference) {
  const shown = (text: string): string =>
    what !== "reserves" && /^\d+$/.test(text) ? formatAmount(BigInt(text)) : text;
  return { address, asset: assetKey(asset), what, database: shown(database), ledger: shown(ledger) };
}
