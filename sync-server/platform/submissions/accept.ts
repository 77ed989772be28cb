import { createHash } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { isRestoring } from "#server/platform/restored/state.ts";
import { allRefusals, type Guard, type Needs, type Spending, type Verdict } from "./spending.ts";
import { type SubmissionDocument, submissionCollection, type SubmissionDraft } from "./submission.ts";
import { insertSubmission } from "./insert-submission.ts";
import { tellAccepted } from "./trace-submission.ts";
import { recoverConfirmed } from "./recover-confirmed.ts";
import { refuseLost } from "./lost-confirmations.ts";
import { isWithdrawn } from "./withdrawn.ts";

export interface AcceptDeps {
  readonly runtime: Runtime;
  readonly guard: Guard;
}

/** What a person confirmed, once however often it arrives. */
export interface Request {
  readonly userId: number;
  readonly idempotencyKey: string;
  /** Digest of its content, see {@link fingerprintOf}: a key reused for something else is found out by it. */
  readonly fingerprint: string;
  /**
   * Has whoever confirms show what is asked of them. Throws what is missing or wrong; asked at most once, since a code is used up by
   * it.
   */
  readonly prove: (needs: Needs) => Promise<void>;
}

/** An act worked out: what it does with its payer's money, and what its own rules have against it. */
export interface Planned {
  /** The address that pays. */
  readonly account: string;
  readonly spending: Spending;
  readonly verdict: Verdict;
  /** What the act's own rules have against it, the first first. */
  readonly refusals: readonly AppError[];
}

/** How an act is worked out, asked about again, and recorded as `T`. */
export interface Act<P extends Planned, T> {
  readonly plan: () => Promise<P>;
  /** Holds the plan to what the person was shown. Throws what they did not agree to. */
  readonly holdTo?: (plan: P) => void;
  /** What the act's own rules have against it now, within the transaction that has the account. */
  readonly refusalsWithin: (session: ClientSession, plan: P, account: AccountDocument) => Promise<readonly AppError[]>;
  /** What the same confirmation made before, as the transaction sees it, or outside of any. */
  readonly former: (session: ClientSession | null) => Promise<T | null>;
  readonly record: (session: ClientSession, plan: P, account: AccountDocument, verdict: Verdict) => Promise<T>;
}

/** Of a submission's draft, what the request and the account say already. */
export type Draft = Omit<
  SubmissionDraft,
  "userId" | "idempotencyKey" | "fingerprint" | "account" | "viaChannel" | "spent" | "turnover"
>;

export interface SubmissionAct<P extends Planned> extends Omit<Act<P, SubmissionDocument>, "former" | "record"> {
  /** What is to be done, worked out within the transaction. */
  readonly draft: (plan: P, session: ClientSession, account: AccountDocument) => Draft | Promise<Draft>;
  /** Done in the same transaction, and with it or not at all: what it throws leaves nothing behind. */
  readonly alongside?: (session: ClientSession, submission: SubmissionDocument) => Promise<void>;
}

/** Digest of what was confirmed; passwords and codes are no part of it. */
export function fingerprintOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/**
 * Accepts what spends a person's money as a submission: its rules first, then whatever its confirmation must show, then one
 * transaction that asks all again, keeps back what it takes and records it. The same confirmation answers with the same submission;
 * a refusal leaves nothing behind. Throws what stands against it, `idempotency-key-reused`, `confirmation-withdrawn` and `restoring`.
 */
export async function accept<P extends Planned>(
  deps: AcceptDeps,
  request: Request,
  act: SubmissionAct<P>,
): Promise<SubmissionDocument> {
  const { database, log } = deps.runtime;
  const accepted = await acceptOnce(deps, request, {
    ...act,
    former: async (session) =>
      (await formerOf(database, request, session)) ??
      // With what was done beside it, it is recorded as ever, and settled by what the ledger holds before anything is signed.
      (session === null && !act.alongside ? recoverConfirmed(deps.runtime, request) : null),
    record: async (session, plan, account, verdict) => {
      const draft = await act.draft(plan, session, account);
      const submission = await recordSubmission(deps.runtime, session, { request, draft, account, verdict });
      await act.alongside?.(session, submission);
      return submission;
    },
  });
  tellAccepted(log, accepted);
  return accepted;
}

