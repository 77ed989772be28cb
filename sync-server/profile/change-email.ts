import { createHash, randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import { EMAIL_PAGE_PATH } from "#schemas/mailed-links.ts";
import { AppError } from "#schemas/errors.ts";
import { EMAIL_TOKEN_MS } from "#schemas/profile.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { noteCredentialChange, type Notices } from "#server/security/index.ts";
import { findUserByEmail, findUserById, setEmail } from "#server/users/index.ts";

export interface EmailDeps {
  readonly runtime: Runtime;
  readonly mailer: Mailer;
  readonly notices: Notices;
}

/** An address that somebody wants to have, and has not shown yet to be theirs. */
interface EmailChange extends Document {
  /** The user's id: a new wish takes the place of the former one. */
  readonly _id: number;
  readonly email: string;
  /** SHA-256 of the token, in hex. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly seal?: string;
}

const CHANGE_KIND: SealedKind<EmailChange> = {
  collection: "email_changes",
  contentOf: ({ _id, email, token, expiresAt }) => ({ _id, email, token, expiresAt }),
};

const TOKEN_BYTES = 32;

function changeCollection({ database }: Runtime) {
  return database.collection<EmailChange>(CHANGE_KIND.collection);
}

/** Mails a link to the address; until it is opened nothing changes. Throws `email-same`, `email-taken`. */
export async function askForEmail({ runtime, mailer }: EmailDeps, userId: number, email: string): Promise<void> {
  const user = await findUserById(runtime, userId);
  if (!user) throw new AppError("session-required");
  if (user.email === email) throw new AppError("email-same");
  if (await findUserByEmail(runtime, email)) throw new AppError("email-taken");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(runtime.clock.now().getTime() + EMAIL_TOKEN_MS);
  const fields = { email, token: digest(token), expiresAt };
  const seal = sealRow(runtime.database, CHANGE_KIND, { _id: userId, ...fields });
  await changeCollection(runtime).updateOne({ _id: userId }, { $set: { ...fields, seal } }, { upsert: true });
  await mailer.send({
    to: email,
    subject: "Confirm your new email address for Astrolabe",
    text: [
      `Hello ${user.username},`,
      "",
      "Open this link to use this address for your Astrolabe account. It works once, for one hour:",
      "",
      `${runtime.config.publicUrl}${EMAIL_PAGE_PATH}?token=${token}`,
      "",
      "If you did not ask for it, ignore this message: nothing changes.",
      "",
    ].join("\n"),
  });
}

/**
 * Gives the account the address that the token was mailed to; payments pause, links that were mailed to the former address
 * open nothing any more, and the former address is told. Throws `email-token-invalid`, `email-taken`.
 */
export async function confirmEmail({ runtime, notices }: EmailDeps, token: string): Promise<void> {
  const { database, clock } = runtime;
  const wish = { token: digest(token), expiresAt: { $gt: clock.now() } };
  const former = await database.transaction(async (session) => {
    const change = await changeCollection(runtime).findOneAndDelete(wish, { session });
    if (!change || !isRowSealed(database, CHANGE_KIND, change)) throw new AppError("email-token-invalid");
    const { _id: userId, email } = change;
    const user = await setEmail(runtime, session, userId, email);
    if (!user) throw new AppError("email-token-invalid");
    const unused = { userId, isUsed: false };
    await database.collection("password_reset_tokens").updateMany(unused, { $set: { isUsed: true } }, { session });
    await noteCredentialChange(runtime, userId, session);
    await notify(runtime, session, { userId, kind: "email-changed", detail: email });
    return user;
  });
  notices.tell(former, {
    subject: "The email address of your Astrolabe account was changed",
    says: [
      "Your account has another email address now, and this one gets no more messages from it. Nothing can be sent from the account for some time.",
      "If it was not you, sign in at once, change your password and freeze your account in its settings, or contact support.",
    ],
  });
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
