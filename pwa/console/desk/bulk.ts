import type { ReactNode } from "react";
import type { Endpoint } from "#schemas/endpoints.ts";
import type { MoneylessPermission } from "#schemas/operators.ts";

/** What is done to several rows at once. The types let no endpoint be one that takes a permission over money (`schemas/operators.ts`). */
export interface BulkAct {
  readonly name: string;
  readonly label: string;
  readonly endpoint: Endpoint & { readonly permission: MoneylessPermission };
  readonly Sheet: (props: BulkSheetProps) => ReactNode;
}

export interface BulkSheetProps {
  readonly ids: readonly number[];
  /** It was done: nothing is chosen any more. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
