import { t } from "@lingui/core/macro";
import type { FileReading } from "./file-row.ts";

/** More than any address book of a person has; a file beyond is none, or is meant to harm. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROWS = 5000;

/** Reads the contacts out of a file that a person chose, whatever it is. What reads the formats is loaded here. */
export async function readContactFile(file: Blob): Promise<FileReading> {
  if (file.size > MOST_BYTES)
    return { ok: false, problem: t`This file is larger than 2 MB, which no list of contacts is.` };
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { ok: false, problem: notText() };
  if (text.trim() === "") return { ok: false, problem: t`There is nothing in this file.` };
  if (/^\s*BEGIN:VCARD/i.test(text)) {
    const { readVcards } = await import("./contact-vcard.ts");
    return readVcards(text, MOST_ROWS);
  }
  if (/^\s*[<{[%]/.test(text)) return { ok: false, problem: notText() };
  const { readContactCsv } = await import("./contact-csv.ts");
  return readContactCsv(text, MOST_ROWS);
}

function notText(): string {
  return t`This is not a CSV or vCard file.`;
}

/** The text of a file in UTF-8, UTF-16 or, as spreadsheets still write it, Windows-1252; null for what is no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return textOrNull(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return textOrNull(new TextDecoder("utf-16be").decode(bytes));
  try {
    return textOrNull(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Bytes that are no UTF-8 are another encoding, or no text at all.
    return textOrNull(new TextDecoder("windows-1252").decode(bytes));
  }
}

function textOrNull(text: string): string | null {
  // oxlint-disable-next-line no-control-regex -- what no text has.
  return /[\u0000-\u0008\u000E-\u001F\u007F]/.test(text) ? null : text;
}
