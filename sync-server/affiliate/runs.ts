import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import type { AffiliateRun } from "#schemas/affiliate-desk.ts";
import type { ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { dueNow } from "./due.ts";
import { nextPayout } from "./schedule.ts";
import { readTerms, RUN_KIND, runCollection, type RunDocument, RUNS, type TermsDocument } from "./store.ts";
import { writeTerms } from "./terms.ts";

type Content = ContentOf<"pay-affiliates">;

const WAITING_RUN = "affiliate-run-waits";

/**
 * Begins to pay what can be paid; where that comes to more than the terms leave to one operator, it is proposed. Throws `affiliate-terms-missing`, `affiliate-nothing-due`,
 * `affiliate-run-open`, `affiliate-price-missing`, `proposal-open`, `operator-frozen`.
 */
export async function payAffiliates(
  runtime: Runtime,
  approvals: Approvals,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<AffiliateRun | { readonly proposal: ProposalOutput }> {
  const { database } = runtime;
  const terms = await readTerms(database, null);
  if (!terms) throw new AppError("affiliate-terms-missing");
  if (await openRun(database, null)) throw new AppError("affiliate-run-open");
  const { assetCode, issuer } = terms;
  if ((await guardedPrice(runtime, { assetCode, issuer })) === null)
    throw new AppError("affiliate-price-missing", { assetCode });
  const { payouts, amount } = await dueNow(database, terms, null);
  if (payouts === 0) throw new AppError("affiliate-nothing-due");
  const content: Content = { kind: "pay-affiliates", limit: formatAmount(amount), payouts, assetCode, issuer };
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (proposal) return { proposal };
  const run = await runCollection(database).findOne({}, { sort: { id: -1 } });
  if (!run) throw new Error("the payout run was not stored");
  return runOutput(run);
}

export function runOutput({ id, at, operatorId, state, limit, amount, payouts, waits }: RunDocument): AffiliateRun {
  return { id, at: at.toISOString(), operatorId, state, limit, amount, payouts, waits };
}

export function openRun(database: Database, session: ClientSession | null): Promise<RunDocument | null> {
  return runCollection(database).findOne({ state: "paying" }, session ? { session } : {});
}

/** Payouts: one operator begins them up to what the terms say, two beyond. */
export function runAct(runtime: Runtime): Act<Content> {
  const { database } = runtime;
  return {
    subject: () => "affiliate payouts",
    about: () => Promise.resolve([]),
    says: ({ payouts, limit, assetCode }) =>
      `Affiliates are paid: ${payouts} of them, ${limit} USD at most, in ${assetCode}.`,
    whySecond: async ({ limit }, _operatorId, session) => {
      const terms = await readTerms(database, session);
      const most = terms?.fourEyesAbove ?? ZERO_AMOUNT;
      return parseAmount(limit) > parseAmount(most) ? `It comes to more than ${most} USD.` : null;
    },
    prepare: (content) =>
      Promise.resolve(async (session, by) => {
        const { limit, payouts, assetCode, issuer } = content;
        const change = { before: null, after: { limit, payouts, assetCode, issuer } };
        const details = `${payouts} payouts, ${limit} USD at most, in ${assetCode}`;
        await noteAct(runtime, session, by, { action: "pay-affiliates", userId: null, details, change });
        const terms = await readTerms(database, session);
        if (terms?.assetCode !== assetCode || terms.issuer !== issuer) throw new AppError("proposal-outdated");
        await beginRun(runtime, session, { limit, operatorId: by.operatorId });
      }),
    afterwards: () => resolveIssue(runtime, WAITING_RUN),
  };
}

async function beginRun(
  { database, clock }: Runtime,
  session: ClientSession,
  { limit, operatorId }: Pick<RunDocument, "limit" | "operatorId">,
): Promise<void> {
  if (await openRun(database, session)) throw new AppError("affiliate-run-open");
  const at = clock.now();
  const begun = { at, until: at, operatorId, limit, state: "paying" as const };
  const run = {
    id: await database.nextIds(session, RUNS, 1),
    ...begun,
    amount: ZERO_AMOUNT,
    payouts: 0,
    waits: "",
    place: 0,
  };
  await runCollection(database).insertOne({ ...run, seal: sealRow(database, RUN_KIND, run) }, { session });
}

/**
 * Begins what the schedule says is due by the network's time, once for each date however many were missed. What takes two operators waits for them, and they are told.
 */
export async function followSchedule(runtime: Runtime, now: Date): Promise<void> {
  const { database } = runtime;
  const terms = await readTerms(database, null);
  if (terms?.active !== true || terms.nextPayoutDate === null || terms.nextPayoutDate > now) return;
  const { payouts, amount } = await dueNow(database, terms, null);
  const isMuch = amount > parseAmount(terms.fourEyesAbove);
  const limit = formatAmount(amount);
  if (payouts > 0 && isMuch) await tellWaiting(runtime, payouts, limit);
  await database.transaction(async (session) => {
    const current = await readTerms(database, session);
    if (!isSameDate(current, terms)) return;
    // One that is still being paid goes on; this one's turn comes with the next date.
    const isBegun = payouts > 0 && !isMuch && !(await openRun(database, session));
    if (isBegun) await beginRun(runtime, session, { limit, operatorId: null });
    await writeTerms(database, session, current, { nextPayoutDate: nextPayout(terms.payoutSchedule, now) });
  });
}

function isSameDate(current: TermsDocument | null, seen: TermsDocument): current is TermsDocument {
  return current?.version === seen.version && current.nextPayoutDate?.getTime() === seen.nextPayoutDate?.getTime();
}

function tellWaiting(runtime: Runtime, payouts: number, limit: string): Promise<void> {
  return openIssue(runtime, {
    type: "affiliate",
    checkId: WAITING_RUN,
    title: issueSaid("issue.affiliate-run"),
    description: issueSaid("issue.affiliate-run.means", { amount: limit, count: payouts }),
    severity: "warning",
    metadata: { payouts, limit },
  });
}
