import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type NetworkFee, networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type ClaimableDocument, claimableCollection } from "#server/claimables/index.ts";
import { accountOf, balanceAddressOf } from "#server/platform/network/addresses.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { AcceptDeps, Planned } from "#server/platform/submissions/accept.ts";
import { NOTHING_LEAVES } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { readSecurity } from "#server/users/index.ts";
import { type Left, leftAfter, reach, takeLookUp } from "#server/wallet/index.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import { readStanding } from "./claim-facts.ts";
import { type ClaimFacts, LINE_RESERVE_STROOPS, needsLine, claimRefusals } from "./rules.ts";

/** A claim ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface ClaimPlan extends NetworkFee, Planned {
  readonly balanceId: string;
  readonly steps: readonly Step[];
  readonly holds: readonly Hold[];
  /** XLM that the network keeps back for a line that the claim adds. */
  readonly reserve: bigint;
  readonly facts: ClaimFacts;
  /** What the account has afterwards; none where something stands against the claim. */
  readonly left: readonly Left[];
}

export interface ClaimDeps extends AcceptDeps {
  readonly network: StellarNetwork;
}

/**
 * Works out a claim and everything that stands against it; nothing is recorded. Throws what keeps it from being worked out
 * at all: `claim-unknown` for a balance that is not this user's to claim, `claim-gone`, `wallet-not-ready`,
 * `network-unreachable` and `rate-limited`; to a frozen user `account-frozen` instead of the first.
 */
export async function planClaim(
  { runtime, network }: Pick<ClaimDeps, "runtime" | "network">,
  userId: number,
  balanceId: string,
): Promise<ClaimPlan> {
  const { database } = runtime;
  await takeLookUp(runtime, userId);
  const row = await findBalance(runtime, userId, balanceId);
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!account) throw new AppError("wallet-not-ready");
  const { _id: address } = account;
  const { assetCode, issuer } = row;
  const asset = { assetCode, issuer };
  const addsLine = needsLine(account, asset, address);
  const [bid, head, onLedger, issuers, standing] = await reach(
    Promise.all([
      network.feeBid(),
      network.head(),
      network.claimables([balanceId]),
      addsLine ? network.holdings([{ address: issuer, assets: [] }]) : null,
      database.transaction((session) => readStanding(runtime, session, { userId, account, balanceId, asset })),
    ]),
  );
  const steps = stepsOf(address, row, addsLine);
  const reserve = addsLine ? LINE_RESERVE_STROOPS : 0n;
  const paid = await networkFee(runtime, { bid, operations: steps.length, spare: standing.spare - reserve });
  const facts: ClaimFacts = {
    ...standing,
    asset,
    amount: parseAmount(row.amount),
    windows: row.windows,
    closedAt: head.closedAt,
    isOnLedger: onLedger.byId.has(balanceId),
    account,
    issuer: issuers?.accounts.get(issuer) ?? null,
    fee: paid.feePayer === null ? paid.fee : 0n,
  };
  const refusals = errorsOf(claimRefusals(facts, address));
  const fee = { asset: NATIVE, amount: facts.fee };
  const moves = {
    leaves: [fee],
    comes: [{ asset, amount: facts.amount }],
    frees: [{ asset: NATIVE, amount: keptAsideBy(address, row) }],
    binds: reserve,
  };
  return {
    ...paid,
    account: address,
    balanceId,
    steps,
    holds: [facts.fee, reserve]
      .filter((amount) => amount > 0n)
      .map((amount) => ({ ...NATIVE, amount: String(amount) })),
    reserve,
    facts,
    ...NOTHING_LEAVES,
    refusals,
    left: refusals.length > 0 ? [] : leftAfter(account, standing.reserved, moves),
  };
}

/** What the network keeps aside of whoever set a balance aside, as long as it is there: a reserve for each claimant. */
function keptAsideBy(address: string, { from, claimants }: ClaimableDocument): bigint {
  return accountOf(from) === address ? BigInt(claimants.length) * BASE_RESERVE_STROOPS : 0n;
}

async function findBalance(runtime: Runtime, userId: number, balanceId: string): Promise<ClaimableDocument> {
  const { database } = runtime;
  const row = await claimableCollection(database).findOne({ userId, uid: balanceAddressOf(balanceId) });
  if (row?.state === "open") return row;
  if (row) throw new AppError("claim-gone");
  const { isFrozen } = await readSecurity(runtime, userId);
  throw new AppError(isFrozen === true ? "account-frozen" : "claim-unknown");
}

function stepsOf(source: string, row: ClaimableDocument, addsLine: boolean): Step[] {
  const { balanceId, assetCode, issuer, amount } = row;
  const asset = { assetCode, issuer };
  const claim: Step = {
    type: "claim_claimable_balance",
    source,
    balanceId,
    ...asset,
    amount: String(parseAmount(amount)),
  };
  return addsLine ? [{ type: "change_trust", source, ...asset }, claim] : [claim];
}
