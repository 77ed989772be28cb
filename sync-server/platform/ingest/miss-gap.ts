import type { LedgerHistory } from "#server/platform/network/horizon-history.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { keepMissing, type LedgerGap, type MissingSpan, passMissing } from "./gap-store.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { tellMissing } from "./missing-history.ts";
import type { PartDeps } from "./parts.ts";

const MISSING_CHECK = "ingestion-gap-missing";

/**
 * Has everybody's history say what is missing of a gap, up to where Horizon's begins (`elder`), and goes on there. What is told is kept
 * first: whoever dies meanwhile tells the same, though Horizon may have forgotten more.
 */
export async function missGap(deps: PartDeps, history: LedgerHistory, gap: LedgerGap, elder: number): Promise<void> {
  const { runtime } = deps;
  const { database } = runtime;
  const missing = gap.missing ?? (await spanOf(deps, history, gap, elder));
  if (!gap.missing && !(await database.transaction((session) => keepMissing(database, session, gap, missing)))) return;
  await tellMissing(runtime, missing, gap.lastNumber);
  const { first, last } = missing;
  await openIssue(runtime, {
    type: "ingestion",
    checkId: MISSING_CHECK,
    title: issueSaid("issue.gap.missing"),
    description: issueSaid("issue.gap.missing.means", { begin: first, end: last, ledger: Math.max(elder, last + 1) }),
    severity: "error",
    metadata: { from: first, to: last },
  });
  await database.transaction((session) => passMissing(database, session, gap, missing));
}

async function spanOf(deps: PartDeps, history: LedgerHistory, gap: LedgerGap, elder: number): Promise<MissingSpan> {
  const [first, last] = [gap.ledger + 1, Math.min(gap.last, elder - 1)];
  const until = elder > gap.last ? null : (await history.ledgers({ first: elder, last: elder }))[0]?.closedAt;
  const [next] = until ? [] : await deps.network.ledgers(gap.last + 1, 1);
  return { first, last, since: gap.since, until: until ?? next?.closedAt ?? deps.runtime.clock.now() };
}
