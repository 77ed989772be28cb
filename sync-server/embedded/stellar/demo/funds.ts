import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { availableBalance } from "#server/embedded/stellar/ledger/accounts.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { LISTED_CODES, NATIVE, PAIRS } from "./assets.ts";
import type { Code, Pair } from "./assets.ts";
import { assetIn } from "./cast.ts";
import type { Actor, Cast } from "./cast.ts";
import { holdingOf } from "./holdings.ts";
import type { Plan } from "./plan.ts";
import type { Budget } from "./quotes.ts";
import { middleOf, PRICE_SCALE } from "./walk.ts";
import type { Prices } from "./walk.ts";

/** What an actor is to hold of an asset: below `least` it is given up to `usual`, above `most` it gives back down to that. */
interface Purse {
  readonly actor: Actor;
  readonly code: Code;
  readonly least: bigint;
  readonly usual: bigint;
  readonly most: bigint;
}

const UNIT = 10_000_000n;
/** USDC's worth of each asset that a trader goes about with. */
const TRADER_USDC = 30_000n * UNIT;
const ARBITRAGEUR_USDC = 200_000n * UNIT;
/** The whole book of one pair and side, in amounts of its first level: 24 levels that grow by a sixth each, and a fifth more. */
const BOOK_LEVEL_AMOUNTS = 86n;
/** A purse is not filled for less than this part of what it usually holds. */
const SMALLEST_GRANT = 10n;

/** The payments that keep everybody able to trade: issuers and the bank give, and take back what is too much. */
export function fundsPlans(cast: Cast, state: LedgerState, prices: Prices): Plan[] {
  return [...makerPurses(cast, prices), ...traderPurses(cast, prices)].flatMap((purse) => {
    const { actor, code, usual } = purse;
    const asset = assetIn(cast, code);
    const holding = holdingOf(state, actor, asset);
    if (holding < purse.least) return grant(cast, state, actor, code, usual - holding);
    return holding > purse.most ? [payment(actor, sourceOf(cast, code), asset, holding - usual)] : [];
  });
}

/** What a maker may promise to one of its books: half of what it holds, so that offers can grow before others have shrunk. */
export function budgetFor(cast: Cast, state: LedgerState, pair: Pair): Budget {
  const maker = cast.makers[pair.base];
  const held = (code: Code) => holdingOf(state, maker, assetIn(cast, code)) / 2n;
  const levels = ofMaker(pair.base).reduce((sum, { levelAmount }) => sum + levelAmount, 0n);
  return { base: (held(pair.base) * pair.levelAmount) / levels, counter: held(pair.counter) };
}

/** What the books of a maker need of an asset. */
function bookNeeds(base: Code, code: Code, prices: Prices): bigint {
  const own = ofMaker(base);
  if (code === base) return own.reduce((sum, pair) => sum + pair.levelAmount * BOOK_LEVEL_AMOUNTS, 0n);
  return own
    .filter((pair) => pair.counter === code)
    .reduce((sum, pair) => sum + (pair.levelAmount * BOOK_LEVEL_AMOUNTS * middleOf(prices, pair)) / PRICE_SCALE, 0n);
}

/** A payment of an issuer or the bank; none of what the bank does not have. */
export function grant(cast: Cast, state: LedgerState, actor: Actor, code: Code, amount: bigint): Plan[] {
  const source = sourceOf(cast, code);
  if (code !== NATIVE) return [payment(source, actor, assetIn(cast, code), amount)];
  const account = state.peekAccount(source.id);
  const available = account ? availableBalance(state.header, account) / 2n : 0n;
  const given = amount < available ? amount : available;
  return given * SMALLEST_GRANT < amount ? [] : [payment(source, actor, { type: 0 }, given)];
}

function makerPurses({ makers }: Cast, prices: Prices): Purse[] {
  return LISTED_CODES.flatMap((base) =>
    ([NATIVE, ...LISTED_CODES] as const).flatMap((code) => {
      const need = bookNeeds(base, code, prices);
      return need === 0n ? [] : [{ actor: makers[base], code, least: 2n * need, usual: 3n * need, most: 5n * need }];
    }),
  );
}

function traderPurses({ traders, arbitrageur }: Cast, prices: Prices): Purse[] {
  const worth = new Map([
    ...traders.map((trader) => [trader, TRADER_USDC] as const),
    [arbitrageur, ARBITRAGEUR_USDC] as const,
  ]);
  return [...worth].flatMap(([actor, usdc]) =>
    ([NATIVE, ...LISTED_CODES] as const).map((code) => {
      const usual = (usdc * PRICE_SCALE) / prices[code];
      return { actor, code, least: usual / 3n, usual, most: usual * 3n };
    }),
  );
}

function ofMaker(base: Code): readonly Pair[] {
  return PAIRS.filter((pair) => pair.base === base);
}

function sourceOf({ bank, issuers }: Cast, code: Code): Actor {
  return code === NATIVE ? bank : issuers[code];
}

function payment(from: Actor, to: Actor, asset: AssetWire, amount: bigint): Plan {
  const destination = { type: 0, ed25519: to.id.ed25519 } as const;
  return { actor: from, bodies: [{ type: 1, paymentOp: { destination, asset, amount } }] };
}
