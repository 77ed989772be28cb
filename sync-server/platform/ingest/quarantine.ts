import type { ClientSession, Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { describeProblem } from "#server/platform/network/answers.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { openIssueWithin, resolveIssue } from "#server/platform/issues/issues.ts";
import type { Cause } from "#server/platform/issues/stored-issue.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** Where it went wrong: what could not be read at all, or what could be read and not be folded. */
export type QuarantineStage = "reading" | "folding";

/** A transaction of a ledger that touches accounts of ours and is not understood yet. `_id` is its hash. */
export interface QuarantinedTransaction extends Document, Omit<NetworkTransaction, "hash"> {
  readonly _id: string;
  readonly stage: QuarantineStage;
  readonly error: string;
  /** Whether its parts were too large to be kept: then it is left to the history that is missing. */
  readonly isCut: boolean;
  readonly state: "waiting" | "taken-up";
  readonly at: Date;
}

const QUARANTINED = "quarantined_transactions";
/** Base64 digits of all its parts; the ledger allows a transaction little more. */
const MOST_KEPT = 1_000_000;
/** Kept whole at once, so that whoever makes many fills no disk. */
const MOST_WHOLE = 1000;
const ERROR_LENGTH = 500;
const STAGES: readonly QuarantineStage[] = ["reading", "folding"];

export function quarantineCollection(database: Database): Collection<QuarantinedTransaction> {
  return database.collection<QuarantinedTransaction>(QUARANTINED);
}

/** Keeps a transaction for a later version, in the transaction that goes past it; one issue for each stage tells of all. */
export async function keepInQuarantine(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { hash, ...transaction }: NetworkTransaction,
  { stage, error }: { readonly stage: QuarantineStage; readonly error: unknown },
): Promise<void> {
  const { envelopeXdr, resultXdr, metaXdr, ledger } = transaction;
  const quarantined = quarantineCollection(database);
  const waiting = await quarantined.countDocuments({ state: "waiting" }, { session });
  const isCut = envelopeXdr.length + resultXdr.length + metaXdr.length > MOST_KEPT || waiting >= MOST_WHOLE;
  const parts = isCut ? { envelopeXdr: "", resultXdr: "", metaXdr: "" } : {};
  const problem = describeProblem(error).slice(0, ERROR_LENGTH);
  await quarantined.updateOne(
    { _id: hash },
    { $set: { ...transaction, ...parts, stage, error: problem, isCut, state: "waiting", at: clock.now() } },
    { session, upsert: true },
  );
  await openIssueWithin({ database, clock }, session, {
    type: "ingestion",
    ...causeOf(stage),
    title: issueSaid("issue.quarantine"),
    description: issueSaid("issue.quarantine.means", { hash, ledger, problem }),
    severity: "error",
    metadata: { hash, ledger, error: problem, waiting: waiting + 1 },
  });
}

/** Closes the issues of the stages at which nothing waits any more. */
export async function resolveQuarantine(runtime: Pick<Runtime, "database" | "clock">): Promise<void> {
  for (const stage of STAGES) {
    const left = await quarantineCollection(runtime.database).findOne({ stage, state: "waiting" });
    if (!left) await resolveIssue(runtime, causeOf(stage));
  }
}

function causeOf(stage: QuarantineStage): Cause {
  return { checkId: "quarantine", subject: stage };
}

/** Creates the index by which those that wait are found, oldest first. */
export async function indexQuarantine(database: Database): Promise<void> {
  await quarantineCollection(database).createIndex({ state: 1, ledger: 1, order: 1 });
}
