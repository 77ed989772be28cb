import type { Database } from "#server/platform/db/database.ts";
import { claimableCollection } from "#server/claimables/claimables.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { claimableBy, type LedgerClaim, type LedgerTransaction } from "./ledger.ts";
import type { Person } from "./people.ts";
import { pullRows } from "./pull.ts";
import type { Stack } from "./stack.ts";
import type { Work } from "./workload.ts";

/** Each key had the effect that it was answered, and no other: at most one claim of a balance, by whoever asked for it. */
export function checkClaims(
  { claims, setAside }: Pick<Work, "claims" | "setAside">,
  submissions: readonly SubmissionDocument[],
  taken: readonly LedgerClaim[],
  byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>,
): string[] {
  const byKey = new Map(submissions.map((submission) => [submission.idempotencyKey, submission]));
  const byHash = new Map(taken.map((claim) => [claim.hash, claim]));
  const wrong = claims.flatMap(({ key, by, balanceId, answer }) => {
    const submission = byKey.get(key);
    if (answer === null) return [`${key} was never answered`];
    if ("refusal" in answer)
      return submission ? [`${key} was refused (${answer.refusal}) and yet is submission ${submission.id}`] : [];
    if (submission?.id !== answer.submissionId) return [`${key} was answered with a submission that is not its own`];
    const effect = byHash.get(submission.attempt?.hash ?? "");
    if (submission.state !== "confirmed") return effect ? [`${key} is ${submission.state} and yet claimed`] : [];
    const isOwn = effect?.balanceId === balanceId && effect.by === by.address;
    return isOwn ? [] : [`${key} is confirmed and claimed ${effect?.balanceId ?? "nothing"} for ${effect?.by}`];
  });
  const asked = new Set(claims.flatMap(({ key }) => byKey.get(key)?.attempt?.hash ?? []));
  return [
    ...wrong,
    ...taken.filter(({ hash }) => !asked.has(hash)).map(({ balanceId }) => `${balanceId} was claimed unasked`),
    ...twice(taken.map(({ balanceId }) => balanceId)).map((balanceId) => `${balanceId} was claimed more than once`),
    ...setAside
      .filter(({ memo }) => byMemo.get(memo)?.length !== 1)
      .map(({ memo, balanceId }) => `${balanceId} (${memo}) was set aside ${byMemo.get(memo)?.length ?? 0} times`),
  ];
}

function twice(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** What is open to somebody is the same on the ledger, in the database and on a device that pulls now. */
export async function checkOpen(stack: Stack, database: Database, people: readonly Person[]): Promise<string[]> {
  const problems: string[] = [];
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  for (const person of people) {
    const stored = await claimableCollection(database).find({ userId: person.id, state: "open" }).toArray();
    const pulled = await pullRows(from, person, "claimable_balances");
    const seen = {
      ledger: await claimableBy(stack.networkUrl, person.address),
      database: stored.map(({ balanceId }) => balanceId),
      replica: pulled.filter(({ state }) => state === "open").map(({ balanceId }) => String(balanceId)),
    };
    const texts = Object.entries(seen).map(([where, ids]) => [where, ids.toSorted().join(" ")] as const);
    if (new Set(texts.map(([, ids]) => ids)).size > 1)
      problems.push(`open to ${person.name}: ${texts.map(([where, ids]) => `${where} [${ids}]`).join(", ")}`);
  }
  return problems;
}
