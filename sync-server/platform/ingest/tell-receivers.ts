import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { type NewNotification, notifyAll } from "#server/platform/notifications/notify.ts";
import type { Movement } from "./movements.ts";

/** A movement of a wallet, and whose it is. */
export interface OwnedMovement {
  readonly userId: number;
  readonly movement: Movement;
  readonly transaction: NetworkTransaction;
  /** Account whose sequence number the transaction used. */
  readonly source: string;
  /** The username of who stands on the other side; empty for a stranger. */
  readonly partyName: string;
}

const RECEIVED: readonly Movement["type"][] = ["receive", "merge"];

/**
 * Tells people what others sent them: once for each transaction and asset, with the sum of it. Of deposits the house tells
 * itself, once they are credited.
 */
export async function tellReceivers(
  runtime: Runtime,
  session: ClientSession,
  movements: readonly OwnedMovement[],
  isOfHouse: (address: string) => boolean,
): Promise<void> {
  const received = movements.filter((owned) => isReceived(owned) && !isDeposit(owned, isOfHouse));
  const sums = Map.groupBy(
    received,
    ({ userId, movement, transaction }) => `${userId} ${transaction.hash} ${assetKey(movement)}`,
  );
  const news = [...sums].flatMap(([cause, [first, ...others]]): NewNotification[] => {
    if (!first) return [];
    const { userId, movement, transaction, partyName } = first;
    const amount = others.reduce((sum, other) => sum + other.movement.amount, movement.amount);
    return [
      {
        userId,
        kind: "payment-received",
        cause,
        assetCode: movement.assetCode,
        issuer: movement.issuer,
        amount: formatAmount(amount),
        party: movement.from,
        detail: partyName,
        at: transaction.closedAt,
      },
    ];
  });
  await notifyAll(runtime, session, news);
}

/** Whoever takes what was set aside for them, or moves their own money, need not be told. */
function isReceived({ movement, source }: OwnedMovement): boolean {
  const { type, isIncoming, account, from } = movement;
  return isIncoming && RECEIVED.includes(type) && source !== account && accountOf(from) !== account;
}

function isDeposit({ movement }: OwnedMovement, isOfHouse: (address: string) => boolean): boolean {
  return movement.memo.startsWith("Deposit ") && isOfHouse(accountOf(movement.from));
}
