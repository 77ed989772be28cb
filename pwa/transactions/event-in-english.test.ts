import fc from "fast-check";
import { expect, test } from "vitest";
import { eventFacts, titleOf } from "#pwa/parts/history/event-words.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { withoutSetApart } from "#pwa/ui/foreign-text.ts";
import { OrderKind, OrderSide } from "#schemas/trading.ts";
import { EventAct, Tried } from "#schemas/movement-events.ts";
import { TransactionType } from "#schemas/transactions.ts";
import { eventInEnglish, orderInEnglish } from "./event-in-english.ts";

const USDC = `USDC-G${"A".repeat(55)}`;
const amount = fc.constantFrom("0.0000000", "4300.0000000", "1037.1500000", "1234567.0000001", "0.0000001");
const asset = fc.constantFrom("XLM", USDC);
const address = fc.constantFrom("", "GME", "GANA", `GB${"C".repeat(54)}`);
const order = fc.record({
  uid: fc.constant("op-1"),
  kind: fc.constantFrom(...OrderKind.options),
  side: fc.constantFrom(...OrderSide.options),
  base: asset,
  quote: asset,
  price: fc.constantFrom("0.24", "12345.5", "0.241197674419"),
  amount,
  filled: amount,
  left: amount,
  wasTaken: fc.boolean(),
});
const event = fc.record(
  {
    act: fc.constantFrom(...EventAct.options),
    other: fc.record({ asset, amount, isIncoming: fc.boolean() }),
    order,
    tried: fc.constantFrom(...Tried.options),
  },
  { requiredKeys: ["act"] },
);
const row = fc
  .record({
    type: fc.constantFrom(...TransactionType.options),
    amount,
    from: address,
    to: address,
    partyName: fc.constantFrom("", "ben"),
    event: fc.option(event),
  })
  .map(aRow);
const nameOf = (each: string) => (each === "GANA" ? "אנה\u202E <x/>" : null);

test("what a file says is to the letter what the history says in English", () => {
  fc.assert(
    fc.property(row, (each) => {
      expect(eventInEnglish(each, "GME", nameOf)).toBe(withoutSetApart(titleOf(each, "GME", nameOf)));
      const { order: placed } = each.event ?? {};
      if (placed !== undefined) expect(orderInEnglish(placed)).toBe(eventFacts(each, "GME").order);
    }),
    { numRuns: 3000 },
  );
});

test("that movements are missing is said with both moments", () => {
  const event = { act: "missing", since: "2026-05-01T08:00:00.000Z" } as const;
  const row = aRow({ type: "missing", from: "", to: "", amount: "0.0000000", event });
  expect(eventInEnglish(row, "GME", () => null)).toBe(
    "Movements between 2026-05-01T08:00:00.000Z and 2026-05-01T10:00:00.000Z are missing",
  );
  expect(titleOf(row, "GME", () => null)).toMatch(/^Movements between .*May 1, 2026.* and .* are missing$/);
});
