import { plural, t } from "@lingui/core/macro";
import Papa from "papaparse";
import { guarded, unguarded } from "#schemas/values/csv-guard.ts";
import { isPayUri, readPayUri } from "#pwa/parts/directory/pay-uri.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import type { ContactForm } from "#schemas/contacts.ts";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { EMPTY_CONTACT } from "#pwa/parts/directory/contact-rules.ts";
import { type FileReading, type FileRow, refusedRow } from "./file-row.ts";

type Column = keyof ContactForm | "firstName" | "lastName" | "memoType";

/** What the columns are called by ourselves and by other wallets and address books, in lower-case letters. */
const HEADERS: Readonly<Record<Column, readonly string[]>> = {
  name: [
    "name",
    "contact",
    "contactname",
    "label",
    "fullname",
    "displayname",
    "nickname",
    "alias",
    "title",
    "recipient",
  ],
  stellarAddress: [
    "stellaraddress",
    "address",
    "publickey",
    "accountid",
    "account",
    "walletaddress",
    "wallet",
    "destination",
    "federationaddress",
    "federation",
    "publicaddress",
    "receiveraddress",
    "accountaddress",
  ],
  uniqueUserId: ["uniqueuserid", "userid"],
  memo: ["memo", "memotext", "memovalue", "memocontent", "destinationtag", "tag"],
  memoType: ["memotype", "typeofmemo"],
  firstName: ["firstname", "givenname"],
  lastName: ["lastname", "familyname", "surname"],
};
const OWN_HEADER = ["name", "stellarAddress", "uniqueUserId", "memo"] as const;

/** Writes contacts as CSV (RFC 4180). A spreadsheet runs none of it: before what would be a formula stands an apostrophe. */
export function writeContactCsv(contacts: readonly Contact[]): string {
  const rows = contacts.map((contact) => OWN_HEADER.map((field) => guarded(contact[field])));
  return `${Papa.unparse([[...OWN_HEADER], ...rows], { newline: "\r\n" })}\r\n`;
}

/** Reads contacts out of a CSV of ours or of another wallet: its first line says what is what, or the addresses do. */
export function readContactCsv(text: string, mostRows: number): FileReading {
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: "greedy",
    preview: mostRows + 2,
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken !== undefined) {
    const row = (broken.row ?? 0) + 1;
    return { ok: false, problem: t`A quotation mark near row ${row} of this file is never closed.` };
  }
  const [first, ...rest] = data;
  if (first === undefined) return { ok: false, problem: t`There is nothing in this file.` };
  const named = columnsNamed(first);
  const columns = named ?? columnsGuessed(first);
  if (columns === null)
    return {
      ok: false,
      problem: t`This file has no column of addresses. Its first line has to name the columns, such as ${{ columns: "name, address, memo" }}.`,
    };
  const rows = named === null ? data : rest;
  if (rows.length > mostRows)
    return {
      ok: false,
      problem: plural(mostRows, {
        one: `This file has more than ${mostRows} row. Split it.`,
        other: `This file has more than ${mostRows} rows. Split it.`,
      }),
    };
  const firstRow = named === null ? 1 : 2;
  return { ok: true, rows: rows.map((cells, at) => rowOf(cells, columns, firstRow + at)) };
}

type Columns = ReadonlyMap<Column, number>;

/** Null where the line names neither an address nor a user ID. */
function columnsNamed(header: readonly string[]): Columns | null {
  const columns = new Map<Column, number>();
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  for (const [column, known] of Object.entries(HEADERS)) {
    const found = known.map((name) => names.indexOf(name)).find((at) => at >= 0);
    if (found !== undefined && isColumn(column)) columns.set(column, found);
  }
  return columns.has("stellarAddress") || columns.has("uniqueUserId") ? columns : null;
}

/** Where no line names them: the first cell with an address, and the first one beside it. */
function columnsGuessed(cells: readonly string[]): Columns | null {
  const address = cells.findIndex((cell) => isStellarAddress(cell.trim()) || isPayUri(cell));
  if (address < 0) return null;
  const name = cells.findIndex((_, at) => at !== address);
  return new Map<Column, number>([["stellarAddress", address], ...(name < 0 ? [] : [["name", name] as const])]);
}

function rowOf(cells: readonly string[], columns: Columns, line: number): FileRow {
  const raw = (column: Column) => cells[columns.get(column) ?? -1] ?? "";
  const get = (column: Column) => unguarded(raw(column)).trim();
  const name = get("name") || `${get("firstName")} ${get("lastName")}`.trim();
  const form: ContactForm = { ...EMPTY_CONTACT, name, uniqueUserId: get("uniqueUserId"), memo: get("memo") };
  const withAddress = addressInto(form, get("stellarAddress"));
  if ([...columns.keys()].some((column) => isFormula(raw(column))))
    return refusedRow(line, withAddress, t`A cell begins like a formula of a spreadsheet.`);
  const memoType = get("memoType")
    .toLowerCase()
    .replace(/^memo_?/, "");
  if (form.memo !== "" && !["", "text", "none"].includes(memoType)) {
    const kind = memoType.slice(0, 20);
    return refusedRow(line, withAddress, t`It asks for a memo of the kind “${kind}”. Contacts keep texts only.`);
  }
  return { line, form: withAddress, refusal: null };
}

/** The contact with an address, which may be written as a payment request with a memo in it. */
export function addressInto(form: ContactForm, text: string): ContactForm {
  if (!isPayUri(text)) return { ...form, stellarAddress: text };
  const reading = readPayUri(text);
  if (!reading.ok) return { ...form, stellarAddress: text };
  const { destination, memo, memoType } = reading.request;
  return { ...form, stellarAddress: destination, memo: form.memo || (memoType === "text" ? memo : "") };
}

const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

function isFormula(cell: string): boolean {
  return FORMULA.test(cell);
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(HEADERS, name);
}