/**
 * The same for what is kept as something else than a submission, such as an order that waits. Throws `confirmed-before-restore` where it may have
 * been kept and acted on by a database that was set back since: no ledger says whose it was.
 */
export function acceptAs<P extends Planned, T>(deps: AcceptDeps, request: Request, act: Act<P, T>): Promise<T> {
  return acceptOnce(deps, request, {
    ...act,
    former: async (session) => {
      const former = await act.former(session);
      if (!former) await refuseLost(deps.runtime.database, session, request.idempotencyKey);
      return former;
    },
  });
}

async function acceptOnce<P extends Planned, T>(deps: AcceptDeps, request: Request, act: Act<P, T>): Promise<T> {
  // What was confirmed before may have been carried out, and nobody knows it yet.
  if (await isRestoring(deps.runtime.database, null)) throw new AppError("restoring");
  const former = await act.former(null);
  if (former) return former;
  try {
    const plan = await act.plan();
    refuseFirst(allRefusals(plan.verdict, plan.refusals));
    act.holdTo?.(plan);
    const { needs } = plan.verdict;
    if (needs.password || needs.secondFactor || needs.confirmation) await request.prove(needs);
    return await deps.runtime.database.transaction((session) => recordWithin(deps, session, request, plan, act));
  } catch (error) {
    // What stands in its way may be what the same confirmation, sent twice, did in the meantime.
    const quicker = error instanceof AppError ? await act.former(null) : null;
    if (quicker) return quicker;
    throw error;
  }
}

async function recordWithin<P extends Planned, T>(
  { runtime: { database }, guard }: AcceptDeps,
  session: ClientSession,
  { userId, idempotencyKey }: Request,
  plan: P,
  act: Act<P, T>,
): Promise<T> {
  const account = await takeAccount(database, session, plan.account);
  if (!account) throw new AppError("wallet-not-ready");
  const former = await act.former(session);
  if (former) return former;
  if (await isWithdrawn(database, session, { userId, idempotencyKey })) throw new AppError("confirmation-withdrawn");
  const verdict = await guard.judge(session, userId, plan.spending);
  refuseFirst(allRefusals(verdict, await act.refusalsWithin(session, plan, account)));
  if (asksMore(verdict.needs, plan.verdict.needs)) throw new AppError("spending-changed");
  return act.record(session, plan, account, verdict);
}

/** Whether more has to be shown than was asked for: prices have moved since, or other payments went out. */
export function asksMore(now: Needs, before: Needs): boolean {
  return (
    (now.password && !before.password) ||
    (now.secondFactor && !before.secondFactor) ||
    (now.confirmation && !before.confirmation)
  );
}

interface Recorded {
  readonly request: Pick<Request, "userId" | "idempotencyKey" | "fingerprint">;
  readonly draft: Draft;
  readonly account: AccountDocument;
  readonly verdict: Verdict;
}

/** Records what was judged within the transaction that has taken the account, and keeps back what it takes. */
export async function recordSubmission(
  runtime: Runtime,
  session: ClientSession,
  { request: { userId, idempotencyKey, fingerprint }, draft, account, verdict }: Recorded,
): Promise<SubmissionDocument> {
  const { spent, turnover, needsApproval } = verdict;
  if (draft.feePayer !== null) await spendFeeBudget(runtime, session, BigInt(draft.fee));
  const submission = await insertSubmission(
    runtime,
    session,
    {
      userId,
      idempotencyKey,
      fingerprint,
      account: account._id,
      viaChannel: false,
      ...draft,
      ...(spent.length > 0 && { spent }),
      ...(turnover && { turnover }),
    },
    needsApproval ? "held" : "created",
  );
  await refreshBalances(runtime.database, session, account);
  return submission;
}

async function formerOf(
  database: Database,
  { userId, idempotencyKey, fingerprint }: Request,
  session: ClientSession | null,
): Promise<SubmissionDocument | null> {
  const options = session === null ? {} : { session };
  const former = await submissionCollection(database).findOne({ userId, idempotencyKey }, options);
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}

function refuseFirst([refusal]: readonly AppError[]): void {
  if (refusal) throw refusal;
}
