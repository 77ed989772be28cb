import { type Asset, type OperationRecord } from "@stellar/stellar-sdk";
import type { EventAct, EventLeg, EventOrder, MovementEvent, Tried } from "#schemas/movement-events.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { HoldingChange } from "#server/platform/network/meta.ts";

/** What an operation did to an order of the account whose movement it is. */
export interface OrderDeed {
  readonly act: Extract<EventAct, "placed" | "changed" | "cancelled">;
  readonly order: EventOrder;
}

/** Names what an operation did to the orders of an account (G...), among those that the features keep. */
export function deedKey(operationId: string, account: string): string {
  return `${operationId} ${account}`;
}

interface Moved extends AssetName {
  readonly operationId: string;
  readonly amount: bigint;
  readonly isIncoming: boolean;
}

/**
 * Has the first of an account's two sides of one exchange tell of both. Where there are not two, each tells of itself: an amount that
 * is too little for the other side, or a payment that went through offers in several markets.
 */
export function withEvents<M extends Moved>(
  sides: readonly M[],
  path: readonly string[],
  order: EventOrder | undefined,
): readonly (M & { readonly event: MovementEvent | null })[] {
  const [first, second] = sides;
  if (!first || !second || sides.length > 2) return sides.map((side) => ({ ...side, event: null }));
  const event: MovementEvent = {
    act: "exchanged",
    other: legOf(second),
    ...(path.length > 0 && { path: [...path] }),
    ...(order && { order }),
  };
  return [
    { ...first, event },
    { ...second, event: { act: "leg", of: first.operationId } },
  ];
}

export function legOf({ assetCode, issuer, amount, isIncoming }: Omit<Moved, "operationId">): EventLeg {
  return { asset: assetKey({ assetCode, issuer }), amount: formatAmount(amount), isIncoming };
}

/** What became of a line (of `account`, for `asset`) by the changes of an operation. */
export function lineEvent(account: string, asset: AssetName, changes: readonly HoldingChange[]): MovementEvent {
  let act: EventAct = "set";
  for (const change of changes) {
    if (change.kind === "before") continue;
    if (change.kind === "gone") {
      const { key } = change;
      if (key.address === account && key.asset !== null && isSameAsset(key.asset, asset)) act = "removed";
    } else if (change.holding.kind === "line") {
      const { line } = change.holding;
      if (line.address === account && isSameAsset(line, asset) && change.isNew) act = "added";
    }
  }
  return { act };
}

/** What a transaction was for that did nothing: by the first of its operations that people ask for. */
export function failedEvent(operations: readonly OperationRecord[]): MovementEvent {
  const wishes = operations.map(triedBy);
  const first = wishes.find((tried) => tried !== "other" && tried !== "trust");
  return { act: "failed", tried: first ?? wishes.find((tried) => tried !== "other") ?? "other" };
}

function triedBy(operation: OperationRecord): Tried {
  switch (operation.type) {
    case "payment":
    case "createAccount":
    case "createClaimableBalance":
      return "send";
    case "pathPaymentStrictReceive":
    case "pathPaymentStrictSend":
      return pathOf(operation).length > 0 || !isSdkSame(operation.sendAsset, operation.destAsset) ? "exchange" : "send";
    case "manageSellOffer":
    case "manageBuyOffer":
    case "createPassiveSellOffer":
      return "order";
    case "liquidityPoolDeposit":
    case "liquidityPoolWithdraw":
      return "pool";
    case "claimClaimableBalance":
      return "claim";
    case "changeTrust":
      return "trust";
    case "accountMerge":
      return "account";
    default:
      return "other";
  }
}

/** The assets between the two of a payment through markets, as `XLM` or `CODE-ISSUER`. */
export function pathOf(operation: OperationRecord): string[] {
  return "path" in operation ? operation.path.map((asset) => assetKey(nameOf(asset))) : [];
}

function isSdkSame(one: Asset, other: Asset): boolean {
  return isSameAsset(nameOf(one), nameOf(other));
}

export function nameOf(asset: Asset): AssetName {
  return asset.isNative() ? NATIVE : { assetCode: asset.getCode(), issuer: asset.getIssuer() ?? "" };
}
