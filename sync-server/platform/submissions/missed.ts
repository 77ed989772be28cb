import { writeSaid } from "#schemas/said.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { NEW_ACCOUNT_STROOPS } from "#server/platform/network/entries.ts";
import { failureSaid, soleFailure } from "#server/platform/network/failures.ts";
import type { LedgerOutcome } from "./ledger-outcome.ts";
import type { Step } from "./steps.ts";
import type { Missed, SubmissionDocument } from "./submission.ts";
import { IN_FLIGHT_STATES } from "./transitions.ts";

/** How long after its envelope failed something is still built anew, in ms: whoever was told nothing for longer wishes it again. */
const MISSED_FOR_MS = 60 * 60 * 1000;

type Paid = Extract<Step, { readonly type: "payment" | "create_account" }>;

/**
 * The payment that its recipient's account stood in the way of, where that was all: the one failure of a person's own XLM payment. Null
 * of whatever else failed.
 */
function missedStep({ kind, steps: [paid] }: SubmissionDocument, resultXdr: string): Paid | null {
  const failure = kind === "send" ? soleFailure(resultXdr) : null;
  if (failure?.index !== 0) return null;
  if (paid?.type === "create_account") return failure.code === "createAccountAlreadyExist" ? paid : null;
  // An account that is to be opened has no number within it that could be paid, and holds nothing but XLM.
  const isOfAccount = paid?.type === "payment" && paid.issuer === "" && paid.to === accountOf(paid.to);
  return isOfAccount && failure.code === "paymentNoDestination" ? paid : null;
}

/** Whether an envelope failed for nothing but its recipient's account. */
export function isMiss(submission: SubmissionDocument, resultXdr: string): boolean {
  return missedStep(submission, resultXdr) !== null;
}

/**
 * What a ledger's failure of the present envelope means to a submission: a first miss, after which it is built anew; a text (`writeSaid`) why not,
 * where it would be but for its amount; null for the end, by whatever the ledger says. What its owner signed with us is theirs to sign again.
 */
export function missBy(
  submission: SubmissionDocument,
  { ledger, resultXdr, isSuccessful }: Pick<LedgerOutcome, "ledger" | "resultXdr" | "isSuccessful">,
  at: Date,
): Omit<Missed, "seal"> | string | null {
  const { attempt, state, cosigning, feePayer, viaChannel, missed } = submission;
  const isOver = !IN_FLIGHT_STATES.includes(state) || missed !== undefined;
  if (isSuccessful || isOver || !attempt || cosigning || feePayer !== null || viaChannel) return null;
  const paid = missedStep(submission, resultXdr);
  const failure = paid && soleFailure(resultXdr);
  if (!paid || !failure) return null;
  if (paid.type === "payment" && BigInt(paid.amount) < NEW_ACCOUNT_STROOPS)
    return writeSaid("reason.too-little-to-open", { least: formatAmountShort(NEW_ACCOUNT_STROOPS) });
  const { hash, innerHash, sequence } = attempt;
  const { feeCharged } = failure;
  const reason = failureSaid(failure.code);
  const first = { hash, innerHash, sequence, ledger, feeCharged: String(feeCharged), reason, at };
  // Both envelopes together cost no more than was agreed to.
  return BigInt(submission.fee) > feeLeft({ ...submission, missed: first }) ? null : first;
}

/** The most that the network may still charge for a submission, in stroops: its bound, less what it has charged already. */
export function feeLeft({
  fee,
  feeBound,
  missed,
}: Pick<SubmissionDocument, "fee" | "feeBound"> & { readonly missed?: Pick<Missed, "feeCharged"> }): bigint {
  return BigInt(feeBound ?? fee) - BigInt(missed?.feeCharged ?? 0);
}

/** What its envelopes are made of from now on: what was accepted, where that missed with the other operation. */
export function stepsNow({ steps, missed }: Pick<SubmissionDocument, "steps" | "missed">): readonly Step[] {
  const [paid, ...others] = steps;
  return missed && paid ? [otherStep(paid), ...others] : steps;
}

function otherStep(step: Step): Step {
  if (step.type === "create_account") {
    const { source, to, amount, muxed } = step;
    return { type: "payment", source, to: muxed ?? to, ...NATIVE, amount };
  }
  if (step.type !== "payment" || step.issuer !== "") return step;
  return { type: "create_account", source: step.source, to: accountOf(step.to), amount: step.amount };
}

/** Whether its present envelope is the one that missed: nothing was stored since. */
export function isToBeTurned({ attempt, missed }: Pick<SubmissionDocument, "attempt" | "missed">): boolean {
  return missed !== undefined && attempt?.hash === missed.hash;
}

export function isMissTooOld({ missed }: Pick<SubmissionDocument, "missed">, now: Date): boolean {
  return missed !== undefined && now.getTime() - missed.at.getTime() > MISSED_FOR_MS;
}
