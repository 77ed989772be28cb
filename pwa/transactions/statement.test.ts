import { i18n } from "@lingui/core";
import { getDocumentProxy } from "unpdf";
import { expect, onTestFinished, test } from "vitest";
import type { DrawText } from "#pwa/parts/pdf/drawn-fonts.ts";
import { compareNewestFirst, type MovementRow } from "#pwa/parts/history/movement.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { exportHistory, type ExportOrder } from "./export-history.ts";
import { NO_FILTER } from "./filter.ts";
import { openStatement } from "./statement.ts";
import { showEnglish } from "#tests/support/english.ts";

const ADDRESS = `G${"ABCDEFG".repeat(8)}`.slice(0, 56);
const ANA = `G${"QRSTUVW".repeat(8)}`.slice(0, 56);
const HEAD = {
  name: "Zoë",
  address: ADDRESS,
  period: "1 May 2026 to 31 May 2026",
  narrowing: ["Type: Received"],
  madeAt: "1 June 2026 at 12:00",
  timeZone: "UTC",
  isPretend: false,
};
const context = { ownAddress: ADDRESS, nameOf: (address: string) => (address === ANA ? "Ana" : null) };

/** A device whose letters are all boxes; what is drawn is not what this test is about. */
const boxes: DrawText = (text) => {
  const width = 8 * Math.ceil(([...text].length * 40) / 8);
  const dots = new Uint8Array((width / 8) * 48).fill(0xff);
  return { advance: width, left: 0, top: 44, width, height: 48, dots };
};

interface ReadPage {
  readonly text: string;
  readonly items: readonly { readonly str: string; readonly x: number; readonly y: number; readonly width: number }[];
}

/** What another library reads in the file. */
async function readBack(file: Blob): Promise<{ readonly pages: readonly ReadPage[]; readonly title: unknown }> {
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), {
    verbosity: 0,
    stopAtErrors: true,
  });
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    // Also the operators of the page, letters and pictures included, have to be understood.
    await page.getOperatorList();
    const { items } = await page.getTextContent();
    const read = items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? [{ str: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
        : [],
    );
    pages.push({ text: read.map(({ str }) => str).join("\n"), items: read });
  }
  const { info } = await document.getMetadata();
  await document.loadingTask.destroy();
  return { pages, title: Object(info)["Title"] };
}

async function statementOf(rows: readonly MovementRow[], draw = boxes, head = HEAD): Promise<Blob> {
  const statement = openStatement(head, context, draw);
  for (const row of rows) await statement.add(row);
  return statement.finish([
    { assetCode: "XLM", issuer: "", received: "12.5", sent: "0", fees: "0.00001", opening: null, closing: null },
  ]);
}

const received = (fields: Partial<MovementRow> = {}) => aRow({ from: ANA, to: ADDRESS, fee: "0", ...fields });

test("another library reads who, when, what and how much", async () => {
  const { pages, title } = await readBack(await statementOf([received({ memo: "Miete für März (1/2)" })]));
  expect(title).toBe("Account statement, 1 May 2026 to 31 May 2026");
  expect(pages).toHaveLength(2);
  for (const text of ["Zoë", ADDRESS, HEAD.period, "Type: Received", "Opening", "12.5"])
    expect(pages[0]?.text).toContain(text);
  expect(pages[0]?.text).toContain("left out where the transactions");
  for (const text of ["2026-05-01 10:00", "Received from Ana", ANA, "Memo: Miete für März (1/2)", "+12.5 XLM"])
    expect(pages[1]?.text).toContain(text);
  expect(pages[1]?.text).toContain("ab".repeat(32));
  expect(pages[1]?.text).toContain("page 2 of 2");
  expect(pages.map(({ text }) => text).join("")).not.toContain("Test network");
});

test("that movements are missing is said whole, and is no transaction", async () => {
  const event = { act: "missing", since: "2026-04-28T08:00:00.000Z" } as const;
  const nothing = { from: "", to: "", hash: "", amount: "0.0000000", assetCode: "XLM", issuer: "" };
  const missing = received({ ...nothing, type: "missing", event, timestamp: "2026-05-11T22:45:00.000Z" });
  const { pages } = await readBack(await statementOf([missing]));
  expect(pages[1]?.text).toMatch(/Movements between Apr 28, 2026.* and May \d+, 2026.* are missing\n/);
  expect(pages[0]?.text).toContain("Transactions\n0");
});

