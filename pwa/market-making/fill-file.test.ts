import { expect, test } from "vitest";
import { fillsCsv } from "./fill-file.ts";
import { aFill } from "./pool.fixture.ts";

test("a file of fills has a line for each, in columns with names for programs", () => {
  const file = fillsCsv([aFill(), aFill({ reference: null, isTaker: true })]);
  const [head, first, second, end] = file.split("\r\n");
  expect(head).toBe("time,side,base,quote,amount,price,total,reference,taker,filled_by,wallet,hash");
  expect(first).toBe(
    "2026-11-20T10:00:00.000Z,buy,XLM,USDC-GISSUER,10.0000000,0.0995,0.9950000,0.1,no,GOTHER,GWALLET,ab",
  );
  expect(second).toContain(",,yes,");
  expect(end).toBe("");
});
