import { FeeBumpTransaction, type OperationRecord, type Transaction } from "@stellar/stellar-sdk";
import { TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { MovementEvent } from "#schemas/movement-events.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { accountOf, balanceAddressOf } from "#server/platform/network/addresses.ts";
import type { Holding } from "#server/platform/network/entries.ts";
import type { HoldingChange, TransactionChanges } from "#server/platform/network/meta.ts";
import type { LedgerTrade } from "#server/platform/network/markets.ts";
import { type NetworkTransaction, operationId } from "#server/platform/network/network.ts";
import { deedKey, failedEvent, lineEvent, nameOf, type OrderDeed, pathOf, withEvents } from "./movement-events.ts";
import { type Delta, splitTrading, type TradedDelta } from "./trade-movements.ts";

type MovementType =
  | "send"
  | "receive"
  | "create_account"
  | "merge"
  | "trust"
  | "fee"
  | "operator_fee"
  | "claimable"
  | TradedDelta["type"]
  | "order"
  | "other"
  // By whose account stands on the other side.
  | "stake"
  | "unstake"
  | "stake_reward"
  | "affiliate_reward"
  // Into what trades for its owner, and out of it.
  | "market_open"
  | "market_return";

/** What one operation did to one account, or what a transaction cost it. Amounts in stroops. */
export interface Movement extends AssetName {
  readonly account: string;
  readonly operationId: string;
  readonly type: MovementType;
  readonly amount: bigint;
  /** Whether the account has more of the asset than before. */
  readonly isIncoming: boolean;
  readonly fee: bigint;
  readonly from: string;
  readonly to: string;
  readonly memo: string;
  readonly status: "confirmed" | "failed";
  /** What happened, where that is more than this amount moved. */
  readonly event: MovementEvent | null;
}

/** The parts of a transaction's envelope and result that its movements need. */
export interface ReadTransaction {
  /** Account whose sequence number it used. */
  readonly source: string;
  readonly feePayer: string;
  readonly feeCharged: bigint;
  readonly memo: string;
  readonly operations: readonly OperationRecord[];
  /** Hash of the transaction within a fee bump, by which its signer knows it. */
  readonly innerHash: string | null;
}

export function readTransaction(transaction: NetworkTransaction, passphrase: string): ReadTransaction {
  const outer = TransactionBuilder.fromXDR(transaction.envelopeXdr, passphrase);
  const inner = outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer;
  const result = xdr.TransactionResult.schema.decode(Buffer.from(transaction.resultXdr, "base64"));
  return {
    source: accountOf(inner.source),
    feePayer: accountOf(outer instanceof FeeBumpTransaction ? outer.feeSource : outer.source),
    feeCharged: result.feeCharged,
    memo: memoText(inner),
    operations: inner.operations,
    innerHash: hashWithin(outer),
  };
}

/** The hash of the transaction within a fee bump; null for any other envelope. */
export function innerHashOf(envelopeXdr: string, passphrase: string): string | null {
  return hashWithin(TransactionBuilder.fromXDR(envelopeXdr, passphrase));
}

function hashWithin(outer: Transaction | FeeBumpTransaction): string | null {
  return outer instanceof FeeBumpTransaction ? Buffer.from(outer.innerTransaction.hash()).toString("hex") : null;
}

/**
 * Every movement of the accounts that `isOurs` knows. Amounts are those of the ledger's entries, not those asked for.
 * `known` tells who set aside the claimable balances that are known, by their ids, and the trades of our accounts.
 */
export function movementsOf(
  transaction: NetworkTransaction,
  read: ReadTransaction,
  changes: TransactionChanges,
  isOurs: (address: string) => boolean,
  known: Known,
): Movement[] {
  const movements: Movement[] = [];
  if (transaction.isSuccessful) {
    for (const [index, operation] of read.operations.entries()) {
      const id = operationId(transaction.ledger, transaction.order, index + 1);
      const found = movementsOfOperation(id, operation, changes.operations[index] ?? [], { read, ...known });
      movements.push(...found.filter(({ account }) => isOurs(account)));
    }
  }
  return withFee(movements, transaction, read, isOurs);
}

/** The fee stands on the payer's first movement, or alone where there is none. */
function withFee(
  movements: Movement[],
  transaction: NetworkTransaction,
  { feePayer, feeCharged, memo, operations }: ReadTransaction,
  isOurs: (address: string) => boolean,
): Movement[] {
  if (!isOurs(feePayer)) return movements;
  const first = movements.findIndex(({ account }) => account === feePayer);
  if (first !== -1)
    return movements.map((movement, index) => (index === first ? { ...movement, fee: feeCharged } : movement));
  const fee: Movement = {
    ...NATIVE,
    account: feePayer,
    operationId: operationId(transaction.ledger, transaction.order, 0),
    type: "fee",
    amount: 0n,
    isIncoming: false,
    fee: feeCharged,
    from: feePayer,
    to: "",
    memo,
    status: transaction.isSuccessful ? "confirmed" : "failed",
    event: transaction.isSuccessful ? null : failedEvent(operations),
  };
  return [...movements, fee];
}

/** What else is known of a transaction. */
export interface Known {
  readonly creators: ReadonlyMap<string, string>;
  readonly trades: readonly LedgerTrade[];
  /** What operations did to the orders of our accounts, by {@link deedKey}. */
  readonly deeds: ReadonlyMap<string, OrderDeed>;
}

function movementsOfOperation(
  id: string,
  operation: OperationRecord,
  changes: readonly HoldingChange[],
  { read, creators, trades, deeds }: Known & { readonly read: ReadTransaction },
): Movement[] {
  // They say who carries a reserve, and move nothing.
  if (operation.type === "beginSponsoringFutureReserves" || operation.type === "endSponsoringFutureReserves") return [];
  const deltas = deltasOf(changes);
  const source = operation.source ?? read.source;
  const parties = { from: source, to: "destination" in operation ? operation.destination : "" };
  const common = { fee: 0n, memo: read.memo, status: "confirmed", event: null } as const;
  const nothing = { ...common, ...parties, account: accountOf(source), operationId: id, amount: 0n, isIncoming: false };
  if (operation.type === "changeTrust")
    // Shares of a pool are told of as what goes into it and comes out.
    return "code" in operation.line
      ? [
          {
            ...nothing,
            ...nameOf(operation.line),
            type: "trust",
            event: lineEvent(accountOf(source), nameOf(operation.line), changes),
          },
        ]
      : [];
  const counts = new Map<string, number>();
  const numbered = (account: string): string => {
    const count = (counts.get(account) ?? 0) + 1;
    counts.set(account, count);
    return count === 1 ? id : `${id}-${count}`;
  };
  const own = trades.filter((trade) => trade.id.startsWith(`${id}-`));
  const { traded, rest } = splitTrading(operation, source, deltas, own);
  const moved = rest.map(({ account, change, assetCode, issuer }): Movement => ({
    ...common,
    ...(partiesOf(operation, source, creators) ?? parties),
    assetCode,
    issuer,
    account,
    operationId: numbered(account),
    type: typeOf(operation, change),
    amount: change < 0n ? -change : change,
    isIncoming: change > 0n,
    event: operation.type === "claimClaimableBalance" ? { act: "claimed" } : null,
  }));
  const sides = traded
    .toSorted(givenFirst)
    .map(({ account, change, assetCode, issuer, type, otherSide }): Movement => ({
      ...common,
      ...(change < 0n ? { from: account, to: otherSide } : { from: otherSide, to: account }),
      assetCode,
      issuer,
      account,
      operationId: numbered(account),
      type,
      amount: change < 0n ? -change : change,
      isIncoming: change > 0n,
    }));
  const exchanged = [...Map.groupBy(sides, ({ account }) => account)].flatMap(([account, own]) =>
    withEvents(own, pathOf(operation), deeds.get(deedKey(id, account))?.order),
  );
  const all = [...moved, ...exchanged, ...openedBy(operation, { ...nothing, ...NATIVE, type: "create_account" })];
  if (counts.has(accountOf(source))) return all;
  const deed = deeds.get(deedKey(id, accountOf(source)));
  return [...all, { ...nothing, ...NATIVE, type: isOrder(operation) ? "order" : "other", event: deed ?? null }];
}

/** An account that was opened without any XLM of its own: whoever sponsors it carries its reserve. */
function openedBy(operation: OperationRecord, nothing: Movement): Movement[] {
  if (operation.type !== "createAccount" || Number(operation.startingBalance) !== 0) return [];
  return [{ ...nothing, account: operation.destination, isIncoming: true, event: { act: "opened" } }];
}

/** The ledger tells changes in no order that says anything to people. */
function givenFirst(one: Delta, other: Delta): number {
  if (one.change < 0n !== other.change < 0n) return one.change < 0n ? -1 : 1;
  return assetKey(one) < assetKey(other) ? -1 : 1;
}

function isOrder({ type }: OperationRecord): boolean {
  return type === "manageSellOffer" || type === "manageBuyOffer" || type === "createPassiveSellOffer";
}

/** Between whom an operation moves money, where it is not from its source to its destination. */
function partiesOf(
  operation: OperationRecord,
  source: string,
  creators: ReadonlyMap<string, string>,
): { readonly from: string; readonly to: string } | null {
  switch (operation.type) {
    case "createClaimableBalance": {
      const others = operation.claimants.filter(({ destination }) => destination !== accountOf(source));
      return { from: source, to: others.length === 1 ? (others[0]?.destination ?? "") : "" };
    }
    case "claimClaimableBalance":
      return { from: creators.get(operation.balanceId) ?? balanceAddressOf(operation.balanceId), to: source };
    case "clawback":
      return { from: operation.from, to: source };
    default:
      return null;
  }
}

function typeOf(operation: OperationRecord, change: bigint): MovementType {
  switch (operation.type) {
    case "createAccount":
      return "create_account";
    case "accountMerge":
      return "merge";
    case "createClaimableBalance":
      return "claimable";
    case "payment":
    case "pathPaymentStrictReceive":
    case "pathPaymentStrictSend":
    case "claimClaimableBalance":
      return change < 0n ? "send" : "receive";
    default:
      return "other";
  }
}

/** How each holding differs after an operation; those that do not are left out. */
function deltasOf(changes: readonly HoldingChange[]): Delta[] {
  const before = new Map<string, bigint>();
  const after = new Map<string, Delta>();
  for (const change of changes) {
    const { account, asset, balance } = holdingOf(change);
    const key = `${account} ${assetKey(asset)}`;
    if (!before.has(key)) before.set(key, change.kind === "before" ? balance : 0n);
    if (change.kind !== "before") after.set(key, { ...asset, account, change: balance });
  }
  return [...after].flatMap(([key, delta]) => {
    const change = delta.change - (before.get(key) ?? 0n);
    return change === 0n ? [] : [{ ...delta, change }];
  });
}

function holdingOf(change: HoldingChange): { account: string; asset: AssetName; balance: bigint } {
  if (change.kind === "gone") return { account: change.key.address, asset: change.key.asset ?? NATIVE, balance: 0n };
  return balanceOf(change.holding);
}

function balanceOf(holding: Holding) {
  if (holding.kind === "account")
    return { account: holding.account.address, asset: NATIVE, balance: holding.account.balance };
  const { address, assetCode, issuer, balance } = holding.line;
  return { account: address, asset: { assetCode, issuer }, balance };
}

/** A memo as a person reads it: its text or number, or its hash in hex. */
function memoText({ memo }: Transaction): string {
  const { value } = memo;
  if (value === null) return "";
  if (typeof value === "string") return value;
  return memo.type === "text" ? Buffer.from(value).toString("utf8") : Buffer.from(value).toString("hex");
}
