import { Keypair } from "@stellar/stellar-sdk";
import type { QuoteQuery } from "#schemas/market-data.ts";
import { adjustedOfferAmount } from "#schemas/values/exchange.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import { MarketMemory } from "#server/markets/market-memory.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool } from "#server/platform/network/markets.ts";

const POOLS = 10;
const SPREAD = 0.05;
const PRICE_DENOMINATOR = 10_000;
const POOL_STROOPS = 1e12;
/** Amounts that are asked for, in stroops: half a unit to many thousands. */
const SCALES = [5e6, 5e8, 5e10];

/** XLM and others of issuers of their own. */
export function assetsOf(count: number): AssetName[] {
  const others = Array.from({ length: count - 1 }, (_, n) => ({
    assetCode: `A${n}`,
    issuer: Keypair.fromRawEd25519Seed(Buffer.alloc(32, n + 1)).publicKey(),
  }));
  return [NATIVE, ...others];
}

/** So many offers in all pairs: every asset has a worth, and offers ask a little more than that, so that no way around brings a gain. */
export function marketOf(names: readonly AssetName[], count: number, random: () => number): MarketMemory {
  const worth = names.map(() => 0.1 + 10 * random());
  const offers = Array.from({ length: count }, (_, n): LedgerOffer => {
    const [sold, bought] = twoOf(names, random);
    const rate = ((worth[sold] ?? 1) / (worth[bought] ?? 1)) * (1 + SPREAD * random());
    const price = { n: Math.ceil(rate * PRICE_DENOMINATOR), d: PRICE_DENOMINATOR };
    const amount = adjustedOfferAmount(price, BigInt(Math.ceil(1e6 + 1e10 * random())), MAX_STROOPS);
    const [selling, buying] = [names[sold] ?? NATIVE, names[bought] ?? NATIVE];
    return { offerId: String(n + 1), seller: `G${n % 500}`, selling, buying, price, amount, ledger: 1 };
  });
  const reserve = (asset: number) => BigInt(Math.ceil(POOL_STROOPS / (worth[asset] ?? 1)));
  const pools = Array.from({ length: Math.min(POOLS, names.length - 1) }, (_, n): LedgerPool => ({
    poolId: (n + 1).toString(16).padStart(64, "0"),
    assetA: NATIVE,
    assetB: names[n + 1] ?? NATIVE,
    reserveA: reserve(0),
    reserveB: reserve(n + 1),
    totalShares: 1n,
    feeBasisPoints: 30,
    holders: 1,
    ledger: 1,
  }));
  const listed = names.map(assetKey);
  const place = { phase: "live", generation: 1, sequence: 1, ledger: 1, closedAt: null, cursor: null } as const;
  const state = { _id: "markets", ...place, liveFrom: 1, listed, isRebuildAsked: false } as const;
  return new MarketMemory({ state, offers, pools, pairs: [] });
}

/** For a quote of two of the assets. */
export function aQuestion(names: readonly AssetName[], random: () => number): QuoteQuery {
  const [send, receive] = twoOf(names, random);
  const scale = SCALES[Math.floor(random() * SCALES.length)] ?? 1;
  return {
    direction: random() < 0.5 ? "send" : "receive",
    send: assetKey(names[send] ?? NATIVE),
    receive: assetKey(names[receive] ?? NATIVE),
    amount: formatAmount(BigInt(Math.ceil(scale * (0.5 + random())))),
  };
}

/** Numbers of two assets, never the same. */
function twoOf({ length }: readonly AssetName[], random: () => number): readonly [number, number] {
  const one = Math.floor(random() * length);
  return [one, (one + 1 + Math.floor(random() * (length - 1))) % length];
}