test("on each page of a test network's statement it says that the money is not real", async () => {
  const { pages } = await readBack(await statementOf([received()], boxes, { ...HEAD, isPretend: true }));
  for (const { text } of pages) expect(text).toContain("Test network: this money is not real");
});

test.each([
  "Привет мир",
  "東京の家賃",
  "Ελλάδα",
  "नमस्ते",
  "שלום",
  "مرحبا",
  "שלום עולם 12.5 כן",
  "สวัสดี",
  "🙂🎉",
  "Łódź ŝ",
])("the text %s can be read and searched", async (memo) => {
  const { pages } = await readBack(await statementOf([received({ memo })]));
  const all = pages[1]?.text.replaceAll("\n", "").replaceAll(" ", "").normalize("NFC") ?? "";
  expect(all).toContain(`Memo:${memo}`.replaceAll(" ", "").normalize("NFC"));
});

test("what strangers wrote stays on its line and in its column", async () => {
  const hostile = [
    "\u202Egnihton yap\u2066",
    "W".repeat(128),
    "漢".repeat(128),
    "a\nb\r\nc\u2028d\u0000e",
    ") Tj ET /Evil (x",
    "<script>",
    "𝕏\uD800lone",
  ];
  const rows = hostile.map((memo, at) => received({ uid: String(at + 1), memo }));
  const { pages } = await readBack(await statementOf(rows, boxes, { ...HEAD, name: "x\u202E".repeat(300) }));
  const { text = "", items = [] } = pages[1] ?? {};
  expect(text).toContain("Memo: gnihton yap");
  expect(text).toContain("Memo: ab c de".replace("ab", "a b"));
  expect(text).toContain(") Tj ET /Evil (x");
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  for (const page of pages)
    for (const item of page.items) expect(item.x + item.width, item.str).toBeLessThanOrEqual(595 - 39);
  for (const item of items) expect(item.y).toBeGreaterThan(20);
});

test("where lines run from right to left the whole page does, and numbers and addresses in it do not", async () => {
  i18n.loadAndActivate({ locale: "ar", messages: {} });
  onTestFinished(showEnglish);
  const { pages } = await readBack(await statementOf([received({ memo: "سلام 12 abc عليكم" })]));
  const items = pages[1]?.items ?? [];
  const placeOf = (text: string) => {
    const item = items.find(({ str }) => str.trim() === text);
    if (item === undefined) throw new Error(`${text} is not among ${items.map(({ str }) => str).join(" | ")}`);
    return { from: Math.round(item.x), to: Math.round(item.x + item.width) };
  };
  // Dates begin at the right edge, and amounts end at the left one.
  expect([placeOf("Date").to, placeOf("2026-05-01 10:00").to]).toEqual([555, 555]);
  expect([placeOf("Amount").from, placeOf("+12.5 XLM").from]).toEqual([40, 40]);
  expect(placeOf(ANA).to).toBe(595 - 132);
  // From the right: the name of the line, then what somebody wrote, what is Latin in it in its own order.
  const starts = ["Memo:", "سلام", "12 abc", "عليكم"].map((text) => placeOf(text).from);
  expect(starts).toEqual(starts.toSorted((one, other) => other - one));
  for (const page of pages)
    for (const item of page.items) {
      expect(item.x, item.str).toBeGreaterThanOrEqual(39);
      expect(item.x + item.width, item.str).toBeLessThanOrEqual(595 - 39);
    }
});

test("what cannot be drawn is marked and said", async () => {
  const { pages } = await readBack(await statementOf([received({ memo: "東京" })], () => null));
  expect(pages[1]?.text).toContain("Memo: ??");
  expect(pages[0]?.text).toContain("2 texts could not be drawn here");
});

test("pages are numbered, and each row stands on one of them once", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => received({ uid: String(at), memo: `row ${at}.` }));
  const { pages } = await readBack(await statementOf(rows));
  expect(pages.length).toBeGreaterThan(5);
  const all = pages.map(({ text }) => text).join("\n");
  for (let at = 0; at < rows.length; at += 1) expect(all.split(`Memo: row ${at}.`)).toHaveLength(2);
  for (const [at, { text }] of pages.entries()) expect(text).toContain(`page ${at + 1} of ${pages.length}`);
});

