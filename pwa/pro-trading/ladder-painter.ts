import { t } from "@lingui/core/macro";
import type { LadderLine } from "./ladder-lines.ts";
import { commaList } from "#pwa/parts/trading/comma-list.ts";
import type { Painter } from "#pwa/parts/painting/use-painter.ts";
import { attributeOf, barOf, partOf, partsOf, presenceOf, propertyOf, textIn } from "#pwa/parts/painting/write.ts";

/** Writes prices, the highest first, into the rows of a ladder, each a `data-line`. */
export function openLadderPainter(table: HTMLElement): Painter<readonly LadderLine[]> {
  const rows = partsOf(table, "line").map((row) => openRow(row));
  const room = propertyOf(table, "--price-room");
  return (lines) => {
    room(`calc(${lines.reduce((most, { priceText }) => Math.max(most, priceText.length), 0)}ch + 0.5rem)`);
    for (const [index, line] of lines.entries()) rows[index]?.(line);
  };
}

function openRow(row: HTMLElement): Painter<LadderLine> {
  const button = partOf(row, "rung");
  const [value, name] = [attributeOf(button, "value"), attributeOf(button, "aria-label")];
  const [side, last] = [attributeOf(row, "data-side"), attributeOf(row, "data-last")];
  const [bid, price, ask] = [textIn(partOf(row, "bid")), textIn(partOf(row, "price")), textIn(partOf(row, "ask"))];
  const [bidBar, askBar] = [barOf(partOf(row, "bid-bar")), barOf(partOf(row, "ask-bar"))];
  const [ownBid, ownAsk] = [presenceOf(partOf(row, "own-bid")), presenceOf(partOf(row, "own-ask"))];
  return (line) => {
    value(line.price);
    name(t`${{ price: line.price }}, ${{ offered: offeredWords(line) }}: use this price`);
    side(line.bid !== "" ? "bid" : line.ask !== "" ? "ask" : null);
    last(line.isLast ? "" : null);
    bid(line.bid);
    price(line.priceText);
    ask(line.ask);
    bidBar(line.bidShare);
    askBar(line.askShare);
    ownBid(line.isOwnBid);
    ownAsk(line.isOwnAsk);
  };
}

function offeredWords({ bid, ask, isOwnBid, isOwnAsk, isLast }: LadderLine): string {
  return commaList([
    bid === "" ? "" : isOwnBid ? t`${bid} bid for, yours among them` : t`${bid} bid for`,
    ask === "" ? "" : isOwnAsk ? t`${ask} offered, yours among them` : t`${ask} offered`,
    bid === "" && ask === "" ? t`nothing offered` : "",
    isLast ? t`traded here last` : "",
  ]);
}
