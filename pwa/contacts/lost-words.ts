import * as v from "valibot";
import { ContactForm } from "#schemas/contacts.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import type { Contact } from "#pwa/parts/directory/directory.ts";

const FIELD_NAMES: Readonly<Record<string, string>> = {
  stellarAddress: "address",
  uniqueUserId: "user ID",
  memo: "memo",
};

/** What became of an edit made here, up to when it was: "'Desk name' was replaced by 'Phone name'". */
export function lostWords(lost: LostEdit, contact: Contact | undefined): string {
  switch (lost.kind) {
    case "deleted":
      return `${quoted(lost.row["name"])} was deleted on another device after you changed it here`;
    case "returned":
      return `${quoted(contact?.name ?? lost.row["name"])} was deleted here and is back, because it was changed on another device`;
    case "replaced": {
      const field = FIELD_NAMES[lost.field];
      const whose = field === undefined ? "" : `The ${field} of ${quoted(contact?.name ?? "")}: `;
      return `${whose}${named(lost.lost)} was replaced by ${named(lost.won)}`;
    }
  }
}

/** On the button that takes it back. */
export function takeBackLabel({ kind }: LostEdit): string {
  return kind === "returned" ? "Delete it again" : "Take it back";
}

/** The contact as it was here; null where what was kept is none. */
export function keptContact({ row }: Extract<LostEdit, { kind: "deleted" }>): ContactForm | null {
  const read = v.safeParse(ContactForm, row);
  return read.success ? read.output : null;
}

function named(value: unknown): string {
  return value === "" ? "nothing" : quoted(value);
}

function quoted(value: unknown): string {
  return `“${String(value)}”`;
}
