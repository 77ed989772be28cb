import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { typedWords } from "#pwa/parts/search/fold-text.ts";
import { movementTest } from "./movement-test.ts";

const ANNA = "GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37";
const row = aRow({ type: "send", from: "GME", to: ANNA, memo: "Rent for Café", hash: "0a1b2c3d".repeat(8) });

function fits(typed: string): boolean {
  const nameOf = (address: string) => (address === ANNA ? "Änna Ørsted" : null);
  return movementTest(typedWords(typed), nameOf, "GME")(row);
}

test("a movement is found by memo, by hash, and by the name or the address of who stood on the other side", () => {
  for (const typed of ["rent", "CAFE for", "anna", "anna rent", "0a1b2c", "2c3d", ANNA, "gdqp2k", "4W37"])
    expect(fits(typed), typed).toBe(true);
});

test("an exchange is found by what it says, and its other side is not found beside it", () => {
  const other = { asset: `USDC-G${"A".repeat(55)}`, amount: "24.1000000", isIncoming: true };
  const swap = aRow({ type: "swap", from: "GME", to: "", event: { act: "exchanged", other } });
  const fits = movementTest(typedWords("swapped usdc"), () => null, "GME");
  expect(fits(swap)).toBe(true);
  expect(fits({ ...swap, event: { act: "leg", of: swap.uid } })).toBe(false);
  const named = movementTest(typedWords("ben"), () => null, "GME");
  expect(named(aRow({ from: "GBEN", partyName: "ben" }))).toBe(true);
});

test("a movement that lacks one of the words is not, nor one that has a few letters of it in its hash", () => {
  for (const typed of ["rent bob", "b2c", "gme", "lunch"]) expect(fits(typed), typed).toBe(false);
});

test("a name is asked for once per address, however many rows have it", () => {
  let asked = 0;
  const test = movementTest(["anna"], () => ((asked += 1), "Anna"), "GME");
  for (let at = 0; at < 50; at += 1) expect(test({ ...row, uid: String(at) })).toBe(true);
  expect(asked).toBe(1);
});
