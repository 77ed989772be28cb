import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findingCollection, GAP_CHECK, gapCollection, type LedgerGap } from "./gap-store.ts";
import { passIssue } from "#server/platform/issues/issues.ts";
import type { IngestPart, PartDeps } from "./parts.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Brings what features keep in line with the ledger, and closes the gap, with the issue where it was the last. */
export async function closeGap(deps: Deps, id: number): Promise<void> {
  const { runtime } = deps;
  const { database, clock } = runtime;
  const gaps = gapCollection(database);
  await readPartsAnew(deps);
  await database.transaction(async (session) => {
    const gap = await gaps.findOne({ _id: id, state: "open" }, { session });
    if (!gap) return;
    const state = filledOf(gap) > 0 ? ("filled" as const) : ("missing" as const);
    await gaps.updateOne({ _id: id }, { $set: { state, closedAt: clock.now() } }, { session });
    if (await gaps.findOne({ state: "open" }, { session })) return;
    await passIssue(runtime, GAP_CHECK, await namedGaps(runtime, session), session);
  });
  await findingCollection(database).deleteMany({ gap: id });
}

/** Says what became of every gap since the issue closed last. */
async function namedGaps({ database }: Pick<Runtime, "database">, session: ClientSession): Promise<string> {
  const gaps = gapCollection(database);
  const unnamed = { state: { $in: ["filled" as const, "missing" as const] }, isNamed: false };
  const closed = await gaps.find(unnamed, { session, sort: { first: 1, _id: 1 } }).toArray();
  await gaps.updateMany(unnamed, { $set: { isNamed: true } }, { session });
  return closed.map(fateOf).join(" ");
}

/** How many of its ledgers Horizon's history reached back to. */
function filledOf({ first, last, missed = 0 }: LedgerGap): number {
  return last - first + 1 - missed;
}

function fateOf(gap: LedgerGap): string {
  const { first, last, transactions, missed = 0 } = gap;
  if (filledOf(gap) <= 0) return `Of ledgers ${first} to ${last} none could be filled.`;
  const but = missed === 0 ? "" : `, but for ${missed} that its history does not reach back to`;
  return `Ledgers ${first} to ${last} were filled from Horizon${but}: ${transactions} transactions of ours.`;
}

/**
 * Before anything is folded past gaps that are open, all of them or those before ledger `first`: what features keep is read anew, so
 * that what comes later is folded upon what is.
 */
export async function passOpenGaps(deps: Deps, first = Infinity): Promise<void> {
  const gaps = gapCollection(deps.runtime.database);
  const before = { state: "open" as const, isPassed: false, first: { $lt: first } };
  if (!(await gaps.findOne(before))) return;
  await readPartsAnew(deps);
  await gaps.updateMany(before, { $set: { isPassed: true } });
}

async function readPartsAnew({ runtime, network, parts }: Deps): Promise<void> {
  const head = await network.head();
  for (const part of parts) await part.resync({ runtime, network }, head);
}
