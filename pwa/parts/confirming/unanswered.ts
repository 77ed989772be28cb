import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { storedKeys } from "#pwa/platform/device/storage.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { takeTurn } from "./take-turn.ts";
import type { Taken } from "./confirmation-state.ts";
import { unansweredPrefix } from "./unanswered-prefix.ts";
import { type Settled, settledWords } from "./unanswered-words.ts";

/** A confirmation that was sent to the server, and whose answer did not come yet. */
const Unanswered = v.object({
  key: v.string(),
  /** What was confirmed, as `what()` says it. */
  what: v.string(),
  atMs: v.number(),
});
export type Unanswered = v.InferOutput<typeof Unanswered>;

function textAt(place: string) {
  return keptText(place, Unanswered, null);
}

/** False where this device has no room for it: then it must not be sent. */
export function keepUnanswered(userId: number, unanswered: Unanswered): boolean {
  return textAt(unansweredPrefix(userId) + unanswered.key).keep(unanswered);
}

export function dropUnanswered(userId: number, key: string): void {
  textAt(unansweredPrefix(userId) + key).drop();
}

/** Those of this person that this device knows of; what cannot be read is left out. */
export function readUnanswered(userId: number): readonly Unanswered[] {
  return storedKeys(unansweredPrefix(userId)).flatMap((place) => {
    const unanswered = textAt(place).read();
    return unanswered === null ? [] : [unanswered];
  });
}

/**
 * Asks the server what became of each, save those that another open page is waiting for, says so, and forgets it. What the server has
 * not seen by then is void: it cannot be done any more. Rejects where the server does not answer; nothing is forgotten then.
 */
export async function settleUnanswered(userId: number, signal: AbortSignal): Promise<readonly Settled[]> {
  const answers = await Promise.all(readUnanswered(userId).map((unanswered) => settleOne(unanswered, signal)));
  const settled = answers.filter((one) => one !== null);
  // Only now: where one question fails, what the others brought would be told to nobody.
  for (const { key } of settled) dropUnanswered(userId, key);
  const told = settledWords(settled);
  if (told !== null) showToast(told);
  return settled;
}

async function settleOne(unanswered: Unanswered, signal: AbortSignal): Promise<Settled | null> {
  const { key } = unanswered;
  const turn = await new Promise<(() => void) | null>((resolve) => {
    const release = takeTurn(key, {
      have: () => resolve(release),
      elsewhere: () => {
        release();
        resolve(null);
      },
    });
  });
  if (turn === null) return null;
  try {
    return { ...unanswered, isTaken: (await askAfter(key, signal)) !== null };
  } finally {
    turn();
  }
}

/** What the server took a confirmation for; null where it had not seen it, and never will from now on. */
export async function askAfter(key: string, signal?: AbortSignal): Promise<Taken | null> {
  const { submission, placed } = await call(WALLET_ENDPOINTS.settleConfirmation, {
    body: { idempotencyKey: key },
    ...(signal !== undefined && { signal }),
  });
  if (submission !== null) return { submission };
  return placed === null ? null : { placed };
}
