import { expect, test } from "vitest";
import type { EventOrder, MovementEvent } from "#schemas/movement-events.ts";
import { eventFacts, titleOf } from "./event-words.ts";
import type { MovementRow } from "./movement.ts";
import { aRow } from "./row.fixture.ts";

const USDC = `USDC-G${"A".repeat(55)}`;
const nobody = () => null;

function title(fields: Partial<MovementRow>, nameOf: (address: string) => string | null = nobody): string {
  return titleOf(aRow(fields), "GME", nameOf);
}

function anOrder(fields: Partial<EventOrder> = {}): EventOrder {
  return {
    uid: "7",
    kind: "limit",
    side: "sell",
    base: "XLM",
    quote: USDC,
    price: "0.245",
    amount: "200.0000000",
    filled: "0.0000000",
    left: "0.0000000",
    wasTaken: false,
    ...fields,
  };
}

/** A row that gave XLM for USDC. */
function given(amount: string, got: string, event: Partial<MovementEvent> = {}): Partial<MovementRow> {
  const other = { asset: USDC, amount: got, isIncoming: true };
  return { type: "trade", amount, from: "GME", to: "", event: { act: "exchanged", other, ...event } };
}

function bought(amount: string, paid: string, order: EventOrder): Partial<MovementRow> {
  const other = { asset: "XLM", amount, isIncoming: true };
  const row = { assetCode: "USDC", issuer: USDC.slice(5), amount: paid, from: "GME", to: "" };
  return { ...row, type: "trade", event: { act: "exchanged", other, order } };
}

test.each<[Partial<MovementRow>, string]>([
  [
    given("4300.0000000", "1037.1500000", { order: anOrder({ kind: "market" }) }),
    "Sold 4,300 XLM for 1,037.15 USDC on the market",
  ],
  [
    given("60.0000000", "14.7000000", { order: anOrder({ wasTaken: true }) }),
    "Sold 60 XLM for 14.7 USDC by your order at 0.245",
  ],
  [
    bought("200.0000000", "47.0000000", anOrder({ side: "buy", price: "0.235", left: "300.0000000" })),
    "Bought 200 XLM for 47 USDC on the market, 300 more bid for at 0.235",
  ],
  [given("100.0000000", "24.1000000"), "Sold 100 XLM for 24.1 USDC"],
  [{ ...given("100.0000000", "24.1000000"), type: "swap" }, "Swapped 100 XLM for 24.1 USDC"],
])("an exchange says both of its sides: %j", (fields, words) => {
  expect(title(fields)).toBe(words);
});

const orderRow = (act: MovementEvent["act"], order: EventOrder): Partial<MovementRow> => {
  return { type: "order", amount: "0.0000000", from: "GME", to: "", event: { act, order } };
};

test.each<[Partial<MovementRow>, string]>([
  [
    orderRow("placed", anOrder({ side: "buy", price: "0.235", amount: "500.0000000", left: "500.0000000" })),
    "Bid placed: 500 XLM at 0.235",
  ],
  [orderRow("placed", anOrder({ left: "200.0000000" })), "Offer placed: 200 XLM at 0.245"],
  [orderRow("changed", anOrder({ left: "1500.0000000" })), "Changed: sell 1,500 at 0.245"],
  [orderRow("cancelled", anOrder({ filled: "60.0000000" })), "Cancelled: sell 200 at 0.245 (60 filled)"],
  [orderRow("cancelled", anOrder()), "Cancelled: sell 200 at 0.245"],
  [{ type: "order", amount: "0.0000000", from: "GME", to: "" }, "Order placed or changed"],
])("an order says what became of it: %j", (fields, words) => {
  expect(title(fields)).toBe(words);
});

test("both assets of a pool are named", () => {
  const other = { asset: USDC, amount: "24.0000000", isIncoming: false };
  const pool = "ab".repeat(32);
  const row = { amount: "100.0000000", from: "GME", to: pool, event: { act: "exchanged" as const, other } };
  expect(title({ ...row, type: "pool_deposit" })).toBe("Put 100 XLM and 24 USDC into a pool");
  const out = { ...row, type: "pool_withdraw" as const, from: pool, to: "GME" };
  expect(title(out)).toBe("Took 100 XLM and 24 USDC out of a pool");
});

test("lines, the opening of the account, and what failed", () => {
  const line = { type: "trust" as const, assetCode: "USDC", from: "GME", to: "GISS" };
  expect(title({ ...line, event: { act: "added" } })).toBe("Added USDC");
  expect(title({ ...line, event: { act: "removed" } })).toBe("Removed USDC");
  expect(title({ type: "create_account", amount: "0.0000000", event: { act: "opened" } })).toBe(
    "Account opened, its reserve paid by Astrolabe",
  );
  const failed = { type: "fee" as const, from: "GME", to: "", status: "failed" as const };
  expect(title({ ...failed, event: { act: "failed", tried: "send" } })).toBe("Payment failed");
  expect(title({ ...failed, event: { act: "failed", tried: "order" } })).toBe("Order failed");
});

test("users are named by their usernames, contacts by the names one gave them, strangers by their addresses", () => {
  const [stranger, contact] = [`G${"B".repeat(55)}`, (address: string) => (address === "GANA" ? "Ana" : null)];
  expect(title({ partyName: "anna" })).toBe("Received from @anna");
  expect(title({ partyName: "anna" }, contact)).toBe("Received from Ana");
  expect(title({ type: "send", from: "GME", to: stranger })).toBe("Sent to GBBBBB...BBBB");
  expect(title({ partyName: "anna", event: { act: "claimed" } })).toBe("Claimed from @anna");
  const setAside = { type: "claimable" as const, from: "GME", to: "GBEN", partyName: "ben" };
  expect(title(setAside)).toBe("Set aside for @ben");
  expect(title({ from: "GME", to: "GME", event: { act: "claimed" } })).toBe("Taken back");
});

test("what else is known of an exchange is worked out from what moved", () => {
  const order = anOrder({ filled: "60.0000000", wasTaken: true });
  const charged = [{ asset: USDC, amount: "0.1500000", isIncoming: false }];
  expect(eventFacts(aRow(given("60.0000000", "14.7000000", { order, charged })), "GME")).toEqual({
    pair: "XLM/USDC",
    side: "Sell",
    quote: "USDC",
    price: "0.245",
    average: "0.245",
    rate: null,
    path: null,
    order: "Limit, 60 of 200 filled",
    charged: "0.15 USDC",
  });
  const swap = { ...given("100.0000000", "24.1000000", { path: [`EURC-G${"C".repeat(55)}`] }), type: "swap" as const };
  expect(eventFacts(aRow(swap), "GME")).toMatchObject({
    pair: null,
    side: null,
    rate: { given: "XLM", price: "0.241", got: "USDC" },
    path: ["XLM", "EURC", "USDC"],
  });
});
