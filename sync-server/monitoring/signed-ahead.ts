import { randomUUID } from "node:crypto";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { signWebhook } from "./sign-webhook.ts";

/** A message to the webhook that says that the database is away, ready to be sent. */
export interface SignedMessage {
  readonly atMs: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MINUTE_MS = 60_000;
/** For how long messages are signed ahead. */
export const AHEAD_MS = 60 * MINUTE_MS;

/**
 * Signs a message for each of the next minutes: whoever has no database cannot open the secret, and it is kept nowhere else. A
 * receiver believes a message for some minutes after its time.
 */
export function signAhead(secret: Buffer, from: Date): readonly SignedMessage[] {
  const { sentence } = wordsIn("en");
  const data = { check: "database", severity: "critical", title: sentence("mail.away.subject") };
  return Array.from({ length: AHEAD_MS / MINUTE_MS + 1 }, (_, minute) => {
    const at = new Date(from.getTime() + minute * MINUTE_MS);
    const body = JSON.stringify({ type: "database.away", timestamp: at.toISOString(), data });
    return { atMs: at.getTime(), body, headers: signWebhook(secret, `msg_${randomUUID()}`, at, body) };
  });
}

/** The one that is of now, or of the last minute before; null where all are of later. */
export function messageOf(messages: readonly SignedMessage[], now: Date): SignedMessage | null {
  return messages.findLast(({ atMs }) => atMs <= now.getTime()) ?? null;
}
