import { TAKE_BACK_DAYS } from "#schemas/wallet.ts";
import { type Fees, type OperatorFee, operatorFee } from "#server/fees/index.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, NATIVE } from "#server/platform/network/assets.ts";
import type { Reservations } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { type PaymentKind, SET_ASIDE_RESERVE_STROOPS } from "./rules.ts";

/** What is to be paid, and what decides about its cost. Amounts in stroops. */
export interface Costed {
  readonly account: AccountDocument;
  /** G... or M... */
  readonly to: string;
  readonly asset: AssetName;
  readonly amount: bigint;
  readonly operation: PaymentKind;
  /** What the network is bid for one operation. */
  readonly bid: bigint;
  /** The operator's rules. */
  readonly fees: Fees;
  readonly reserved: Reservations;
}

/** A payment's operations and all that they cost. Amounts in stroops. */
export interface PaymentCost {
  readonly steps: readonly Step[];
  /** Everything that is kept back, the reserve included. */
  readonly holds: readonly Hold[];
  /** All that leaves the account. */
  readonly total: readonly Hold[];
  readonly isSetAside: boolean;
  /** XLM that the network keeps back for what is set aside; none where it is paid. */
  readonly reserve: bigint;
  /** The most that the network may charge. */
  readonly fee: bigint;
  /** The house account that pays the network's fee; null where the payer does. */
  readonly feePayer: string | null;
  readonly operatorFee: OperatorFee | null;
}

const TAKE_BACK_SECONDS = TAKE_BACK_DAYS * 24 * 60 * 60;

/** What the payment costs beside its amount, and who pays the network: the house, where the payer has no XLM for it. */
export async function costOf(runtime: Runtime, costed: Costed): Promise<PaymentCost> {
  const { account, asset, amount, operation, bid, reserved } = costed;
  const collected = await collectFee(runtime, account._id, operatorFee(costed.fees.inForce, asset, amount));
  const taken = collected?.fee ?? null;
  const steps = [paymentStep(costed), ...(collected ? [collected.step] : [])];
  const isSetAside = operation === "create_claimable_balance";
  const reserve = isSetAside ? SET_ASIDE_RESERVE_STROOPS : 0n;
  const operations = steps.length;
  // Whoever sends XLM pays with it: where it is short, less of it can be sent.
  const paid = isNative(asset)
    ? { fee: bid * BigInt(operations), feePayer: null }
    : await networkFee(runtime, { bid, operations, spare: spendableOf(account, NATIVE, reserved) - reserve });
  const total = [
    { ...asset, amount: String(amount) },
    ...(taken ? [{ ...taken.asset, amount: String(taken.amount) }] : []),
    ...(paid.feePayer === null ? [{ ...NATIVE, amount: String(paid.fee) }] : []),
  ];
  const holds = isSetAside ? [...total, { ...NATIVE, amount: String(reserve) }] : total;
  return { steps, holds, total, isSetAside, reserve, operatorFee: taken, ...paid };
}

/** The step that pays an operator's fee. A fee that its account cannot receive is not asked for: it would fail all the rest. */
export async function collectFee(
  { database }: Pick<Runtime, "database">,
  source: string,
  fee: OperatorFee | null,
): Promise<{ readonly fee: OperatorFee; readonly step: Step } | null> {
  const collector = fee && (await houseAccount(database, "fees", null));
  if (!fee || !collector || !canTake(collector, fee.asset)) return null;
  const { asset, amount } = fee;
  return { fee, step: { type: "payment", source, to: collector._id, ...asset, amount: String(amount) } };
}

function canTake(collector: AccountDocument, asset: AssetName): boolean {
  return collector.exists && (isNative(asset) || lineOf(collector, asset)?.isAuthorized === true);
}

function paymentStep({ operation, account, to, asset, amount: stroops }: Costed): Step {
  const source = account._id;
  const amount = String(stroops);
  // An account that does not exist yet has no numbered sub-addresses to create.
  if (operation === "create_account")
    return { type: operation, source, to: accountOf(to), amount, ...(to !== accountOf(to) && { muxed: to }) };
  if (operation === "create_claimable_balance")
    return { type: operation, source, to, ...asset, amount, reclaimAfterSeconds: TAKE_BACK_SECONDS };
  return { type: operation, source, to, ...asset, amount };
}
