import type { ClientSession } from "mongodb";
import { type Exact } from "#schemas/market-maker/prices.ts";
import { resultOf, worthOf } from "#schemas/market-maker/reckoning.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";
import { keysOf, putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { textOf } from "./books.ts";
import type { LedgerFacts } from "./facts.ts";
import { movePool, type PoolDocument, type PoolFields, walletCollection, WALLETS } from "./store.ts";

/** How often a row is written of which only the price has moved, in ms. */
export const TOLD_EVERY_MS = 60_000;

/** What a row is to say, and whether anything but a price has moved. */
export interface Told {
  readonly fields: PoolFields;
  readonly isMoved: boolean;
}

/** What a pool's row says of a ledger. Without a reference it is reckoned by the last one that was seen. */
export function toldOf(seen: PoolDocument, facts: LedgerFacts, reference: Exact | null): Told {
  const price = reference ?? (seen.lastPrice === null ? null : readPrice(seen.lastPrice));
  const { base, quote, aside } = facts;
  const offers = facts.offers.map(({ offerId, side, price: at, amount }) => ({
    offerId,
    side,
    price: priceText(BigInt(at.n), BigInt(at.d)) ?? "0",
    amount: formatAmount(amount),
  }));
  const held = {
    baseBalance: formatAmount(base),
    quoteBalance: formatAmount(quote),
    xlmAside: formatAmount(aside > 0n ? aside : 0n),
  };
  const former = seen.offers.map(({ offerId, side, price: at, amount }) => ({ offerId, side, price: at, amount }));
  const isMoved =
    held.baseBalance !== seen.baseBalance ||
    held.quoteBalance !== seen.quoteBalance ||
    held.xlmAside !== seen.xlmAside ||
    JSON.stringify(offers) !== JSON.stringify(former);
  const reckoned = price && reckonedAt(seen, facts, price);
  return { fields: { ...held, offers, ...(price && { lastPrice: textOf(price) }), ...reckoned }, isMoved };
}

function reckonedAt(seen: PoolDocument, { base, quote, pool }: LedgerFacts, reference: Exact): PoolFields {
  const result = resultOf({
    begun: { base: BigInt(seen.base0), quote: BigInt(seen.quote0) },
    holding: { base, quote },
    reference,
    spread: BigInt(seen.spreadSum),
    networkFees: BigInt(seen.feeSum),
    xlm: pool.base === NATIVE_CODE ? "base" : pool.quote === NATIVE_CODE ? "quote" : null,
  });
  return { result, profitLoss: result.profitLoss, worth: formatAmount(worthOf({ base, quote }, reference)) };
}

/** Writes what wallets have, where that has changed. */
export async function putWallets(
  { database, clock }: Runtime,
  session: ClientSession,
  { id, userId, status }: Pick<PoolDocument, "id" | "userId" | "status">,
  facts: LedgerFacts,
): Promise<void> {
  const rows = facts.wallets.map(({ base, quote }, place) => ({
    uid: `${id}-${place + 1}`,
    fields: {
      isActive: status === "active",
      baseBalance: formatAmount(base),
      quoteBalance: formatAmount(quote),
    },
  }));
  const stored = await walletCollection(database)
    .find(keysOf(rows.map(({ uid }) => ({ userId, uid }))), { session })
    .toArray();
  const writes = rows.flatMap(({ uid, fields }) => {
    const row = stored.find((each) => each.uid === uid);
    if (!row) return [];
    const hasMoved = row.baseBalance !== fields.baseBalance || row.quoteBalance !== fields.quoteBalance;
    if (!hasMoved && row.isActive === fields.isActive) return [];
    return [{ uid, fields: { ...fields, ...(hasMoved && { lastUsed: clock.now() }) } }];
  });
  if (writes.length > 0) await putReplicated(database, session, WALLETS, userId, writes);
}

/** Writes a pool's row and those of its wallets, if nobody moved it meanwhile. */
export async function tell(
  runtime: Runtime,
  seen: PoolDocument,
  facts: LedgerFacts,
  fields: PoolFields,
): Promise<void> {
  await runtime.database.transaction(async (session) => {
    if (await movePool(runtime, session, seen, fields)) await putWallets(runtime, session, seen, facts);
  });
}
