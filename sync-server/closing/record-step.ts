import { randomBytes } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { isNative, NATIVE } from "#server/platform/network/assets.ts";
import { asksMore, recordSubmission } from "#server/platform/submissions/accept.ts";
import { allRefusals, type Guard, type Needs, type Verdict } from "#server/platform/submissions/spending.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { cancelAllOf } from "#server/standing-orders/index.ts";
import { holdingsRefusals, readHoldings } from "./holdings.ts";
import { type ClosingStep, type Destination, everythingOf, movesOf, nextStep } from "./moves.ts";
import { type Outside, problemsOf } from "./outside.ts";

const NOTHING: ReadonlyMap<string, bigint> = new Map();

export interface StepDeps {
  readonly runtime: Runtime;
  readonly guard: Guard;
}

/** What a step of a closing goes by. */
export interface StepFacts {
  readonly destination: Destination;
  readonly outside: Outside;
  /** What its owner showed, where they are there to be asked: null of a step that goes on with what they confirmed. */
  readonly shown: Needs | null;
}

/**
 * Records the next transaction of a closing, within the transaction that takes the wallet: every rule of sending is asked again
 * over what then leaves, and before the first over all that will. Orders that wait are cancelled with it. Answers with the
 * submission's number; null where the wallet has nothing any more. Throws what stands against it.
 */
export async function recordStep(
  { runtime, guard }: StepDeps,
  session: ClientSession,
  userId: number,
  { destination, outside, shown }: StepFacts,
): Promise<number | null> {
  // First: a run of one that is not signed yet is given up with it, and is no payment under way then.
  await cancelAllOf(runtime, session, userId, writeSaid("reason.account-closing"));
  const holdings = await readHoldings(runtime, userId, session);
  if (!holdings?.account.exists) return null;
  const { account } = holdings;
  const moves = movesOf(holdings, outside.pools);
  const problems = problemsOf(holdings, moves, destination.to, outside.lines ?? []);
  const [own] = [...holdingsRefusals(holdings), ...problems.map(({ refusal }) => refusal)];
  if (own) throw own;
  const all = await guard.judge(session, userId, everythingOf(moves, destination));
  refuseAny(all);
  if (shown !== null && asksMore(all.needs, shown)) throw new AppError("spending-changed");
  const step = nextStep(account, moves, destination);
  const verdict = await guard.judge(session, userId, step.spending);
  refuseAny(verdict);
  const spare = spendableOf(account, NATIVE, NOTHING);
  const { fee, feePayer } = await networkFee(runtime, { bid: outside.bid, operations: step.steps.length, spare });
  if (feePayer === null && spare < fee)
    throw new AppError("fee-balance-too-low", { fee: formatAmountShort(fee - spare) });
  const idempotencyKey = `close-${randomBytes(16).toString("base64url")}`;
  const request = { userId, idempotencyKey, fingerprint: idempotencyKey };
  const draft = {
    kind: step.kind,
    steps: step.steps,
    memo: step.kind === "send" ? destination.memo.text : "",
    holds: holdsOf(step, spare, feePayer === null ? fee : 0n),
    fee: String(fee),
    feePayer,
  };
  const { id } = await recordSubmission(runtime, session, { request, draft, account, verdict });
  return id;
}

/** What leaves is kept back: all that may be spent of XLM where the account ends, and else what the network may charge. */
function holdsOf({ steps, spending }: ClosingStep, spare: bigint, fee: bigint): Hold[] {
  const isLast = steps.some(({ type }) => type === "account_merge");
  const sent = spending.kind === "everything" ? spending.paid.filter(({ asset }) => !isNative(asset)) : [];
  const xlm = isLast ? spare : fee;
  return [
    ...sent.map(({ asset, amount }) => ({ ...asset, amount: String(amount) })),
    ...(xlm > 0n ? [{ ...NATIVE, amount: String(xlm) }] : []),
  ];
}

function refuseAny(verdict: Verdict): void {
  const [refusal] = allRefusals(verdict, []);
  if (refusal) throw refusal;
}
