import { plural, t } from "@lingui/core/macro";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import type { RepeatedWhat } from "#pwa/send/door.ts";
import { MAX_PAYMENTS, type PaymentCalendar, type RepeatedPayment } from "#schemas/standing-payments.ts";

/** How often, from when and until when, as typed. Dates as a date field has them: "2027-03-31". */
export interface RepeatDraft {
  readonly every: PaymentCalendar;
  /** Today for at once. */
  readonly first: string;
  readonly ends: "never" | "on" | "after";
  readonly last: string;
  readonly times: string;
}

export type RepeatProblems = Partial<Record<"first" | "last" | "times", string>>;

export type ReadRepeat =
  | { readonly payment: RepeatedPayment; readonly problems: null }
  | { readonly payment: null; readonly problems: RepeatProblems };

export function emptyRepeat(nowMs: number): RepeatDraft {
  return { every: "month", first: dayOf(nowMs), ends: "never", last: "", times: "12" };
}

/** The payment that the form asks to be repeated, or what stands against it at each field. */
export function readRepeat(what: RepeatedWhat, draft: RepeatDraft, nowMs: number): ReadRepeat {
  const { every, first, ends, last } = draft;
  const times = westernDigits(draft.times.trim());
  const today = dayOf(nowMs);
  const problems: RepeatProblems = {
    ...((first === "" || first < today) && { first: t`Choose today or a day that lies ahead` }),
    ...(ends === "on" && (last === "" || last < first) && { last: t`Choose a day that is not before the first one` }),
    ...(ends === "after" &&
      !isCount(times) && {
        times: plural(MAX_PAYMENTS, { one: "From 1 to # payment", other: "From 1 to # payments" }),
      }),
  };
  if (Object.keys(problems).length > 0) return { payment: null, problems };
  return {
    problems: null,
    payment: {
      kind: "payment",
      ...what,
      every,
      times: ends === "after" ? Number(times) : null,
      // At noon, so that it is the same day wherever it is looked at, and whatever daylight saving does.
      startsAt: first === today ? null : instantOf(first, "12:00:00"),
      expiresAt: ends === "on" ? instantOf(last, "23:59:59") : null,
    },
  };
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_PAYMENTS;
}

/** The day by this device's clock. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function instantOf(day: string, time: string): string {
  return new Date(`${day}T${time}`).toISOString();
}
