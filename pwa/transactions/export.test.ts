import { expect, test } from "vitest";
import { exportName, toCsv, toJson } from "./export.ts";
import { aRow } from "./row.fixture.ts";

const context = { ownAddress: "GME", nameOf: (address: string) => (address === "GANA" ? "Ana" : null) };

test("CSV has a header and one line a row", () => {
  expect(toCsv([aRow()], context)).toBe(
    "timestamp,type,direction,asset,issuer,amount,fee,from,to,counterparty,memo,status,ledger,hash\r\n" +
      `2026-05-01T10:00:00.000Z,receive,in,XLM,,12.5000000,0.0000100,GANA,GME,Ana,,confirmed,1,${"ab".repeat(32)}\r\n`,
  );
  expect(toCsv([], context).split("\r\n")).toHaveLength(2);
});

test("quotes, commas and line breaks in a memo stay one cell", () => {
  expect(toCsv([aRow({ memo: 'a "b", c\nd' })], context)).toContain(',"a ""b"", c\nd",');
});

test("a memo cannot become a formula in a spreadsheet", () => {
  expect(toCsv([aRow({ memo: "=HYPERLINK(A1)" })], context)).toContain(",'=HYPERLINK(A1),");
});

test("JSON holds the same facts", () => {
  expect(JSON.parse(toJson([aRow()], context))).toEqual([
    expect.objectContaining({ direction: "in", counterparty: "Ana", amount: "12.5000000", ledger: 1 }),
  ]);
});

test("files are named after the day", () => {
  expect(exportName("csv", new Date(2026, 0, 5))).toBe("astrolabe-transactions-2026-01-05.csv");
});
