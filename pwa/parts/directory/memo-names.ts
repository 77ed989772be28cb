import type { MemoType } from "#schemas/values/memo.ts";

export const MEMO_NAMES: Readonly<Record<MemoType, string>> = {
  text: "Memo",
  id: "Memo (number)",
  hash: "Memo (hash)",
};
