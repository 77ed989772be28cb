import { say, sayBoth } from "./say.ts";
import type { TakenBack, WaitingChange } from "./security.ts";

type Change = Pick<WaitingChange, "kind" | "from" | "to"> & Partial<Pick<WaitingChange, "memo">>;

/** Of when a change is told: ahead of its time (in ms), once it was cancelled, or as what it does. */
export type WaitingTime = { readonly when: "ahead"; readonly at: number } | { readonly when: "cancelled" | "done" };

/** What a change that waits will do, in one sentence, as it is stored: code and facts (`said.ts`). */
export function waitingSaid({ kind, from, to, memo = "" }: Change, time: WaitingTime = { when: "done" }): string {
  switch (kind) {
    case "transaction-limit-up":
      return say(`said.waiting.${kind}`, { ...time, before: from, after: to });
    case "daily-limit-up":
      return to === ""
        ? say("said.waiting.daily-limit-off", { ...time, before: from })
        : say(`said.waiting.${kind}`, { ...time, before: from, after: to });
    case "allow-list-hold-down":
      return say(`said.waiting.${kind}`, { ...time, hours: Number(to), hoursBefore: Number(from) });
    case "email":
      return say(`said.waiting.${kind}`, { ...time, emailBefore: from, email: to });
    case "close-account":
      return memo === ""
        ? say(`said.waiting.${kind}`, { ...time, to })
        : say("said.waiting.close-account-memo", { ...time, to, memo });
    default:
      return say(`said.waiting.${kind}`, { ...time });
  }
}

/**
 * What a change of credentials brings, said before it is confirmed: that sending pauses, and for how long. `pauseHours` are the
 * server's own; null where they are not known here, and empty where nothing pauses.
 */
export function pauseAheadSaid(pauseHours: number | null): string {
  if (pauseHours === 0) return "";
  return pauseHours === null ? say("said.pause-ahead-unknown") : say("said.pause-ahead", { hours: pauseHours });
}

/** The same once it was done. */
export function pausedSaid(pauseHours: number | null): string {
  if (pauseHours === 0) return "";
  return pauseHours === null ? say("said.paused-unknown") : say("said.paused", { hours: pauseHours });
}

/** What was taken back when an account was frozen, in sentences; empty where nothing was. */
export function takenBackSaid(taken: TakenBack): string {
  const { ordersOnTheWay, waitsForOwner } = taken;
  const open = waitsForOwner ? "said.taken-back-by-owner" : "said.being-taken-back";
  return sayBoth(doneSaid(taken), ordersOnTheWay === 0 ? "" : say(open, { orders: ordersOnTheWay }));
}

function doneSaid({ orders, standingOrders: standing, payments }: TakenBack): string {
  const facts = { orders, standing, payments };
  if (orders > 0 && standing > 0 && payments > 0) return say("said.taken-back.orders-standing-payments", facts);
  if (orders > 0 && standing > 0) return say("said.taken-back.orders-standing", { orders, standing });
  if (orders > 0 && payments > 0) return say("said.taken-back.orders-payments", { orders, payments });
  if (standing > 0 && payments > 0) return say("said.taken-back.standing-payments", { standing, payments });
  if (orders > 0) return say("said.taken-back.orders", { orders });
  if (standing > 0) return say("said.taken-back.standing", { standing });
  return payments > 0 ? say("said.taken-back.payments", { payments }) : "";
}
