import { t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { formatAmountText, formatDate, shortenAddress } from "#pwa/ui/format.ts";
import type { StandingOrderState, StandingRun } from "#schemas/standing-orders.ts";
import type { KeptPayment, PaymentCalendar } from "#schemas/standing-payments.ts";

export type PaymentRow = LocalRow<"durable_orders"> & { readonly terms: KeptPayment };

export function isPaymentRow(row: LocalRow<"durable_orders">): row is PaymentRow {
  return row.terms.kind === "payment";
}

export const REPEAT_STATES: Readonly<Record<StandingOrderState, string>> = {
  get waiting() {
    return t`Waiting`;
  },
  get running() {
    return t`Under way`;
  },
  get done() {
    return t`Done`;
  },
  get cancelled() {
    return t`Cancelled`;
  },
  get failed() {
    return t`Failed`;
  },
  get expired() {
    return t`Ended`;
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
  return `${formatAmountText(amount)} ${codeOf(asset)} to ${name ?? (named === "" ? shortenAddress(to) : named)}`;
}

interface Planned {
  readonly every: PaymentCalendar;
  readonly times: number | null;
  readonly expiresAt: string | null;
}

/** "Every month, 12 times", "Every week until Mar 3, 2027". */
export function planWords({ every, times, expiresAt }: Planned): string {
  const until = expiresAt === null ? "" : t` until ${formatDate(Date.parse(expiresAt))}`;
  const count = times === null ? "" : times === 1 ? ", once" : t`, ${times} times`;
  const open = until === "" && count === "" ? ", until you cancel it" : "";
  return t`Every ${every}${until}${count}${open}`;
}

/** "2 of 12 paid, 1 left out". */
export function paidWords({
  terms: { times },
  runsDone,
  runsMissed,
}: Pick<PaymentRow, "terms" | "runsDone" | "runsMissed">): string {
  const paid = times === null ? t`${runsDone} paid so far` : t`${runsDone} of ${times} paid`;
  return runsMissed === 0 ? paid : t`${paid}, ${runsMissed} left out`;
}

export const RUN_WORDS: Readonly<Record<StandingRun["outcome"], string>> = {
  "under-way": "Under way",
  get done() {
    return t`Paid`;
  },
  get missed() {
    return t`Left out`;
  },
  get failed() {
    return t`Not paid`;
  },
  get cancelled() {
    return t`Left out`;
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
