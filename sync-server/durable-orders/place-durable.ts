import { createHash } from "node:crypto";
import type { ClientSession } from "mongodb";
import { type DurableOrderInput, MAX_DURABLE_ORDERS } from "#schemas/durable-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { isWithdrawn } from "#server/platform/submissions/withdrawn.ts";
import { checkAgreed } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import type { DurableDeps } from "./begin-run.ts";
import { type DurablePlan, planDurable, tooMany } from "./plan-durable.ts";
import {
  DURABLE_ORDERS,
  type DurableDocument,
  durableCollection,
  LIVE_STATES,
  sealOrder,
  type StoredDurable,
} from "./store.ts";
import { isTriggered, watchOf } from "./watches.ts";

type PlaceDeps = Pick<DurableDeps, "runtime" | "network" | "feed">;
type Placed = Pick<DurableDocument, "uid" | "state">;

/**
 * Places a durable order. The same key and content answer with the same order; a refusal leaves nothing behind. Throws what stands
 * against it, `fees-risen` and `idempotency-key-reused`.
 */
export async function placeDurable(deps: PlaceDeps, userId: number, input: DurableOrderInput): Promise<Placed> {
  const { runtime } = deps;
  const { order, agreed, idempotencyKey: uid } = input;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([order, agreed]))
    .digest("hex");
  const confirmed = { userId, uid, fingerprint };
  const former = await formerOf(runtime, confirmed);
  if (former) return former;
  try {
    await takeLookUp(runtime, userId);
    const planned = await planDurable(deps, userId, order);
    const [refusal] = planned.refusals;
    if (refusal) throw refusal;
    checkAgreed(planned.run.trade, agreed);
    return await insert(runtime, confirmed, planned, input);
  } catch (error) {
    // What stands in its way may be what the same confirmation, sent twice, did in the meantime.
    const quicker = error instanceof AppError ? await formerOf(runtime, confirmed) : null;
    if (quicker) return quicker;
    throw error;
  }
}

type Confirmed = Pick<DurableDocument, "userId" | "uid" | "fingerprint">;

async function formerOf({ database }: Runtime, { userId, uid, fingerprint }: Confirmed, session?: ClientSession) {
  const former = await durableCollection(database).findOne({ userId, uid }, session ? { session } : {});
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}

function insert(
  runtime: Runtime,
  confirmed: Confirmed,
  planned: DurablePlan,
  { agreed }: DurableOrderInput,
): Promise<Placed> {
  const { database } = runtime;
  const { userId, uid } = confirmed;
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, planned.run.trade.account);
    if (!account) throw new AppError("wallet-not-ready");
    const former = await formerOf(runtime, confirmed, session);
    if (former) return former;
    if (await isWithdrawn(database, session, { userId, idempotencyKey: uid }))
      throw new AppError("confirmation-withdrawn");
    if (account.isShared) throw new AppError("durable-own-key");
    const held = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
    if ((await durableCollection(database).countDocuments(held, { session })) >= MAX_DURABLE_ORDERS) throw tooMany();
    const fields = fieldsOf(planned, agreed, confirmed.fingerprint, runtime.clock.now());
    await putReplicated(database, session, DURABLE_ORDERS, userId, [{ uid, fields }]);
    await sealOrder(database, session, { userId, uid });
    return { uid, state: fields.state };
  });
}

function fieldsOf(
  { terms, plan }: DurablePlan,
  agreed: DurableOrderInput["agreed"],
  fingerprint: string,
  now: Date,
): StoredDurable {
  if (!terms || !plan) throw new Error("an order without terms was not refused");
  return {
    terms,
    state: "waiting",
    reason: "",
    runs: [],
    runsDone: 0,
    runsMissed: 0,
    nextAt: plan.firstAt,
    agreed,
    placedAt: now,
    changedAt: now,
    expiresAt: terms.expiresAt === null ? null : new Date(terms.expiresAt),
    firstDate: terms.kind === "recurring" ? plan.firstAt : null,
    runsBegun: 0,
    submissionId: null,
    trouble: null,
    fingerprint,
    version: 1,
    ...(isTriggered(terms) && watchOf(terms)),
  };
}
