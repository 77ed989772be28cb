import { plural, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { formatAmountText, formatDate, shortenAddress } from "#pwa/ui/format.ts";
import type { StandingOrderState, StandingRun } from "#schemas/standing-orders.ts";
import type { KeptPayment, PaymentCalendar } from "#schemas/standing-payments.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

export type PaymentRow = LocalRow<"durable_orders"> & { readonly terms: KeptPayment };

export function isPaymentRow(row: LocalRow<"durable_orders">): row is PaymentRow {
  return row.terms.kind === "payment";
}

export const REPEAT_STATES: Readonly<Record<StandingOrderState, string>> = {
  get waiting() {
    return t({ message: "Waiting", context: "state of a repeated payment" });
  },
  get running() {
    return t({ message: "Under way", context: "state of a repeated payment" });
  },
  get done() {
    return t({ message: "Done", context: "state of a repeated payment" });
  },
  get cancelled() {
    return t({ message: "Cancelled", context: "state of a repeated payment" });
  },
  get failed() {
    return t({ message: "Failed", context: "state of a repeated payment" });
  },
  get expired() {
    return t({ message: "Ended", context: "state of a repeated payment" });
  },
};

export const REPEAT_TONES = {
  waiting: "accent",
  running: "accent",
  done: "up",
  cancelled: "neutral",
  failed: "down",
  expired: "neutral",
} as const satisfies Readonly<Record<StandingOrderState, string>>;

/** Whether more may come of it. */
export function isLive({ state }: { readonly state: StandingOrderState }): boolean {
  return state === "waiting" || state === "running";
}

/** "10 XLM to Ana". */
export function repeatTitle({ amount, asset, named, to }: KeptPayment, name: string | null): string {
  const paid = `${formatAmountText(amount)} ${codeOf(asset)}`;
  const recipient = inSentence(name ?? (named === "" ? shortenAddress(to) : named));
  return t`${{ amount: paid }} to ${recipient}`;
}

interface Planned {
  readonly every: PaymentCalendar;
  readonly times: number | null;
  readonly expiresAt: string | null;
}

/** "Every month, 12 times", "Every week until Mar 3, 2027". */
export function planWords({ every, times, expiresAt }: Planned): string {
  const day = expiresAt === null ? null : formatDate(Date.parse(expiresAt));
  return every === "week" ? weekWords(times, day) : monthWords(times, day);
}

function weekWords(times: number | null, day: string | null): string {
  if (times === null) return day === null ? t`Every week, until you cancel it` : t`Every week until ${day}`;
  return day === null
    ? plural(times, { one: "Every week, once", other: "Every week, # times" })
    : plural(times, { one: `Every week until ${day}, once`, other: `Every week until ${day}, # times` });
}

function monthWords(times: number | null, day: string | null): string {
  if (times === null) return day === null ? t`Every month, until you cancel it` : t`Every month until ${day}`;
  return day === null
    ? plural(times, { one: "Every month, once", other: "Every month, # times" })
    : plural(times, { one: `Every month until ${day}, once`, other: `Every month until ${day}, # times` });
}

/** "2 of 12 paid, 1 left out". */
export function paidWords({
  terms: { times },
  runsDone: paid,
  runsMissed: missed,
}: Pick<PaymentRow, "terms" | "runsDone" | "runsMissed">): string {
  if (missed === 0)
    return times === null
      ? plural(paid, { one: "# paid so far", other: "# paid so far" })
      : plural(paid, { one: `# of ${times} paid`, other: `# of ${times} paid` });
  return times === null
    ? t`${plural(paid, { one: "# paid so far", other: "# paid so far" })}, ${plural(missed, {
        one: "# left out",
        other: "# left out",
      })}`
    : t`${plural(paid, { one: `# of ${times} paid`, other: `# of ${times} paid` })}, ${plural(missed, {
        one: "# left out",
        other: "# left out",
      })}`;
}

export const RUN_WORDS: Readonly<Record<StandingRun["outcome"], string>> = {
  get "under-way"() {
    return t({ message: "Under way", context: "one payment of many" });
  },
  get done() {
    return t({ message: "Paid", context: "one payment of many" });
  },
  get missed() {
    return t({ message: "Left out", context: "one payment of many" });
  },
  get failed() {
    return t({ message: "Not paid", context: "one payment of many" });
  },
  get cancelled() {
    return t({ message: "Left out", context: "one payment of many" });
  },
};

export const RUN_TONES = {
  "under-way": "accent",
  done: "up",
  missed: "warn",
  failed: "down",
  cancelled: "neutral",
} as const satisfies Readonly<Record<StandingRun["outcome"], string>>;

/** Those that go on, the next first, and those that are over, the last first. */
export function sortedRepeats(rows: readonly PaymentRow[]): {
  readonly current: readonly PaymentRow[];
  readonly past: readonly PaymentRow[];
} {
  const nextOf = ({ nextAt }: PaymentRow) => nextAt ?? "9";
  return {
    current: rows.filter(isLive).toSorted((one, other) => (nextOf(one) < nextOf(other) ? -1 : 1)),
    past: rows.filter((row) => !isLive(row)).toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1)),
  };
}
