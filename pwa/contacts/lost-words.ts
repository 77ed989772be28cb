import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { ContactForm } from "#schemas/contacts.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** What became of an edit made here, up to when it was: "'Desk name' was replaced by 'Phone name'". */
export function lostWords(lost: LostEdit, contact: Contact | undefined): string {
  switch (lost.kind) {
    case "deleted": {
      const name = inSentence(String(lost.row["name"]));
      return t`“${name}” was deleted on another device after you changed it here`;
    }
    case "returned": {
      const name = inSentence(contact?.name ?? String(lost.row["name"]));
      return t`“${name}” was deleted here and is back, because it was changed on another device`;
    }
    case "replaced":
      return replacedField(
        lost.field,
        inSentence(contact?.name ?? ""),
        replacedWords(inSentence(String(lost.lost)), inSentence(String(lost.won))),
      );
  }
}

/** `what` says it all of a name; of anything else it is said whose it is. */
function replacedField(field: string, name: string, what: string): string {
  switch (field) {
    case "stellarAddress":
      return t`The address of “${name}”: ${what}`;
    case "uniqueUserId":
      return t`The user ID of “${name}”: ${what}`;
    case "memo":
      return t`The memo of “${name}”: ${what}`;
    default:
      return what;
  }
}

function replacedWords(former: string, present: string): string {
  if (former === "") return t`nothing was replaced by “${present}”`;
  return present === "" ? t`“${former}” was replaced by nothing` : t`“${former}” was replaced by “${present}”`;
}

/** On the button that takes it back. */
export function takeBackLabel({ kind }: LostEdit): string {
  return kind === "returned" ? t`Delete it again` : t`Take it back`;
}

/** The contact as it was here; null where what was kept is none. */
export function keptContact({ row }: Extract<LostEdit, { kind: "deleted" }>): ContactForm | null {
  const read = v.safeParse(ContactForm, row);
  return read.success ? read.output : null;
}
