import { t } from "@lingui/core/macro";
import type { MemoType } from "#schemas/values/memo.ts";

export const MEMO_NAMES: Readonly<Record<MemoType, string>> = {
  get text() {
    return t`Memo`;
  },
  get id() {
    return t`Memo (number)`;
  },
  get hash() {
    return t`Memo (hash)`;
  },
};
