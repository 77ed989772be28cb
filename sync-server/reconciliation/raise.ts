import { createHash } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { amountText } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue, waitingIssues } from "#server/platform/issues/issues.ts";
import type { Cause } from "#server/platform/issues/stored-issue.ts";
import { type AssetName, assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { haltAsset, haltReasons, resumeAsset } from "#server/platform/submissions/halts.ts";
import type { AssetSums, Reconciliation } from "./compare-records.ts";
import type { Difference } from "./compare.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** Differences of an asset that operators accepted: they open no issue and halt nothing until they are others. */
export interface Acceptance extends Document {
  /** `XLM` or `CODE-ISSUER`. */
  readonly _id: string;
  readonly fingerprint: string;
  readonly by: number;
  readonly evidence: string;
  readonly at: Date;
}

export const ACCEPTANCES = "reconciliation_acceptances";
const ISSUE_TYPE = "reconciliation";
const CHECK = "reconciliation";
/** How a halt of ours begins, so that one that an operator made is left alone. */
const HALT_REASON = "Reconciliation: ";

/** Assets with an open issue or a halt of ours. */
export async function raisedKeys({ database }: Runtime): Promise<Set<string>> {
  const halts = await haltReasons(database, null);
  const issues = await database
    .collection("system_issues")
    .find({ type: ISSUE_TYPE, status: "active" }, { projection: { subject: 1 } })
    .toArray();
  const ofIssues = issues.map((issue) => String(issue["subject"]));
  const ofHalts = [...halts].filter(([, reason]) => reason.startsWith(HALT_REASON)).map(([key]) => key);
  return new Set([...ofIssues, ...ofHalts]);
}

/**
 * Opens an issue per asset that differs and halts its payments; resolves and resumes what passes again of `raised`, which
 * is what stood when the comparison began: what was raised since rests on newer records.
 */
export async function raiseDifferences(
  runtime: Runtime,
  outcome: Reconciliation,
  raised: ReadonlySet<string>,
): Promise<void> {
  const { database } = runtime;
  const halts = await haltReasons(database, null);
  const accepted = await readAcceptances(runtime);
  const failing = new Set<string>();
  for (const [key, sums] of outcome.assets) {
    if (sums.differences === 0) continue;
    const own = differencesOf(outcome, key);
    if (accepted.get(key) === fingerprintOf(own)) continue;
    failing.add(key);
    // Halted first: a crash in between leaves an asset without an issue, never an issue without its halt.
    if (!halts.has(key)) {
      const reason = HALT_REASON + summaryOf(key, sums);
      await database.transaction((session) => haltAsset(runtime, sums.asset, reason, session));
    }
    await openIssue(runtime, issueOf(key, sums, own));
  }
  for (const key of raised) {
    if (!failing.has(key) && !outcome.undecided.has(key)) await release(runtime, assetOfKey(key));
  }
  for (const key of accepted.keys()) {
    const passes = (outcome.assets.get(key)?.differences ?? 0) === 0 && !outcome.undecided.has(key);
    // Should the same difference come back later, it is a new one.
    if (passes) await database.collection<Acceptance>(ACCEPTANCES).deleteOne({ _id: key });
  }
}

async function release(runtime: Runtime, asset: AssetName): Promise<void> {
  await runtime.database.transaction((session) => resumeOwn(runtime, session, asset));
  await resolveIssue(runtime, causeOf(assetKey(asset)));
}

/** Lets the payments of an asset go on that we halted; what an operator halted stays. */
export async function resumeOwn({ database }: Runtime, session: ClientSession, asset: AssetName): Promise<void> {
  const reason = (await haltReasons(database, session)).get(assetKey(asset));
  if (reason?.startsWith(HALT_REASON)) await resumeAsset(database, asset, session);
}

async function readAcceptances({ database }: Runtime): Promise<Map<string, string>> {
  const stored = await database.collection<Acceptance>(ACCEPTANCES).find({}).toArray();
  return new Map(stored.map(({ _id, fingerprint }) => [_id, fingerprint]));
}

function issueOf(key: string, sums: AssetSums, differences: readonly Difference[]) {
  return {
    type: ISSUE_TYPE,
    ...causeOf(key),
    title: issueSaid("issue.differs", { assetCode: sums.asset.assetCode }),
    description: issueSaid("issue.differs.means", {
      asset: key,
      before: amountText(sums.database),
      after: amountText(sums.ledger),
      amount: amountText(sums.owed),
      count: sums.differences,
    }),
    severity: "critical" as const,
    metadata: {
      asset: key,
      database: String(sums.database),
      ledger: String(sums.ledger),
      owed: String(sums.owed),
      fingerprint: fingerprintOf(differences),
      differences: differences.map(({ address, what, database, ledger }) => ({ address, what, database, ledger })),
    },
  };
}

function summaryOf(key: string, { database, ledger, owed, differences }: AssetSums): string {
  const [ours, theirs, due] = [database, ledger, owed].map(amountText);
  return `${key}: the database says ${ours}, the ledger ${theirs}, ${due} is owed; ${differences} amounts differ.`;
}

function differencesOf({ differences }: Reconciliation, key: string): Difference[] {
  return differences.filter(({ asset }) => assetKey(asset) === key);
}

/** What is the same as long as a difference is: by how much, not how much there is. */
function fingerprintOf(differences: readonly Difference[]): string {
  const lines = differences.map(({ address, what, database, ledger }) => {
    const isNumeric = /^\d+$/.test(database) && /^\d+$/.test(ledger);
    return `${address} ${what} ${isNumeric ? BigInt(database) - BigInt(ledger) : `${database}/${ledger}`}`;
  });
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex");
}

export function causeOf(key: string): Cause {
  return { checkId: CHECK, subject: key };
}

/** Assets that differ and whose difference nobody has accepted. */
export function waitingDifferences(database: Database): Promise<Waiting> {
  return waitingIssues(database, CHECK);
}
