import type { ClientSession } from "mongodb";
import type { PoolStatus } from "#schemas/market-making.ts";
import { writeSaid } from "#schemas/said.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assertRowSealed } from "#server/platform/seals/sealed-rows.ts";
import type { Permission } from "#server/platform/submissions/deps.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { touchStanding } from "#server/pool-standing/index.ts";
import { POOL_KIND, type PoolAct, poolCollection } from "./store.ts";

/** In which states of its pool each act is still signed. */
const WHILE: Readonly<Record<PoolAct, readonly PoolStatus[]>> = {
  open: ["opening"],
  refresh: ["active"],
  cancel: ["stopping", "draining"],
  return: ["draining"],
};
/** A ladder is worked out for the prices of its ledger: later than this it is another one, in ms. */
const FRESH_MS = 20_000;

const OUTDATED: Permission = { refusal: writeSaid("reason.market-outdated") };

/**
 * Whether what was accepted for a pool may still be signed: what its state asks for, and nothing else. With a session it is asked within the
 * transaction that stores the envelope, which conflicts with whoever stops the pool meanwhile.
 */
export async function mayPoolProceed(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  submission: Pick<SubmissionDocument, "id" | "kind" | "createdAt" | "rebuilds" | "state">,
  session: ClientSession | null,
): Promise<Permission> {
  if (submission.kind !== "market-making") return "go";
  const pool = await poolCollection(database).findOne({ "under.submissionId": submission.id }, inSession(session));
  if (!pool?.under) return OUTDATED;
  assertRowSealed(database, POOL_KIND, pool, pool.id);
  const { act } = pool.under;
  if (!WHILE[act].includes(pool.status)) return OUTDATED;
  const age = clock.now().getTime() - submission.createdAt.getTime();
  // Built anew, a ladder would be that of a market of a while ago.
  if (act === "refresh" && (submission.state === "expired" || age > FRESH_MS)) return OUTDATED;
  if (session) await touchStanding(database, session, pool.id);
  return "go";
}
