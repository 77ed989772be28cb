import { waitingSaid } from "#schemas/protection-words.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { Applier } from "#server/security/index.ts";
import { beginClosing } from "./close-account.ts";

/**
 * Begins a closing that has waited long enough: all that is in the account by then goes where its owner said when they announced it.
 * It is told once more; who carries it on asks every rule that an announcement does not lift.
 */
export const closeAnnounced: Applier = async (runtime, session, userId, change) => {
  const { to, memo = "" } = change;
  await beginClosing(runtime, session, userId, { to, memo: { type: "text", text: memo }, isAnnounced: true });
  await notify(runtime, session, { userId, kind: "closing-begun", detail: waitingSaid(change) });
};
