import type { ClientSession } from "mongodb";
import { bestOf } from "#schemas/market-maker/crossing.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import {
  type SubmissionDocument,
  submissionCollection,
  wasConfirmed,
} from "#server/platform/submissions/submission.ts";
import { NOWHERE, putStanding } from "#server/pool-standing/index.ts";
import { readFacts } from "./facts.ts";
import { isOurs } from "./is-ours.ts";
import { stopWithin } from "./stop.ts";
import { movePool, type PoolDocument, poolCollection, type PoolFields, WALLETS } from "./store.ts";
import { putWallets, toldOf } from "./tell-pool.ts";

const AT_ONCE = 200;
/** After so many refusals of the network in a row somebody has to look. */
const MOST_FAILURES = 5;

/** Notes what became of everything that was submitted for pools and that ingestion has folded, or that can be in no ledger. */
export async function settlePools(runtime: Runtime, signal: AbortSignal): Promise<number> {
  let [after, underWay] = [0, 0];
  while (!signal.aborted) {
    const found = await poolCollection(runtime.database)
      .find({ "under.submissionId": { $gt: 0 }, id: { $gt: after } }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    if (found.length === 0) break;
    underWay += found.length;
    const ids = found.map(({ under }) => under?.submissionId ?? 0);
    const ended = await submissionCollection(runtime.database)
      .find({ id: { $in: ids }, state: { $in: ["confirmed", "failed"] }, isReserving: false })
      .toArray();
    for (const pool of found) {
      const submission = ended.find(({ id }) => id === pool.under?.submissionId);
      if (submission && (await isOurs(runtime, pool))) await settlePool(runtime, pool, submission);
    }
    if (found.length < AT_ONCE) break;
    after = found.at(-1)?.id ?? after;
  }
  return underWay;
}

function settlePool(runtime: Runtime, seen: PoolDocument, submission: SubmissionDocument): Promise<void> {
  return runtime.database.transaction(async (session) => {
    const isDone = wasConfirmed(submission);
    switch (seen.under?.act) {
      case "open":
        return isDone ? settleOpened(runtime, session, seen) : settleUnopened(runtime, session, seen, submission);
      case "return":
        return isDone ? settleReturned(runtime, session, seen) : settleOther(runtime, session, seen, submission);
      default:
        return settleOther(runtime, session, seen, submission);
    }
  });
}

async function settleOpened(runtime: Runtime, session: ClientSession, seen: PoolDocument): Promise<void> {
  const facts = await readFacts(runtime.database, session, seen);
  const { fields } = toldOf(seen, facts, null);
  const opened = await movePool(runtime, session, seen, { ...fields, status: "stopped", under: null });
  if (!opened) return;
  await putWallets(runtime, session, opened, facts);
  const { id, userId } = seen;
  await notify(runtime, session, { userId, kind: "market-pool-opened", cause: `pool ${id} opened` });
}

async function settleUnopened(
  runtime: Runtime,
  session: ClientSession,
  seen: PoolDocument,
  { reason }: SubmissionDocument,
): Promise<void> {
  const moved = await movePool(runtime, session, seen, { status: "failed", reason, under: null });
  if (!moved) return;
  const { id, userId } = seen;
  await notify(runtime, session, { userId, kind: "market-pool-failed", cause: `pool ${id} failed`, detail: reason });
}

/** Its wallets are gone from the ledger: everything is its owner's again. */
async function settleReturned(runtime: Runtime, session: ClientSession, seen: PoolDocument): Promise<void> {
  const { id, userId, terms } = seen;
  const nothing = formatAmount(0n);
  const empty = { baseBalance: nothing, quoteBalance: nothing, xlmAside: nothing, offers: [] };
  const moved = await movePool(runtime, session, seen, {
    ...empty,
    status: "closed",
    isActive: false,
    reason: "",
    under: null,
    failures: 0,
  });
  if (!moved) return;
  const { base, quote } = terms;
  await putStanding(runtime.database, session, { _id: id, userId, base, quote, ...NOWHERE });
  const rows = seen.wallets.map((_address, place) => ({
    uid: `${id}-${place + 1}`,
    fields: { isActive: false, baseBalance: nothing, quoteBalance: nothing, lastUsed: runtime.clock.now() },
  }));
  await putReplicated(runtime.database, session, WALLETS, userId, rows);
  await notify(runtime, session, { userId, kind: "market-pool-returned", cause: `pool ${id} returned` });
}

/** What stands from now on is what the ledger has. */
async function settleOther(
  runtime: Runtime,
  session: ClientSession,
  seen: PoolDocument,
  submission: SubmissionDocument,
): Promise<void> {
  const facts = await readFacts(runtime.database, session, seen);
  const { offers, isReconciled } = facts;
  const { id: _id, userId, terms } = seen;
  const standing = { bid: bestOf(offers, "buy"), ask: bestOf(offers, "sell") };
  // Offers of missed ledgers are in the book without being known: its owner's trades stay away from all that was said before.
  if (isReconciled)
    await putStanding(runtime.database, session, { _id, userId, base: terms.base, quote: terms.quote, ...standing });
  const failures = failuresAfter(seen, submission);
  const { fields } = toldOf(seen, facts, null);
  const moved = await movePool(runtime, session, seen, {
    ...fields,
    under: null,
    failures,
    ...returnedReason(seen, submission),
  });
  if (!moved) return;
  await putWallets(runtime, session, moved, facts);
  if (moved.status !== "active" || failures < MOST_FAILURES) return;
  const why = writeSaid("said.market-refused", { count: failures });
  await stopWithin(runtime, session, moved, { stop: "refused", reason: why });
}

/** What was never sent since the pool had moved on is no failure of the network's. */
function failuresAfter({ failures }: PoolDocument, submission: SubmissionDocument): number {
  if (wasConfirmed(submission)) return 0;
  return submission.attempt === null ? failures : failures + 1;
}

/** Of what would have given everything back its owner has to know. */
function returnedReason({ under }: PoolDocument, submission: SubmissionDocument): PoolFields {
  return under?.act === "return" && !wasConfirmed(submission) ? { reason: submission.reason } : {};
}
