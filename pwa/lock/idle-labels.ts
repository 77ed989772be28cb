import { plural, t } from "@lingui/core/macro";
import type { Idle } from "./lock-record.ts";

/** The choices of idle time, in words. */
export const IDLE_LABELS: readonly { readonly value: Idle; readonly label: string }[] = [
  {
    value: "hidden",
    get label() {
      return t`As soon as it is out of sight`;
    },
  },
  {
    value: "1",
    get label() {
      return minutesLabel(1);
    },
  },
  {
    value: "5",
    get label() {
      return minutesLabel(5);
    },
  },
  {
    value: "15",
    get label() {
      return minutesLabel(15);
    },
  },
  {
    value: "60",
    get label() {
      return t`1 hour`;
    },
  },
];

function minutesLabel(minutes: number): string {
  return plural(minutes, { one: "# minute", other: "# minutes" });
}
