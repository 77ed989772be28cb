import { Keypair } from "@stellar/stellar-sdk";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { CONTACT_FIELDS, type ContactForm } from "#schemas/contacts.ts";
import { writeContactCsv } from "./contact-csv.ts";
import { readContactFile } from "./contact-file.ts";
import { writeVcards } from "./contact-vcard.ts";
import { planImport, type PlanEntry } from "./import-plan.ts";

const address = Keypair.random().publicKey();
const other = Keypair.random().publicKey();
const ana: ContactForm = { name: "Ana", stellarAddress: address, uniqueUserId: "", memo: "" };

function contact(form: Partial<ContactForm>, at = 0): Contact {
  return { uid: `c${at}`, id: at, ...ana, ...form, editedAt: {} };
}

async function planned(
  text: string | Uint8Array<ArrayBuffer>,
  contacts: readonly Contact[] = [],
): Promise<readonly PlanEntry[]> {
  const reading = await readContactFile(new Blob([text]));
  if (!reading.ok) throw new Error(reading.problem);
  return planImport(reading.rows, contacts);
}

async function problemOf(content: BlobPart): Promise<string> {
  const reading = await readContactFile(new Blob([content]));
  return reading.ok ? "" : reading.problem;
}

const NAMES = fc
  .stringMatching(/^[\p{L}\p{N}'",;\\=+@ .-]{1,40}$/u)
  .filter((name) => name.trim() === name && name !== "");
const MEMOS = fc.stringMatching(/^[\p{L}'",;\\:=+@-]{0,7}$/u);
const BOOKS = fc.array(fc.record({ name: NAMES, memo: MEMOS, uniqueUserId: fc.constantFrom("", "ana-1", "bob") }), {
  minLength: 1,
  maxLength: 8,
});

test.each([
  ["CSV", writeContactCsv],
  ["vCard 4.0", writeVcards],
] as const)("what is written as %s comes back as it was", async (_, write) => {
  await fc.assert(
    fc.asyncProperty(BOOKS, async (book) => {
      const contacts = book.map((form, at) => contact({ ...form, stellarAddress: Keypair.random().publicKey() }, at));
      const read = await planned(write(contacts));
      expect(read.map(({ form }) => form)).toEqual(
        contacts.map((each) => Object.fromEntries(CONTACT_FIELDS.map((field) => [field, each[field]]))),
      );
      expect((await planned(write(contacts), contacts)).map(({ kind }) => kind)).toEqual(contacts.map(() => "same"));
    }),
    { numRuns: 60 },
  );
});

test("a contact's texts cannot become formulas where lists are split at semicolons, and come back as they were", async () => {
  const hostile = contact({ name: "'a;=HYPERLINK(1)", memo: "b;'+1" });
  const csv = writeContactCsv([hostile]);
  expect(csv).toContain("'a;'=HYPERLINK(1)");
  expect(csv).toContain("b;''+1");
  expect((await planned(csv, [hostile])).map(({ kind }) => kind)).toEqual(["same"]);
});

test("another reader of CSV finds what was written, and no spreadsheet runs it", () => {
  const csv = writeContactCsv([contact({ name: 'Ana "A", B', memo: "1;2" }), contact({ name: "=HYPERLINK(1)" })]);
  expect(parse(csv, { columns: true, record_delimiter: "\r\n" })).toEqual([
    { name: 'Ana "A", B', stellarAddress: address, uniqueUserId: "", memo: "1;2" },
    { name: "'=HYPERLINK(1)", stellarAddress: address, uniqueUserId: "", memo: "" },
  ]);
});

test.each([
  `Name,Public Key\nAna,${address}\n`,
  `label;address\r\nAna;${address}\r\n`,
  `"Contact Name"\t"Account ID"\nAna\t${address}`,
  `\uFEFFname,stellar_address,memo,memo type\nAna,${address},,none\n`,
  `Ana,${address}\n`,
  `${address},Ana\n`,
  `First Name,Last Name,Address\nAna,,${address}\n`,
  `name,address\n\n\nAna,web+stellar:pay?destination=${address}\n`,
  `BEGIN:VCARD\nVERSION:3.0\nN:;Ana;;;\nFN:Ana\nIMPP:stellar:${address}\nEND:VCARD\n`,
  `BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Ana;;;\r\nNOTE:pay ${address} please\r\nEND:VCARD\r\n`,
  `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana\r\nX-STELLAR-ADDRESS:${address.slice(0, 30)}\r\n ${address.slice(30)}\r\nEND:VCARD\r\n`,
])("other wallets' files are understood: %j", async (text) => {
  expect(await planned(text)).toEqual([expect.objectContaining({ kind: "new", form: ana })]);
});

test("files of spreadsheets in other encodings are read", async () => {
  const text = `name,address\nZoë,${address}\n`;
  const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect((await planned(latin))[0]?.form.name).toBe("Zoë");
  const wide = new Uint8Array(2 + 2 * text.length);
  wide.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at += 1) wide[2 + 2 * at] = text.charCodeAt(at);
  expect((await planned(wide))[0]?.form.name).toBe("Zoë");
});

test("each row is new, the same, changed or refused, with the reason", async () => {
  const contacts = [contact({ memo: "rent" }), contact({ name: "Bob", stellarAddress: "", uniqueUserId: "bob-1" }, 1)];
  const text = [
    "name,address,userid,memo",
    `Ana,${address},,rent`,
    `Anna,${address},,`,
    `Bob,,BOB-1,`,
    `Eva,${other},,x`,
    `Eve,${other},,x`,
    `Eva,${other},,x`,
    `,${Keypair.random().publicKey()},,`,
    `Nobody,,,`,
    `Typo,${address.slice(0, -1)}A,,`.replace("AA,,", "AB,,"),
    `Long,ana*example.org,,${"ü".repeat(20)}`,
  ].join("\n");
  const entries = await planned(text, contacts);
  expect(entries.map(({ line, kind }) => [line, kind])).toEqual([
    [2, "same"],
    [3, "refused"],
    [4, "changed"],
    [5, "new"],
    [6, "refused"],
    [7, "same"],
    [8, "refused"],
    [9, "refused"],
    [10, "refused"],
    [11, "refused"],
  ]);
  const reasons = entries.map((entry) => (entry.kind === "refused" ? entry.reason : ""));
  expect(reasons[1]).toMatch(/Row 2 has the same address/);
  expect(reasons[6]).toMatch(/Name is required/);
  expect(reasons[7]).toMatch(/Enter a Stellar address or a user ID/);
  expect(reasons[9]).toMatch(/28 bytes/);
});

test("a file of thousands is compared with thousands of contacts by looking at each a few times", () => {
  const at = (place: number) => `${String(place).padStart(5, "0")}*example.org`;
  let looks = 0;
  const contacts = Array.from({ length: 5000 }, (_, place): Contact => {
    const plain = contact({}, place);
    return {
      ...plain,
      get stellarAddress() {
        looks += 1;
        return at(place);
      },
    };
  });
  const rows = contacts.map((_, place) => ({
    line: place + 1,
    form: { ...ana, stellarAddress: at(place + 2500) },
    refusal: null,
  }));
  const plan = planImport(rows, contacts);
  expect(plan.filter(({ kind }) => kind === "same")).toHaveLength(2500);
  expect(plan.filter(({ kind }) => kind === "new")).toHaveLength(2500);
  expect(looks).toBeLessThan(40 * contacts.length);
});

test("a file renames a contact, and neither moves it to another address nor empties what it has", async () => {
  const [entry] = await planned(`name,address,memo\nAnna,${address},\n`, [contact({ memo: "rent" })]);
  expect(entry).toMatchObject({ kind: "changed", contact: { uid: "c0" }, changes: { name: "Anna" } });
  expect(entry?.kind === "changed" && Object.keys(entry.changes)).toEqual(["name"]);
});

test("a look-alike of a contact's address is warned about", async () => {
  const [entry] = await planned(`name,userid,address\nAna,,${address}\n`, [
    contact({ stellarAddress: `${address.slice(0, 6)}${"Q".repeat(46)}${address.slice(-4)}` }),
  ]);
  expect(entry).toMatchObject({ kind: "new", warning: expect.stringMatching(/looks like/) });
});

test.each([
  ["formulas", `name,address\n=HYPERLINK("http://x"),${address}\n`, /formula/],
  ["formulas after a space", `name,address\n +1,${address}\n`, /formula/],
  ["marks that turn the text", `name,address\nanA\u202Eb,${address}\n`, /hidden marks/],
  ["memos of other kinds", `name,address,memo,memo_type\nX,${address},12,MEMO_ID\n`, /kind “id”/],
  ["cards of version 2.1", "BEGIN:VCARD\nVERSION:2.1\nFN:Ana\nEND:VCARD\n", /3\.0 and 4\.0/],
  ["damaged cards", `BEGIN:VCARD\nVERSION:4.0\nFN:Ana\nnonsense\nEND:VCARD\n`, /damaged/],
])("rows with %s are refused", async (_, text, reason) => {
  expect(await planned(text)).toEqual([
    expect.objectContaining({ kind: "refused", reason: expect.stringMatching(reason) }),
  ]);
});

test("a damaged card does not keep the others away, and a card with two addresses is two contacts", async () => {
  const good = `BEGIN:VCARD\nVERSION:4.0\nFN:Ana\nX-STELLAR-ADDRESS:${address}\nX-STELLAR-ADDRESS:${other}\nEND:VCARD\n`;
  const entries = await planned(`BEGIN:VCARD\nVERSION:4.0\nnonsense\nEND:VCARD\n${good}`);
  expect(entries.map(({ kind }) => kind)).toEqual(["refused", "new", "new"]);
});

test.each([
  ["an empty file", " \n", /nothing in this file/],
  ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0), /not a CSV or vCard/],
  ["a page", "<html><script>alert(1)</script></html>", /not a CSV or vCard/],
  ["a huge file", "a,".repeat(1_100_000), /larger than 2 MB/],
  ["a file of too many rows", `name,address\n${`A,${"x".repeat(3)}\n`.repeat(5001)}`, /more than 5000 rows/],
  ["too many cards", "BEGIN:VCARD\nEND:VCARD\n".repeat(5001), /more than 5000 cards/],
  ["a list of something else", "date,price\n1,2\n", /no column of addresses/],
  ["a quotation that is never closed", `name,address\n"Ana,${address}\n`, /never closed/],
] as const)("%s is refused with one sentence", async (_, content, problem) => {
  const sentence = await problemOf(content);
  expect(sentence).toMatch(problem);
});
