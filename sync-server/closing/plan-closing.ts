import { ANNOUNCED_FOR } from "#schemas/closing.ts";
import type { AppError, ErrorCode } from "#schemas/errors.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { allRefusals, type Guard, type Needs } from "#server/platform/submissions/spending.ts";
import { protectionsOf, readOperatorPolicy, waitHoursOf } from "#server/security/index.ts";
import { readSecurity } from "#server/users/index.ts";
import { judgeAlone } from "#server/wallet/index.ts";
import type { Holdings } from "./holdings.ts";
import { type Destination, everythingOf, freedOf, type Moves, movesOf, operationsOf, type Problem } from "./moves.ts";
import { findReceiver, lookOutside, type Outside, problemsOf, type Receiver } from "./outside.ts";

export interface PlanDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly guard: Guard;
}

/** A closing worked out, before anybody confirms it. */
export interface ClosingPlan {
  readonly receiver: Receiver;
  readonly destination: Destination;
  readonly outside: Outside;
  readonly moves: Moves;
  readonly problems: readonly Problem[];
  /** What the network may charge for all of it at most, and the account itself pays. Stroops. */
  readonly fee: bigint;
  /** What stands against it, however long one waits. */
  readonly refusals: readonly AppError[];
  /** What stands against it until it has been announced and has waited. */
  readonly reasons: readonly AppError[];
  readonly waitHours: number;
  readonly needs: Needs;
  readonly needsApproval: boolean;
}

/** Nobody is there when it is carried out: whoever announces it shows all that a payment could ask for. */
export const ANNOUNCING: Needs = { password: true, secondFactor: true, confirmation: true };

/**
 * Works out what closing towards somebody does, and everything that stands against it; nothing is recorded. Throws what keeps it from
 * being worked out at all: see {@link findReceiver} and {@link lookOutside}.
 */
export async function planClosing(
  { runtime, network, guard }: PlanDeps,
  userId: number,
  holdings: Holdings,
  { to, memo }: { readonly to: string; readonly memo: TypedMemo },
): Promise<ClosingPlan> {
  const receiver = await findReceiver(runtime, holdings, { to, memo });
  const destination = { to: receiver.address, memo, isAnnounced: false };
  const outside = await lookOutside(network, holdings, destination);
  const moves = movesOf(holdings, outside.pools);
  const problems = problemsOf(holdings, moves, destination.to, outside.lines ?? []);
  const verdict = await judgeAlone({ runtime, guard }, userId, everythingOf(moves, destination));
  const against = allRefusals(
    verdict,
    problems.map(({ refusal }) => refusal),
  );
  const reasons = against.filter(isWaitedFor);
  const isAnnounced = reasons.length > 0;
  const { needsApproval } = isAnnounced
    ? await judgeAlone({ runtime, guard }, userId, everythingOf(moves, { ...destination, isAnnounced }))
    : verdict;
  return {
    receiver,
    destination,
    outside,
    moves,
    problems,
    fee: await feeOf(runtime, holdings, moves, outside.bid),
    refusals: against.filter((refusal) => !isWaitedFor(refusal)),
    reasons,
    waitHours: await waitHours(runtime, userId),
    needs: isAnnounced ? ANNOUNCING : { ...verdict.needs, confirmation: true },
    needsApproval,
  };
}

function isWaitedFor({ code }: AppError): boolean {
  return ANNOUNCED_FOR.some((each: ErrorCode) => each === code);
}

/** The same wait as of any change that protects the account less. */
async function waitHours(runtime: Runtime, userId: number): Promise<number> {
  const now = runtime.clock.now();
  const security = await readSecurity(runtime, userId);
  const policy = await readOperatorPolicy(runtime.database);
  return waitHoursOf(protectionsOf(security, now), policy, security, now);
}

/** What the account itself pays the network, one transaction after the other: the house pays those that it has not enough for. */
async function feeOf(runtime: Runtime, { account }: Holdings, moves: Moves, bid: bigint): Promise<bigint> {
  const counts = operationsOf(moves);
  const [freedByOrders, freedByPools] = freedOf(moves);
  const outOfPools = moves.xlm - BigInt(account.balance);
  const free = BigInt(account.balance) - BigInt(account.reserves) * BASE_RESERVE_STROOPS;
  const spares = [
    spendableOf(account, NATIVE, new Map()),
    free + freedByOrders,
    free + freedByOrders + freedByPools + outOfPools,
  ];
  let paid = 0n;
  for (const [place, operations] of counts.entries()) {
    if (operations === 0n) continue;
    const spare = (spares[place] ?? 0n) - paid;
    const { fee, feePayer } = await networkFee(runtime, { bid, operations: Number(operations), spare });
    if (feePayer === null) paid += fee;
  }
  return paid;
}
