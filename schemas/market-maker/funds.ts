import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { PayStep, TickFacts, WalletFacts } from "./facts.ts";
import type { Side } from "./prices.ts";

/** Of what a wallet has, this part is never offered: fees that it pays in what it trades would leave its offers without cover at once. */
const IDLE_PART = 200n;
/** Beside that, of the wallet that pays the network, in stroops of XLM. */
const IDLE_XLM = 500_000n;
/** A wallet is paid what its offers lack once that is more than a fifth of them. */
const LACKING_PART = 5n;

/** What a side gives. */
export function assetOf(side: Side): "base" | "quote" {
  return side === "sell" ? "base" : "quote";
}

/** What the offers of a side may give in one wallet, in stroops. */
export interface Fund {
  readonly address: string;
  /** With what it is paid, and without what it pays, in this plan. */
  readonly has: bigint;
  /** Never offered. */
  readonly idle: bigint;
}

/** What each healthy wallet has for a side, in the order of their labels. */
export function fundsFor({ pool, wallets }: Pick<TickFacts, "pool" | "wallets">, side: Side): Fund[] {
  const isNative = pool[assetOf(side)] === NATIVE_CODE;
  return wallets.flatMap((wallet, index) => {
    if (!wallet.isHealthy) return [];
    return [{ address: wallet.address, has: hasOf(wallet, side), idle: isNative && index === 0 ? IDLE_XLM : 0n }];
  });
}

function hasOf(wallet: WalletFacts, side: Side): bigint {
  const has = wallet[assetOf(side)];
  return has > 0n ? has : 0n;
}

/** The most that may be offered of a fund; nothing where that is so little that the next fee would change it by much. */
export function offeredOf({ has, idle }: Pick<Fund, "has" | "idle">): bigint {
  const most = has - has / IDLE_PART - idle;
  return most > idle ? most : 0n;
}

export interface Balanced {
  readonly funds: readonly Fund[];
  readonly payments: readonly PayStep[];
}

/**
 * Has wallets that have more than their offers `need` (by address, in stroops) pay those that have too little by far. The largest pay first, so
 * that there are fewer payments than wallets.
 */
export function balanced(funds: readonly Fund[], need: ReadonlyMap<string, bigint>, side: Side): Balanced {
  const has = new Map(funds.map(({ address, has }) => [address, has]));
  const short = funds.flatMap((fund) => {
    const wanted = need.get(fund.address) ?? 0n;
    const isFar = wanted > fund.idle && offeredOf(fund) * LACKING_PART < wanted * (LACKING_PART - 1n);
    return isFar ? [{ address: fund.address, lack: neededFor(wanted, fund.idle) - fund.has }] : [];
  });
  const payers = funds
    .map(({ address, has, idle }) => ({ address, left: has - neededFor(need.get(address) ?? 0n, idle) }))
    .filter(({ left }) => left > 0n)
    .toSorted((one, other) => (other.left > one.left ? 1 : other.left < one.left ? -1 : 0));
  const payments: PayStep[] = [];
  for (let { address: to, lack } of short) {
    for (const payer of payers) {
      const amount = payer.left < lack ? payer.left : lack;
      if (amount <= 0n) continue;
      payments.push({ kind: "pay", from: payer.address, to, asset: assetOf(side), amount });
      payer.left -= amount;
      lack -= amount;
      has.set(payer.address, (has.get(payer.address) ?? 0n) - amount);
      has.set(to, (has.get(to) ?? 0n) + amount);
    }
  }
  return { funds: funds.map((fund) => ({ ...fund, has: has.get(fund.address) ?? 0n })), payments };
}

/** The least of which so much may be offered. */
function neededFor(offered: bigint, idle: bigint): bigint {
  const rest = IDLE_PART - 1n;
  return ((offered + idle) * IDLE_PART + rest - 1n) / rest;
}
