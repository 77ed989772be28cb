import type { ComponentType } from "react";
import type { RepeatedPayment } from "#schemas/standing-payments.ts";

/** What is paid, to whom: all of a repeated payment but when. */
export type RepeatedWhat = Pick<RepeatedPayment, "to" | "asset" | "amount" | "memo" | "memoType">;

export interface RepeatSheetProps {
  readonly what: RepeatedWhat;
  /** As its owner knows whom they pay; null where they do not by name. */
  readonly name: string | null;
  readonly onPlaced: () => void;
  readonly onClose: () => void;
}

/** What the send screen is handed to repeat payments: it knows nothing else of them. */
export interface RepeatParts {
  readonly Sheet: ComponentType<RepeatSheetProps>;
  /** Those that its owner has set up; nothing where there are none. */
  readonly List: ComponentType;
}
