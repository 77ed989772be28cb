import { writeSaid } from "#schemas/said.ts";
import type { Listing } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { isPaymentOrder, moveOrder, type StandingDocument, standingCollection } from "./store.ts";
import { tellOf } from "./tell.ts";

/** Orders that came to be while the list was changed are found by looking again so often. */
const AGAIN_MS = 10_000;

/** Which list a process looked through last, and when, by its monotonic clock. */
export interface Swept {
  version: number;
  atMs: number;
}

/**
 * Ends the orders that wait for a market that is no more, each with its reason: an asset was taken off the list. What is repeated as
 * a payment goes on, since the asset still can be sent; a run that is under way comes to its own end first.
 */
export async function endDelisted(
  runtime: Runtime,
  { version, delisted }: Pick<Listing, "version" | "delisted">,
  swept: Swept,
  signal: AbortSignal,
): Promise<void> {
  if (delisted.length === 0) return;
  if (swept.version === version && performance.now() - swept.atMs < AGAIN_MS) return;
  const gone = new Map(delisted.map((asset) => [assetKey(asset), asset.assetCode]));
  for (let pair = await pairAfter(runtime, ""); pair !== null; pair = await pairAfter(runtime, pair)) {
    const assetCode = pair.split("/").flatMap((key) => gone.get(key) ?? [])[0];
    if (assetCode === undefined) continue;
    const waiting = await standingCollection(runtime.database)
      .find({ state: "waiting", pair, deleted: false })
      .toArray();
    for (const order of waiting) {
      if (signal.aborted) return;
      if (!isPaymentOrder(order)) await endOne(runtime, order, assetCode);
    }
  }
  swept.version = version;
  swept.atMs = performance.now();
}

async function endOne(runtime: Runtime, order: StandingDocument, assetCode: string): Promise<void> {
  await runtime.database.transaction(async (session) => {
    const reason = writeSaid("reason.asset-delisted", { assetCode });
    const ended = { state: "failed", reason, trouble: null, nextAt: null } as const;
    if (!(await moveOrder(runtime, session, order, ended))) return;
    await tellOf(runtime, session, order, "durable-failed", reason);
  });
}

async function pairAfter({ database }: Runtime, last: string): Promise<string | null> {
  const next = await standingCollection(database).findOne(
    { state: "waiting", pair: { $gt: last } },
    { sort: { pair: 1 }, projection: { _id: 0, pair: 1 } },
  );
  return next?.pair ?? null;
}
