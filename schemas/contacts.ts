import * as v from "valibot";
import { entity } from "./entity.ts";
import { Id, PayableAddress, requiredText, textUpTo } from "./values/fields.ts";
import { editedFields, syncRow } from "./sync-row.ts";
import { says } from "./values/field-sentences.ts";

/** What one person may keep; far more than anybody pays. */
export const MOST_CONTACTS = 5000;

const fields = {
  name: requiredText(100, says("name-required")),
  stellarAddress: v.union([PayableAddress, v.literal("")], says("payable")),
  uniqueUserId: v.optional(textUpTo(32), ""),
  memo: v.optional(textUpTo(28), ""),
};

export const Contacts = entity("contacts", { userId: Id, ...fields });

/** What the contact form holds. A contact has an address, a user ID, or both. */
export const ContactForm = v.pipe(
  v.strictObject(fields),
  v.forward(
    v.partialCheck(
      [["stellarAddress"], ["uniqueUserId"]],
      (contact) => contact.stellarAddress !== "" || contact.uniqueUserId !== "",
      says("address-or-user"),
    ),
    ["stellarAddress"],
  ),
);
export type ContactForm = v.InferOutput<typeof ContactForm>;

export const CONTACT_FIELDS = ["name", "stellarAddress", "uniqueUserId", "memo"] as const;

/** A contact as it is replicated. */
export const ContactRow = syncRow({ ...fields, ...editedFields(CONTACT_FIELDS) });
export type ContactRow = v.InferOutput<typeof ContactRow>;
