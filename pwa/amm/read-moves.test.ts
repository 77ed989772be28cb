import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { isOfPool, movesOf } from "./read-moves.ts";

const ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
const USDC = `USDC-${ISSUER}`;
const POOL = "ab".repeat(32);

function aDeposit(uid: string, amountA: string, amountB: string) {
  const row = { type: "pool_deposit" as const, from: "GME", to: POOL };
  return [
    aRow({ ...row, uid, amount: amountA }),
    aRow({ ...row, uid: `${uid}-2`, assetCode: "USDC", issuer: ISSUER, amount: amountB }),
  ];
}

test("the rows of one operation are one move", () => {
  const taken = aRow({ uid: "300", type: "pool_withdraw", from: POOL, to: "GME", amount: "1.0000000" });
  const rows = [...aDeposit("100", "10.0000000", "2.0000000"), ...aDeposit("200", "5.0000000", "1.0000000"), taken];
  expect(movesOf(rows, "XLM", USDC, "GME")).toEqual([
    { kind: "deposit", a: 100_000_000n, b: 20_000_000n },
    { kind: "deposit", a: 50_000_000n, b: 10_000_000n },
    // Its other asset is missing, and so it is seen to be.
    { kind: "withdrawal", a: 10_000_000n, b: 0n },
  ]);
});

test("what failed or waits moved nothing, and other pools are others", () => {
  const [row] = aDeposit("100", "10.0000000", "2.0000000");
  if (row === undefined) throw new Error("no row");
  expect(movesOf([{ ...row, status: "failed" }], "XLM", USDC, "GME")).toEqual([]);
  expect(isOfPool(row, POOL)).toBe(true);
  expect(isOfPool(row, "cd".repeat(32))).toBe(false);
  expect(isOfPool(aRow({ type: "send", to: POOL }), POOL)).toBe(false);
});
