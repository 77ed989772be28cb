import { MAX_LEVELS } from "#schemas/market-making.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { ReadPool } from "./terms.ts";

const BASE_RESERVE = 5_000_000n;
/** Of an account itself. */
const OWN_RESERVES = 2;
/** Of a pool that trades XLM, which is topped up of that: half a million operations at the network's least fee. */
const FEE_BUFFER = 50_000_000n;
/** Of any other, which has nothing else to pay the network of. */
const LONE_FEE_BUFFER = 200_000_000n;

/** XLM beside what is traded, in stroops. */
export interface XlmNeeded {
  /** What the network keeps of each wallet. */
  readonly perWallet: bigint;
  /** Of all of them together. */
  readonly reserves: bigint;
  /** Of the first wallet, which pays the network for all of them. */
  readonly feeBuffer: bigint;
}

/**
 * What a pool's wallets need beside what they trade: the reserves of themselves, their lines, and of as many offers as their owner can
 * ever set them to, since settings change without a payment.
 */
export function xlmNeeded({ base, quote, walletCount }: Pick<ReadPool, "base" | "quote" | "walletCount">): XlmNeeded {
  const lines = [base, quote].filter((key) => key !== NATIVE_CODE).length;
  const offers = Math.ceil((2 * MAX_LEVELS) / walletCount);
  const perWallet = BASE_RESERVE * BigInt(OWN_RESERVES + lines + offers);
  return { perWallet, reserves: perWallet * BigInt(walletCount), feeBuffer: lines < 2 ? FEE_BUFFER : LONE_FEE_BUFFER };
}
