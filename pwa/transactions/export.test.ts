import { i18n } from "@lingui/core";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import type { EventOrder } from "#schemas/movement-events.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { showEnglish } from "#tests/support/english.ts";
import { exportName, type TextFile, openCsv, openJson, periodWords } from "./export.ts";

const context = { ownAddress: "GME", nameOf: (address: string) => (address === "GANA" ? "Ana" : null) };

async function written(file: TextFile, rows: readonly MovementRow[]): Promise<string> {
  for (const row of rows) await file.add(row);
  return file.finish().text();
}

/** What another reader of CSV finds. */
async function readBack(rows: readonly MovementRow[]): Promise<Record<string, string>[]> {
  return parse(await written(openCsv(context), rows), { columns: true, record_delimiter: "\r\n" });
}

const NO_EVENT = Object.fromEntries(
  ["other_direction", "other_asset", "other_issuer", "other_amount", "market", "side", "price", "average_price"]
    .concat(["rate", "path", "order", "operator_fee"])
    .map((column) => [column, ""]),
);
const USDC = `USDC-G${"A".repeat(55)}`;

/** What an order sold, by its own row. */
const sold = aRow({
  type: "trade",
  amount: "4300.0000000",
  from: "GME",
  to: "",
  event: {
    act: "exchanged",
    other: { asset: USDC, amount: "1037.1500000", isIncoming: true },
    order: {
      uid: "op-1",
      kind: "market",
      side: "sell",
      base: "XLM",
      quote: USDC,
      price: "0.24",
      amount: "4300.0000000",
      filled: "4300.0000000",
      left: "0.0000000",
      wasTaken: false,
    },
    charged: [{ asset: USDC, amount: "1.0000000", isIncoming: false }],
  },
});

test("a line of CSV holds both sides of an exchange, its order, and what it says in the history", async () => {
  const [line] = await readBack([sold]);
  expect(line).toMatchObject({ direction: "out", asset: "XLM", amount: "4300.0000000" });
  expect(line).toMatchObject({ other_direction: "in", other_asset: "USDC", other_amount: "1037.1500000" });
  expect(line).toMatchObject({ market: "XLM/USDC", side: "sell", average_price: "0.241197674419", order: "Market" });
  expect(line?.["event"]).toBe("Sold 4,300 XLM for 1,037.15 USDC on the market");
  expect(line?.["operator_fee"]).toBe(`1.0000000 ${USDC}`);
});

const placed: EventOrder = {
  uid: "op-2",
  kind: "limit",
  side: "sell",
  base: "XLM",
  quote: USDC,
  price: "0.24",
  amount: "4300.5000000",
  filled: "300.0000000",
  left: "4000.5000000",
  wasTaken: false,
};

test("CSV and JSON say the same in every language", async () => {
  const rows = [sold, aRow({ ...sold, event: { act: "placed", order: placed } }), aRow({ from: "GANA" })];
  const inEnglish = [await written(openCsv(context), rows), await written(openJson(context), rows)];
  expect(inEnglish[0]).toContain('"Limit, 300 of 4,300.5 filled"');
  try {
    for (const language of LANGUAGES) {
      i18n.loadAndActivate({ locale: language, messages: i18n.messages });
      expect([await written(openCsv(context), rows), await written(openJson(context), rows)]).toEqual(inEnglish);
    }
  } finally {
    showEnglish();
  }
});

test("CSV names a user by the username where there is no contact", async () => {
  const [line] = await readBack([aRow({ from: "GBEN", partyName: "ben" })]);
  expect(line).toMatchObject({ counterparty: "ben", event: "Received from @ben" });
});

test("CSV has a header and one line a row", async () => {
  expect(await readBack([aRow()])).toEqual([
    {
      timestamp: "2026-05-01T10:00:00.000Z",
      type: "receive",
      direction: "in",
      asset: "XLM",
      issuer: "",
      amount: "12.5000000",
      fee: "0.0000100",
      from: "GANA",
      to: "GME",
      counterparty: "Ana",
      memo: "",
      status: "confirmed",
      ledger: "1",
      hash: "ab".repeat(32),
      event: "Received from Ana",
      ...NO_EVENT,
    },
  ]);
  expect((await written(openCsv(context), [])).split("\r\n")).toHaveLength(2);
});

test.each(['a "b", c\nd', "Привет, 世界 🙂", " spaces ", "tab\there", "a\r\nb", "'quoted'"])(
  "another reader finds the memo %j as it was",
  async (memo) => {
    expect((await readBack([aRow({ memo })]))[0]?.["memo"]).toBe(memo);
  },
);

test.each(["=HYPERLINK(A1)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u200B=1", "\uFF1D1", "\u202E=1"])(
  "the memo %j cannot become a formula in a spreadsheet",
  async (memo) => {
    expect((await readBack([aRow({ memo })]))[0]?.["memo"]).toMatch(/^'/);
  },
);

test("a memo cannot become a formula where lists are split at semicolons or tabs", async () => {
  expect((await readBack([aRow({ memo: "a;=HYPERLINK(A1)" })]))[0]?.["memo"]).toBe("a;'=HYPERLINK(A1)");
  expect((await readBack([aRow({ memo: "a\t\u202E@SUM(A1)" })]))[0]?.["memo"]).toBe("a\t'@SUM(A1)");
});

test("marks that turn the text around them are left out of CSV, and escaped in JSON", async () => {
  const memo = "pay \u202Edlog\u2066 now\u2028";
  expect((await readBack([aRow({ memo })]))[0]?.["memo"]).toBe("pay dlog now");
  const json = await written(openJson(context), [aRow({ memo })]);
  expect(json).not.toMatch(/[\u202A-\u202E\u2028\u2066-\u2069]/);
  expect(JSON.parse(json)[0].memo).toBe(memo);
});

test("JSON holds the same facts", async () => {
  expect(JSON.parse(await written(openJson(context), [aRow(), aRow({ uid: "2", memo: "x" })]))).toEqual([
    expect.objectContaining({ direction: "in", counterparty: "Ana", amount: "12.5000000", ledger: 1 }),
    expect.objectContaining({ memo: "x" }),
  ]);
  expect(JSON.parse(await written(openJson(context), []))).toEqual([]);
});

test("files are named after the day", () => {
  expect(exportName("csv", new Date(2026, 0, 5))).toBe("astrolabe-transactions-2026-01-05.csv");
  expect(exportName("pdf", new Date(2026, 0, 5))).toBe("astrolabe-statement-2026-01-05.pdf");
});

test("a period is the filter's, or as long as the history", () => {
  const now = new Date(2026, 5, 1).getTime();
  expect(periodWords({ from: "2026-05-01", to: "2026-05-31" }, null, now)).toBe("1 May 2026 to 31 May 2026");
  const oldest = new Date(2025, 1, 3, 12).toISOString();
  expect(periodWords({ from: "", to: "" }, oldest, now)).toBe("3 February 2025 to 1 June 2026");
});