const ORDER: ExportOrder = {
  kind: "pdf",
  filter: NO_FILTER,
  context,
  name: "Zoë",
  held: [],
  isPretend: false,
  nowMs: Date.UTC(2026, 5, 1),
};

/** A device's history that counts how many rows were read at once. */
function aSource(rows: readonly MovementRow[]) {
  let most = 0;
  const source = {
    rowsBetween: async (from: string, to: string) => {
      const found = rows.filter((row) => row.timestamp >= from && row.timestamp < to);
      most = Math.max(most, found.length);
      return found.sort(compareNewestFirst);
    },
    count: async () => rows.length,
    oldest: async () => rows.map(({ timestamp }) => timestamp).sort()[0] ?? null,
  };
  return { source, most: () => most };
}

test("the filtered history is saved, the oldest first, a part of it at a time, and says how far it is", async () => {
  const rows = Array.from({ length: 6000 }, (_, at) =>
    received({ uid: String(at), memo: `m${at}`, timestamp: new Date(ORDER.nowMs - at * at * 3000).toISOString() }),
  );
  const { source, most } = aSource(rows);
  const told: number[] = [];
  const order: ExportOrder = { ...ORDER, kind: "json", filter: { ...NO_FILTER, text: "m5" } };
  const file = await exportHistory(
    source,
    order,
    ({ read, total }) => void told.push(read / total),
    new AbortController().signal,
  );
  const memos = JSON.parse((await file?.text()) ?? "").map(({ memo }: { memo: string }) => memo);
  const expected = rows
    .map(({ memo }) => memo)
    .filter((memo) => memo.includes("m5"))
    .toReversed();
  expect(memos).toEqual(expected);
  expect(told.at(-1)).toBe(1);
  expect(most()).toBeLessThan(4000);
});

test("a statement is made by the same way, and an export that was given up makes nothing", async () => {
  const { source } = aSource([
    received(),
    received({ uid: "2", type: "send", from: ADDRESS, to: ANA, fee: "0.00001" }),
  ]);
  const file = await exportHistory(source, ORDER, () => undefined, new AbortController().signal);
  if (file === null) throw new Error("there is no file");
  const { pages } = await readBack(file);
  expect(pages.map(({ text }) => text).join("\n")).toContain("Sent to Ana");
  expect(await exportHistory(source, ORDER, () => undefined, AbortSignal.abort())).toBeNull();
});

test("both sides of an exchange are in one entry and in the sums, whichever asset is asked for", async () => {
  const USDC = { assetCode: "USDC", issuer: `G${"A".repeat(55)}` };
  const asset = `USDC-${USDC.issuer}`;
  const trade = { type: "trade" as const, fee: "0.0000000" };
  const other = { asset, amount: "24.1000000", isIncoming: true };
  const rows = [
    received({ uid: "1", amount: "100.0000000" }),
    received({ ...trade, uid: "2", from: ADDRESS, to: "", amount: "100.0000000", event: { act: "exchanged", other } }),
    received({ ...trade, uid: "2-2", ...USDC, from: "", amount: "24.1000000", event: { act: "leg", of: "2" } }),
  ];
  const held = [
    { assetCode: "XLM", issuer: "", balance: "0.0000000" },
    { ...USDC, balance: "24.1000000" },
  ];
  const read = async (filter: ExportOrder["filter"]) => {
    const { source } = aSource([...rows]);
    const file = await exportHistory(source, { ...ORDER, filter, held }, () => undefined, new AbortController().signal);
    if (file === null) throw new Error("there is no file");
    return (await readBack(file)).pages.map(({ text }) => text);
  };
  const [first = "", second = ""] = await read(NO_FILTER);
  expect(first).toMatch(/Transactions\n2\n/);
  expect(second).toContain("Sold 100 XLM for 24.1 USDC");
  for (const text of ["\u2013100 XLM", "+24.1 USDC", "1 XLM = 0.241 USDC"]) expect(second).toContain(text);
  expect(second).not.toContain("USDC bought");
  const [ofUsdc = "", entry = ""] = await read({ ...NO_FILTER, asset });
  expect(entry).toContain("Sold 100 XLM for 24.1 USDC");
  expect(ofUsdc).toContain("24.1");
  expect(ofUsdc).not.toMatch(/\nXLM\n/);
});
