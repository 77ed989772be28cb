import { t } from "@lingui/core/macro";
import type { Movement, MovementRow, MovementType } from "./movement.ts";

export const TYPE_NAMES: Readonly<Record<MovementType, string>> = {
  get send() {
    return t`Sent`;
  },
  get receive() {
    return t`Received`;
  },
  get create_account() {
    return t`Account created`;
  },
  get merge() {
    return t`Account merged`;
  },
  get trust() {
    return t`Asset added or removed`;
  },
  get fee() {
    return t`Network fee`;
  },
  get operator_fee() {
    return t`Fee to Astrolabe`;
  },
  get claimable() {
    return t`Set aside`;
  },
  get order() {
    return t`Order placed or changed`;
  },
  get trade() {
    return t`Traded`;
  },
  get swap() {
    return t`Swapped`;
  },
  get pool_deposit() {
    return t`Into a pool`;
  },
  get pool_withdraw() {
    return t`Out of a pool`;
  },
  get stake() {
    return t({ message: "Staked", context: "a movement" });
  },
  get unstake() {
    return t`Back from a stake`;
  },
  get stake_reward() {
    return t`Rewards of a stake`;
  },
  get affiliate_reward() {
    return t`Affiliate rewards`;
  },
  get market_open() {
    return t`Into a market-making pool`;
  },
  get market_return() {
    return t`Back from a market-making pool`;
  },
  get missing() {
    return t`Movements missing`;
  },
  get other() {
    return t`Other`;
  },
};

/**
 * Who stands on the other side: as this person calls them, else by the username that they had then, marked as one, so that nobody can
 * take the name of a contact; null for a stranger.
 */
export function partyNameOf(
  row: Pick<MovementRow, "partyName">,
  counterparty: string,
  nameOf: (address: string) => string | null,
): string | null {
  if (counterparty === "") return null;
  return nameOf(counterparty) ?? (row.partyName === "" ? null : `@${row.partyName}`);
}

/** One line of who took part: "Sent to Ana", "Account created by GABC...". `name` is empty where nobody else took part. */
export function plainTitleOf(row: MovementRow, movement: Movement, name: string): string {
  const isIn = movement.direction === "in";
  const asset = row.assetCode;
  switch (row.type) {
    case "trade":
      return isIn ? t`${asset} bought` : t`${asset} sold`;
    case "swap":
      return isIn ? t`${asset} bought in a swap` : t`${asset} sold in a swap`;
    case "trust":
      return t`${asset}: asset added or removed`;
    case "receive":
      if (row.from === row.to) return t`Taken back`;
      break;
    default:
  }
  return name === "" ? TYPE_NAMES[row.type] : (titleWith(name, row.type, isIn) ?? TYPE_NAMES[row.type]);
}

/** The line of a row that names who stood on the other side; null where none does. */
function titleWith(name: string, type: MovementType, isIn: boolean): string | null {
  switch (type) {
    case "send":
      return t`Sent to ${name}`;
    case "receive":
      return t`Received from ${name}`;
    case "create_account":
      return isIn ? t`Account created by ${name}` : t`Created the account of ${name}`;
    case "merge":
      return isIn ? t`Merged into yours: ${name}` : t`Merged into ${name}`;
    case "claimable":
      return t`Set aside for ${name}`;
    default:
      return null;
  }
}
