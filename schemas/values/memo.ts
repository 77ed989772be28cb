import * as v from "valibot";

/** The kinds of memo that can be sent: a short text, a number of 64 bits, or 32 bytes in hex. */
export const MemoType = v.picklist(["text", "id", "hash"]);
export type MemoType = v.InferOutput<typeof MemoType>;

/** A memo as it goes to the ledger; an empty `text` is none, of whatever kind. */
export interface TypedMemo {
  readonly type: MemoType;
  readonly text: string;
}

export const NO_MEMO: TypedMemo = { type: "text", text: "" };

/** A text memo holds 28 bytes of UTF-8 at most (CAP-5, Memo). */
export const MEMO_MAX_BYTES = 28;
const MAX_ID = 18_446_744_073_709_551_615n;

/** What turns or hides the text around it, so that a memo would not read as what it is. Joiners are letters' own business. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/u;
const EVERY_HIDDEN = new RegExp(HIDDEN, "gu");

/** Whether a text holds marks that turn or hide what stands around them. */
export function hasHiddenMarks(text: string): boolean {
  return HIDDEN.test(text);
}

/** A text without such marks, and on one line: what stood in their place is a space. */
export function withoutHiddenMarks(text: string): string {
  return text.replaceAll(EVERY_HIDDEN, " ").replaceAll(/\s+/g, " ").trim();
}

export type MemoProblem = "memo-too-long" | "memo-hidden-marks" | "memo-not-number" | "memo-not-hash";

/** What keeps a text from being a memo of its kind; null where nothing does. */
export function memoProblem({ type, text }: TypedMemo): MemoProblem | null {
  if (text === "") return null;
  switch (type) {
    case "text":
      if (hasHiddenMarks(text)) return "memo-hidden-marks";
      return memoBytes(text) > MEMO_MAX_BYTES ? "memo-too-long" : null;
    case "id":
      return /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= MAX_ID ? null : "memo-not-number";
    case "hash":
      return /^[0-9a-f]{64}$/.test(text) ? null : "memo-not-hash";
  }
}

/** Bytes of a text memo as the network counts them. */
export function memoBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether two memos are the same on the ledger. */
export function isSameMemo(one: TypedMemo, other: TypedMemo): boolean {
  return one.text === other.text && (one.text === "" || one.type === other.type);
}
