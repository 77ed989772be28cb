import type { ClientSession } from "mongodb";
import { EMAIL_PAGE_PATH } from "#schemas/mailed-links.ts";
import { AppError } from "#schemas/errors.ts";
import { EMAIL_TOKEN_MS } from "#schemas/profile.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { ENDED_SESSIONS, sessionHandle } from "#server/platform/http/session-store.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { type Notices, weaken } from "#server/security/index.ts";
import {
  findUserByEmail,
  findUserById,
  findUserWithin,
  givenEmail,
  isMailboxUnproven,
  noteCredentialChange,
  readSecurity,
  readSecurityWithin,
  setEmail,
} from "#server/users/index.ts";
import { digestOf, type EmailWish, keepWish, WISH_KIND, wishCollection } from "./email-wish.ts";
import { alreadyYours } from "./prove-email.ts";

export interface EmailDeps {
  readonly runtime: Runtime;
  readonly mailer: Mailer;
  readonly notices: Notices;
}

/**
 * Mails a link to the address; until it is opened nothing changes. Where mail is sent, nobody but the mailbox is told that
 * the address has an account; elsewhere it throws `email-taken`. Throws `email-same`, `account-frozen`.
 */
export async function askForEmail(
  { runtime, mailer }: EmailDeps,
  { userId, sessionId }: Pick<SessionUser, "userId" | "sessionId">,
  email: string,
): Promise<void> {
  const { config } = runtime;
  const user = await findUserById(runtime, userId);
  if (!user) throw new AppError("session-required");
  if (givenEmail(user) === email) throw new AppError("email-same");
  if ((await readSecurity(runtime, userId)).isFrozen === true) throw new AppError("account-frozen");
  const owner = await findUserByEmail(runtime, email);
  if (owner && config.smtpUrl === null) throw new AppError("email-taken");
  const wish = { _id: userId, email, epoch: user.sessionEpoch ?? 0, session: sessionHandle(sessionId) };
  const token = await keepWish(runtime, wish, EMAIL_TOKEN_MS);
  // The token stays with us then: who asked cannot tell the one from the other, not even by what it takes.
  if (owner) return mailer.send({ to: email, ...(await alreadyYours(runtime, owner)) });
  const { language, sentence } = await wordsFor(runtime, userId);
  const paragraphs = [
    sentence("mail.hello", { username: user.username }),
    sentence("mail.email.open"),
    `${config.publicUrl}${EMAIL_PAGE_PATH}?token=${token}`,
    sentence("mail.email.otherwise"),
  ];
  await mailer.send({
    to: email,
    subject: sentence("mail.email.subject"),
    text: `${paragraphs.join("\n\n")}\n`,
    language,
  });
}

/**
 * Takes the token that was mailed to an address. Where it is the one that was given from the beginning, its mailbox is shown to be the
 * account's and no more. Another one is the account's after the wait of whatever protects it less, of which the former address is told
 * as well; where that never was shown to be theirs, at once. What was asked for in a session that has been ended, or before a new
 * password, is void. Throws `email-token-invalid`, `email-taken`, `account-frozen`.
 */
export async function confirmEmail(deps: EmailDeps, token: string): Promise<"proven" | "changed" | "waits"> {
  const { runtime } = deps;
  const { database, clock } = runtime;
  const usable = { token: digestOf(token), expiresAt: { $gt: clock.now() } };
  const { outcome, tell } = await database.transaction(async (session) => {
    const wish = await wishCollection(runtime).findOneAndDelete(usable, { session });
    if (!wish || !isRowSealed(database, WISH_KIND, wish) || (await isEnded(runtime, wish)))
      throw new AppError("email-token-invalid");
    const { _id: userId, email, epoch } = wish;
    const user = await findUserWithin(runtime, session, userId);
    if (!user || (epoch !== undefined && epoch !== (user.sessionEpoch ?? 0))) throw new AppError("email-token-invalid");
    if (givenEmail(user) === email) {
      if (!(await setEmail(runtime, session, userId, { email, provenAt: provenAt(runtime) })))
        throw new AppError("email-token-invalid");
      return { outcome: "proven" as const };
    }
    if ((await readSecurityWithin(runtime, session, userId)).isFrozen === true) throw new AppError("account-frozen");
    if (await findUserByEmail(runtime, email)) throw new AppError("email-taken");
    const change = { kind: "email", from: user.email, to: email } as const;
    if (!isMailboxUnproven(runtime, user) && (await weaken(runtime, session, userId, change)) === "waits")
      return { outcome: "waits" as const };
    return { outcome: "changed" as const, tell: await giveEmail(deps, session, userId, email) };
  });
  tell?.();
  return outcome;
}

/** Mails that go to a folder prove nothing. */
function provenAt({ clock, config }: Runtime): Date | null {
  return config.smtpUrl === null ? null : clock.now();
}

/** Whether the session in which the wish was made was ended before its time. */
async function isEnded({ database }: Runtime, { session }: EmailWish): Promise<boolean> {
  if (session === undefined) return false;
  return (await database.collection<{ _id: string }>(ENDED_SESSIONS).findOne({ _id: session })) !== null;
}

/**
 * Gives the account an address, within the caller's transaction; payments pause, links that were mailed to the former address
 * open nothing any more. Answers with what tells the former address, once it is true. Throws `email-taken`, and
 * `email-token-invalid` where the account is gone.
 */
export async function giveEmail(
  { runtime, notices }: Pick<EmailDeps, "runtime" | "notices">,
  session: ClientSession,
  userId: number,
  email: string,
): Promise<() => void> {
  const { database } = runtime;
  const former = await setEmail(runtime, session, userId, { email, provenAt: provenAt(runtime) });
  if (!former) throw new AppError("email-token-invalid");
  const unused = { userId, isUsed: false };
  await database.collection("password_reset_tokens").updateMany(unused, { $set: { isUsed: true } }, { session });
  await noteCredentialChange(runtime, session, userId);
  await notify(runtime, session, { userId, kind: "email-changed", detail: email });
  return () => notices.tell(former, CHANGED);
}

const CHANGED = {
  subject: "mail.email-changed.subject",
  says: ["mail.email-changed.what", "mail.email-changed.otherwise"],
} as const;
