import { expect, test } from "vitest";
import { sentenceOf } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { orderInTheWay } from "./order-in-the-way.ts";

const pair = { base: "XLM", quote: `USD-${"G".repeat(56)}` };
const order = { offerId: "7", side: "buy", ...pair, price: { n: 47, d: 200 } } as const;
const reason = sentenceOf("order-crosses-own", { side: "buy", price: "0.235" });

test("the order is the one that the server's sentence names, seen from either side of the market", () => {
  expect(orderInTheWay([order], pair, reason)).toBe(order);
  expect(orderInTheWay([order], { base: pair.quote, quote: pair.base }, reason)).toBe(order);
});

test("it is found by code and facts as well", () => {
  const said = writeSaid("error.order-crosses-own", { side: "buy", price: "0.235" });
  expect(orderInTheWay([order], pair, said)).toBe(order);
  expect(
    orderInTheWay([order], pair, writeSaid("error.order-crosses-own", { side: "sell", price: "0.235" })),
  ).toBeNull();
  expect(orderInTheWay([order], pair, writeSaid("error.account-frozen"))).toBeNull();
});

test.each([
  ["another side", { ...order, side: "sell" as const }, reason],
  ["a price that only begins alike", { ...order, price: { n: 2351, d: 10_000 } }, reason],
  ["another market", { ...order, base: `EUR-${"G".repeat(56)}` }, reason],
  ["another reason", order, sentenceOf("account-frozen")],
])("%s is not it", (_what, other, why) => expect(orderInTheWay([other], pair, why)).toBeNull());
