import { plural, t } from "@lingui/core/macro";
import ICAL from "ical.js";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { isPayUri } from "#pwa/parts/directory/pay-uri.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import type { ContactForm } from "#schemas/contacts.ts";
import { FEDERATION_PATTERN } from "#schemas/values/fields.ts";
import { EMPTY_CONTACT } from "#pwa/parts/directory/contact-rules.ts";
import { addressInto } from "./contact-csv.ts";
import { type FileReading, type FileRow, refusedRow } from "./file-row.ts";

const ADDRESS = "x-stellar-address";
const MEMO = "x-stellar-memo";
const USER_ID = "x-astrolabe-user";
const LONGEST_LINE_BYTES = 75;

/** Writes contacts as vCard 4.0 (RFC 6350). */
export function writeVcards(contacts: readonly Contact[]): string {
  return contacts
    .map(({ name, stellarAddress, uniqueUserId, memo }) =>
      [
        "BEGIN:VCARD",
        "VERSION:4.0",
        `FN:${escaped(name)}`,
        ...(stellarAddress === "" ? [] : [`${ADDRESS.toUpperCase()}:${escaped(stellarAddress)}`]),
        ...(uniqueUserId === "" ? [] : [`${USER_ID.toUpperCase()}:${escaped(uniqueUserId)}`]),
        ...(memo === "" ? [] : [`${MEMO.toUpperCase()}:${escaped(memo)}`]),
        "END:VCARD",
      ]
        .map(folded)
        .join(""),
    )
    .join("");
}

/** Reads vCards 3.0 and 4.0, each by itself: one that cannot be read does not keep the others away. */
export function readVcards(text: string, mostRows: number): FileReading {
  const cards = text.split(/^(?=BEGIN:VCARD\s*$)/gim).filter((card) => card.trim() !== "");
  if (cards.length > mostRows)
    return {
      ok: false,
      problem: plural(mostRows, {
        one: `This file has more than ${mostRows} card. Split it.`,
        other: `This file has more than ${mostRows} cards. Split it.`,
      }),
    };
  return { ok: true, rows: cards.flatMap((card, at) => rowsOf(card, at + 1)) };
}

interface Property {
  readonly name: string;
  readonly values: readonly string[];
}

/** One row for each address of a card. */
function rowsOf(card: string, line: number): FileRow[] {
  const version = /^VERSION:\s*(\S+)/im.exec(card)?.[1] ?? "";
  if (version !== "3.0" && version !== "4.0")
    return [refusedRow(line, nameless(card), t`Only cards of version 3.0 and 4.0 can be read.`)];
  const properties = parsed(card);
  if (properties === null) return [refusedRow(line, nameless(card), t`This card is damaged.`)];
  const first = (name: string) => properties.find((property) => property.name === name)?.values[0]?.trim() ?? "";
  const form = { ...EMPTY_CONTACT, name: nameIn(properties), uniqueUserId: first(USER_ID), memo: first(MEMO) };
  const addresses = addressesIn(properties);
  if (addresses.length === 0) return [{ line, form, refusal: null }];
  return addresses.map((address) => ({ line, form: addressInto(form, address), refusal: null }));
}

function parsed(card: string): Property[] | null {
  try {
    const component = new ICAL.Component(ICAL.parse(card.trim()));
    return component.getAllProperties().map((property) => {
      const values = property.getValues().map(String);
      // The parser leaves alone what it has no type for: extensions are text like all else (RFC 6350, 6.10).
      return { name: property.name, values: property.type === "unknown" ? values.map(unescaped) : values };
    });
  } catch {
    // The parser throws on anything that is no card: what it says is for programmers.
    return null;
  }
}

function nameIn(properties: readonly Property[]): string {
  const full = properties.find(({ name }) => name === "fn")?.values[0]?.trim() ?? "";
  if (full !== "") return full;
  const [family = "", given = ""] = (properties.find(({ name }) => name === "n")?.values[0] ?? "").split(/[;,]/);
  return `${given} ${family}`.trim();
}

/** What the card calls a Stellar address; else all that can be nothing else, wherever it stands. */
function addressesIn(properties: readonly Property[]): string[] {
  const own = properties.filter(({ name }) => name.startsWith("x-stellar") && name !== MEMO);
  const called = own.flatMap(({ values }) => values.map((value) => value.trim())).filter((value) => value !== "");
  if (called.length > 0) return [...new Set(called)];
  const words = properties.flatMap(({ name, values }) =>
    values.flatMap((value) => value.split(/[\s,;]+/).map((word) => ({ name, word: word.replace(/^stellar:/i, "") }))),
  );
  const found = words.filter(
    ({ name, word }) => isStellarAddress(word) || isPayUri(word) || (name === "impp" && FEDERATION_PATTERN.test(word)),
  );
  return [...new Set(found.map(({ word }) => word))];
}

function nameless(card: string): ContactForm {
  return { ...EMPTY_CONTACT, name: (/^FN[^:\r\n]*:(.{1,100})/im.exec(card)?.[1] ?? "").trim() };
}

/** Semicolons are left alone: they only part compound values, which these are not. */
function escaped(text: string): string {
  return text.replaceAll(/[\\,]/g, (mark) => `\\${mark}`).replaceAll(/\r\n|\r|\n/g, "\\n");
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\,;nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? "\n" : mark));
}

/** Lines have 75 bytes at most, and go on after a line end and a space; no letter is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let result = "";
  let bytes = 0;
  for (const letter of line) {
    const length = encoder.encode(letter).length;
    if (bytes + length > LONGEST_LINE_BYTES) {
      result += "\r\n ";
      bytes = 1;
    }
    result += letter;
    bytes += length;
  }
  return `${result}\r\n`;
}
