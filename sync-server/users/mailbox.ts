import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type SubmissionKind, submissionCollection } from "#server/platform/submissions/submission.ts";
import type { UserDocument } from "./store.ts";

type Mailbox = Pick<UserDocument, "id" | "email" | "claimedEmail" | "emailProvenAt">;

/** The ending of addresses of who has no mailbox. No address that somebody registers stays here with it. */
const NOWHERE = "@astrolabe.invalid";
/** What takes money out of an account. */
const PAYING: readonly SubmissionKind[] = ["send", "trade", "swap", "pool"];

/** What stands for the address of a user who has only claimed one: nobody can register it, for its colon. */
export function standInEmail(userId: number): string {
  return `unproven:${userId}${NOWHERE}`;
}

/** The address that the user gave, whether or not it was shown to be theirs. */
export function givenEmail({ email, claimedEmail }: Pick<Mailbox, "email" | "claimedEmail">): string {
  return claimedEmail ?? email;
}

/**
 * Whether the user has yet to show that the mailbox is theirs. Only where mail is sent at all: elsewhere it lies in a folder,
 * and proves nothing.
 */
export function isMailboxUnproven({ config }: Pick<Runtime, "config">, user: Mailbox): boolean {
  if (config.smtpUrl === null || user.emailProvenAt !== undefined) return false;
  return user.claimedEmail !== undefined || !user.email.endsWith(NOWHERE);
}

/** Whether the user's first payment waits for that. Who paid before it was asked for goes on. */
export async function mustProveMailbox(
  runtime: Runtime,
  user: Mailbox,
  session: ClientSession | null,
): Promise<boolean> {
  if (!isMailboxUnproven(runtime, user)) return false;
  const paid = await submissionCollection(runtime.database).findOne(
    { userId: user.id, kind: { $in: [...PAYING] }, state: "confirmed" },
    { projection: { _id: 1 }, ...inSession(session) },
  );
  return paid === null;
}
