import { t } from "@lingui/core/macro";
import type { BookSide } from "#pwa/parts/market-data/group-levels.ts";
import type { Painter } from "#pwa/parts/painting/use-painter.ts";
import { attributeOf, barOf, partOf, partsOf, presenceOf, propertyOf, textIn } from "#pwa/parts/painting/write.ts";
import type { BookLine, BookLines } from "./book-lines.ts";

/** Writes a book into its rows: `data-asks` with the best last, `data-bids` with the best first. */
export function openBookPainter(table: HTMLElement): Painter<BookLines> {
  const asks = partsOf(table, "asks")
    .map((row) => openRow(row, "asks"))
    .toReversed();
  const bids = partsOf(table, "bids").map((row) => openRow(row, "bids"));
  const room = propertyOf(table, "--price-room");
  return (lines) => {
    room(`calc(${lines.priceLength}ch + 0.75rem)`);
    for (const [index, paint] of asks.entries()) paint(lines.asks[index]);
    for (const [index, paint] of bids.entries()) paint(lines.bids[index]);
  };
}

/** A row without a level stays where it is, with nothing in it. */
function openRow(row: HTMLElement, side: BookSide): Painter<BookLine | undefined> {
  const button = partOf(row, "level");
  const [isThere, isEmpty] = [presenceOf(button), attributeOf(row, "data-empty")];
  const isOwn = presenceOf(partOf(row, "own"));
  const [value, name] = [attributeOf(button, "value"), attributeOf(button, "aria-label")];
  const [price, amount] = [textIn(partOf(row, "price")), textIn(partOf(row, "amount"))];
  const [total] = partsOf(row, "total").map(textIn);
  const bar = barOf(partOf(row, "bar"));
  return (line) => {
    isThere(line !== undefined);
    isEmpty(line === undefined ? "" : null);
    isOwn(line?.isOwn ?? false);
    if (line !== undefined) {
      value(line.price);
      name(lineWords(side, line));
    }
    price(line?.priceText ?? "");
    amount(line?.amount ?? "");
    total?.(line?.total ?? "");
    bar(line?.share ?? 0);
  };
}

function lineWords(side: BookSide, { price, isOwn }: BookLine): string {
  if (side === "asks")
    return isOwn
      ? t`Sell offers at ${price}, yours among them: use this price`
      : t`Sell offers at ${price}: use this price`;
  return isOwn
    ? t`Buy offers at ${price}, yours among them: use this price`
    : t`Buy offers at ${price}: use this price`;
}
