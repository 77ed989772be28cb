import { t } from "@lingui/core/macro";
import type { Idle } from "./lock-record.ts";

/** The choices of idle time, in words. */
export const IDLE_LABELS: readonly { readonly value: Idle; readonly label: string }[] = [
  {
    value: "hidden",
    get label() {
      return t`As soon as it is out of sight`;
    },
  },
  { value: "1", label: "1 minute" },
  { value: "5", label: "5 minutes" },
  { value: "15", label: "15 minutes" },
  { value: "60", label: "1 hour" },
];
