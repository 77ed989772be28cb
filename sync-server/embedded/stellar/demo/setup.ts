import { XdrString } from "@stellar/stellar-sdk/xdr";
import type { AssetWire, OperationWire } from "@stellar/stellar-sdk/xdr";
import { compareAssets, poolIdOf, POOL_FEE_BASIS_POINTS } from "#server/embedded/stellar/ledger/assets.ts";
import { trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { INT64_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { LISTED_CODES, NATIVE, PAIRS } from "./assets.ts";
import type { Code, ListedCode, Pair } from "./assets.ts";
import { assetIn } from "./cast.ts";
import type { Actor, Cast } from "./cast.ts";
import { grant } from "./funds.ts";
import { holdingOf, reservesOf } from "./holdings.ts";
import type { Plan } from "./plan.ts";
import { middleOf, PRICE_SCALE } from "./walk.ts";
import type { Prices } from "./walk.ts";

type Body = OperationWire["body"];

/** Pays for the reserves of an account with all its offers, and for a century of fees. */
const STARTING_BALANCE = 20_000_000_000n;
/** Deposits are made at the middle price, give or take a hundredth. */
const DEPOSIT_PRICES = { low: 99n, high: 101n };
const PRICE_DENOMINATOR = 10_000_000;

/** What must come about before anybody can trade: accounts, then trust lines and home domains. Empty once all is there. */
export function foundingPlans(cast: Cast, state: LedgerState, domain: string): Plan[] {
  const missing = cast.all.filter(({ id }) => !state.peekAccount(id));
  if (missing.length > 0) {
    const bodies = missing.map(({ id }): Body => {
      return { type: 0, createAccountOp: { destination: id, startingBalance: STARTING_BALANCE } };
    });
    return [{ actor: cast.bank, bodies }];
  }
  const lines = linesOf(cast).flatMap(([actor, code]) => {
    const asset = assetIn(cast, code);
    return state.peek(trustlineKey(actor.id, asset)) ? [] : [{ actor, bodies: [trust(asset)] }];
  });
  return [...lines, ...domainPlans(cast, state, domain)];
}

/** Fills the pools that nobody has filled yet: first the provider's purse, then the pools. */
export function poolPlans(cast: Cast, state: LedgerState, prices: Prices): Plan[] {
  const { provider } = cast;
  const empty = PAIRS.filter(({ base, counter }) => {
    return !reservesOf(state, assetIn(cast, base), assetIn(cast, counter));
  });
  const needs = new Map<Code, bigint>();
  for (const pair of empty) {
    const { base, counter, poolAmount } = pair;
    needs.set(base, (needs.get(base) ?? 0n) + poolAmount);
    needs.set(counter, (needs.get(counter) ?? 0n) + counterAmount(pair, prices));
  }
  const grants = [...needs].flatMap(([code, need]) => {
    const reserve = code === NATIVE ? STARTING_BALANCE : 0n;
    const missing = need + reserve - holdingOf(state, provider, assetIn(cast, code));
    return missing > 0n ? grant(cast, state, provider, code, missing) : [];
  });
  if (grants.length > 0) return grants;
  return empty.map((pair) => ({ actor: provider, bodies: deposit(cast, state, pair, prices) }));
}

function linesOf({ makers, traders, arbitrageur, provider }: Cast): (readonly [Actor, ListedCode])[] {
  const ofMakers = PAIRS.flatMap(({ base, counter }): (readonly [Actor, ListedCode])[] =>
    counter === NATIVE ? [[makers[base], base]] : [[makers[base], counter]],
  );
  const others = [...traders, arbitrageur, provider];
  return [...ofMakers, ...others.flatMap((actor) => LISTED_CODES.map((code) => [actor, code] as const))];
}

/** Gives the issuers the market's home domain, where they have another. */
function domainPlans({ issuers }: Cast, state: LedgerState, domain: string): Plan[] {
  return Object.values(issuers).flatMap((actor) => {
    if (String(state.peekAccount(actor.id)?.homeDomain ?? "") === domain) return [];
    const unchanged = { inflationDest: null, clearFlags: null, setFlags: null, masterWeight: null, signer: null };
    const thresholds = { lowThreshold: null, medThreshold: null, highThreshold: null };
    const setOptionsOp = { ...unchanged, ...thresholds, homeDomain: new XdrString(domain) };
    return [{ actor, bodies: [{ type: 5, setOptionsOp } as const] }];
  });
}

function trust(asset: AssetWire): Body {
  return { type: 6, changeTrustOp: { line: asset, limit: INT64_MAX } };
}

function deposit(cast: Cast, state: LedgerState, pair: Pair, prices: Prices): Body[] {
  const base = assetIn(cast, pair.base);
  const counter = assetIn(cast, pair.counter);
  const isBaseFirst = compareAssets(base, counter) < 0;
  const [assetA, assetB] = isBaseFirst ? [base, counter] : [counter, base];
  const value = counterAmount(pair, prices);
  const [maxAmountA, maxAmountB] = isBaseFirst ? [pair.poolAmount, value] : [value, pair.poolAmount];
  const liquidityPoolId = poolIdOf(base, counter);
  const constantProduct = { assetA, assetB, fee: POOL_FEE_BASIS_POINTS };
  const line = { type: 3, liquidityPool: { type: 0, constantProduct } } as const;
  const isTrusted = state.peek(trustlineKey(cast.provider.id, { type: 3, liquidityPoolId })) !== undefined;
  const price = (percent: bigint) => ({
    n: Number((maxAmountA * percent * BigInt(PRICE_DENOMINATOR)) / (maxAmountB * 100n)),
    d: PRICE_DENOMINATOR,
  });
  const prices_ = { minPrice: price(DEPOSIT_PRICES.low), maxPrice: price(DEPOSIT_PRICES.high) };
  return [
    ...(isTrusted ? [] : [{ type: 6, changeTrustOp: { line, limit: INT64_MAX } } as const]),
    { type: 22, liquidityPoolDepositOp: { liquidityPoolId, maxAmountA, maxAmountB, ...prices_ } },
  ];
}

function counterAmount(pair: Pair, prices: Prices): bigint {
  return (pair.poolAmount * middleOf(prices, pair)) / PRICE_SCALE;
}
