import * as v from "valibot";
import { says } from "./field-sentences.ts";
import { withoutHiddenMarks } from "./memo.ts";

/** The longest message of a payment request (SEP-7, `msg`), in characters. */
export const PAY_MESSAGE_MAX = 300;

export const PAY_MESSAGE_TOO_LONG = says("note-long", { most: PAY_MESSAGE_MAX });

/**
 * What somebody who asks to be paid says, as plain text on one line: whatever would hide or turn it, or push away what stands
 * below, is taken out.
 */
export const PayMessage = v.pipe(
  v.string(),
  v.transform(withoutHiddenMarks),
  v.check((text) => messageLength(text) <= PAY_MESSAGE_MAX, PAY_MESSAGE_TOO_LONG),
);

/** Characters as a person counts them. */
export function messageLength(text: string): number {
  return [...text].length;
}
