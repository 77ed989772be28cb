import { AppError } from "#schemas/errors.ts";
import type { QuoteOutput, QuoteQuery } from "#schemas/market-data.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { Feed } from "./feed.ts";
import { nameOf } from "./market-view.ts";
import { findQuote, findQuoteWithoutOwn } from "./quote.ts";

/**
 * What a path payment of `payer` (G..., or null) would do if the ledger took it next. Throws `market-building`,
 * `market-assets-unlisted`, `market-behind` and `quote-no-path`.
 */
export function quotePayment(
  feed: Pick<Feed, "memory" | "place" | "lag">,
  { direction, send, receive, amount }: QuoteQuery,
  payer: string | null,
): QuoteOutput {
  const { memory } = feed;
  const place = feed.place();
  if (place.state === "building") throw new AppError("market-building");
  for (const asset of [send, receive])
    if (!memory?.index.isListed(assetOfKey(asset))) throw new AppError("market-assets-unlisted", { asset });
  if (place.state === "behind") throw new AppError("market-behind", { ledgers: feed.lag });
  const asked = { direction, send: assetOfKey(send), receive: assetOfKey(receive), amount: parseAmount(amount), payer };
  // Own orders that leave no other way: the check of the swap says which of them are taken back for it.
  const found = memory && (findQuote(memory.index, asked) ?? findQuoteWithoutOwn(memory.index, asked));
  if (!found) throw new AppError("quote-no-path", { send, receive });
  const { sendAmount, receiveAmount, hops, priceImpact } = found;
  const impact = priceImpact.toString().padStart(3, "0");
  return {
    ...place,
    sendAmount: formatAmount(sendAmount),
    receiveAmount: formatAmount(receiveAmount),
    hops: hops.map(({ from, to, sent, received, via }) => ({
      from: nameOf(from),
      to: nameOf(to),
      sent: formatAmount(sent),
      received: formatAmount(received),
      via,
    })),
    priceImpact: `${impact.slice(0, -2)}.${impact.slice(-2)}`,
  };
}
