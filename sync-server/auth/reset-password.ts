import { createHash, randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { RESET_TOKEN_MS } from "#schemas/auth.ts";
import { RESET_PAGE_PATH } from "#schemas/mailed-links.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { dropPasskeysOutside } from "#server/passkeys/index.ts";
import { cancelAllWaiting, pauseHoursOf, readOperatorPolicy } from "#server/security/index.ts";
import { noteCredentialChange, readSecurityWithin } from "#server/users/index.ts";
import { dropTwoFactor, dropTwoFactorBefore, type TwoFactorDeps } from "#server/two-factor/index.ts";
import {
  checkNewPassword,
  findUserByEmail,
  findUserById,
  findUsersClaiming,
  givenEmail,
  hashPassword,
  mustProveMailbox,
  setEmail,
  setPassword,
  type UserDocument,
} from "#server/users/index.ts";
import { forgetDevices } from "./known-devices.ts";

interface ResetToken extends Document {
  readonly id: number;
  readonly userId: number;
  /** SHA-256 of the token, in hex. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly isUsed: boolean;
  readonly seal?: string;
}

const TOKENS = "password_reset_tokens";
const TOKEN_KIND: SealedKind<ResetToken> = {
  collection: TOKENS,
  contentOf: ({ id, userId, token, expiresAt }) => ({ id, userId, token, expiresAt }),
};
const TOKEN_BYTES = 32;
const HOUR_MS = 60 * 60 * 1000;
const LEAST_HOURS = 24;
const EVER = new Date(0);
/** Accounts of one address that no mailbox has chosen among yet, of which one mail tells. */
const MOST_CLAIMS = 10;

/**
 * E-mails a reset link to the account of this address, if there is one. Where nobody has shown the mailbox to be theirs yet,
 * it is for the mailbox to choose among those who claim it.
 */
export async function sendResetLink(runtime: Runtime, mailer: Mailer, email: string): Promise<void> {
  const holder = await findUserByEmail(runtime, email);
  const users = holder ? [holder] : await findUsersClaiming(runtime, email, MOST_CLAIMS);
  const [first] = users;
  if (!first) return;
  const hours = pauseHoursOf(await readOperatorPolicy(runtime.database));
  const { language, sentence } = await wordsFor(runtime, first.id);
  const isOne = users.length === 1;
  const links: string[] = [];
  for (const { id, username } of users) {
    const link = `${runtime.config.publicUrl}${RESET_PAGE_PATH}?token=${await makeToken(runtime, id)}`;
    links.push(isOne ? link : `${sentence("mail.reset.whose", { username })}\n${link}`);
  }
  const paragraphs = [
    isOne ? sentence("mail.hello", { username: first.username }) : sentence("mail.hello-all"),
    sentence(isOne ? "mail.reset.one" : "mail.reset.several"),
    ...links,
    ...(hours === 0 ? [] : [sentence("mail.reset.pause", { hours })]),
    sentence("mail.reset.otherwise"),
  ];
  const text = `${paragraphs.join("\n\n")}\n`;
  await mailer.send({ to: email, subject: sentence("mail.reset.subject"), text, language });
}

async function makeToken({ database, clock }: Runtime, userId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await database.transaction(async (session) => {
    const id = await database.nextIds(session, TOKENS, 1);
    const expiresAt = new Date(clock.now().getTime() + RESET_TOKEN_MS);
    const document = { id, userId, token: digest(token), expiresAt, isUsed: false };
    const seal = sealRow(database, TOKEN_KIND, document);
    await database.collection<ResetToken>(TOKENS).insertOne({ ...document, seal }, { session });
  });
  return token;
}

/**
 * Uses up the token, sets the password, and makes the account's other tokens useless; all or nothing. Where mail is sent, the
 * mailbox is shown to be the account's thereby, and what was added before it first was goes: whoever opened the account with
 * an address that was not theirs may have left it. Passkeys that were added within the pause of payments before the reset go,
 * too: whoever took the account over may have left one. Those between stay, since a mailbox is all that a reset takes: who
 * took that over must not thereby shut the owner out, who signs in with a passkey of long standing and freezes the account.
 * Answers with the user's id. Throws `reset-token-invalid` for a token that is unknown, used or too old, or of an account
 * that lost the address to another; `password-common` and `password-like-name` leave the token as it is.
 */
export async function resetPassword(deps: TwoFactorDeps, token: string, password: string): Promise<number> {
  const { runtime } = deps;
  const { database, clock } = runtime;
  const tokens = database.collection<ResetToken>(TOKENS);
  const usable = { token: digest(token), isUsed: false, expiresAt: { $gt: clock.now() } };
  // Asked before hashing: guesses must not cost us an argon2 each.
  const found = await tokens.findOne(usable);
  const owner = found && isRowSealed(database, TOKEN_KIND, found) && (await findUserById(runtime, found.userId));
  if (!owner) throw new AppError("reset-token-invalid");
  await checkNewPassword(password, owner);
  const hash = await hashPassword({ lane: `user ${owner.id}`, isKnown: true }, password);
  return database.transaction(async (session) => {
    const used = await tokens.findOneAndUpdate(usable, { $set: { isUsed: true } }, { session });
    if (!used || !isRowSealed(database, TOKEN_KIND, used)) throw new AppError("reset-token-invalid");
    const { userId } = used;
    await tokens.updateMany({ userId, isUsed: false }, { $set: { isUsed: true } }, { session });
    const user = await setPassword(runtime, session, userId, hash);
    await dropTwoFactorOfOthers(deps, session, user);
    const from = await proveMailbox(runtime, session, user);
    for (const name of await dropPasskeysOutside(runtime, session, userId, {
      from,
      until: await startOfPause(runtime),
    }))
      await notify(runtime, session, { userId, kind: "passkey-removed", detail: name });
    await forgetDevices(runtime, session, userId);
    await noteCredentialChange(runtime, session, userId);
    await cancelAllWaiting(runtime, session, userId);
    await notify(runtime, session, { userId, kind: "password-changed" });
    return userId;
  });
}

/** Gives the account the mailbox that the token was mailed to; answers from when on what was added is its owner's. */
async function proveMailbox(runtime: Runtime, session: ClientSession, user: UserDocument): Promise<Date> {
  if (runtime.config.smtpUrl === null) return EVER;
  const provenAt = runtime.clock.now();
  try {
    await setEmail(runtime, session, user.id, { email: givenEmail(user), provenAt });
  } catch (error) {
    if (error instanceof AppError && error.code === "email-taken")
      throw new AppError("reset-token-invalid", {}, { cause: error });
    throw error;
  }
  const { mailboxProvenAt } = await readSecurityWithin(runtime, session, user.id);
  return mailboxProvenAt ?? provenAt;
}

/**
 * Drops a second factor of before the mailbox was shown to be the account's. One of an account that has paid, but was never
 * asked for that, stays: it is what keeps a thief of the mailbox out.
 */
async function dropTwoFactorOfOthers(deps: TwoFactorDeps, session: ClientSession, user: UserDocument): Promise<void> {
  const { runtime } = deps;
  const { id: userId } = user;
  if (runtime.config.smtpUrl === null) return;
  const { mailboxProvenAt } = await readSecurityWithin(runtime, session, userId);
  if (!mailboxProvenAt && !(await mustProveMailbox(runtime, user, session))) return;
  const isDropped = mailboxProvenAt
    ? await dropTwoFactorBefore(deps, session, userId, mailboxProvenAt)
    : await dropTwoFactor(deps, session, userId);
  if (isDropped) await notify(runtime, session, { userId, kind: "two-factor-off" });
}

/** From when on a passkey is too young to be trusted; a day where the operator lets payments pause for less. */
async function startOfPause({ database, clock }: Runtime): Promise<Date> {
  const pauseHours = pauseHoursOf(await readOperatorPolicy(database));
  return new Date(clock.now().getTime() - Math.max(pauseHours, LEAST_HOURS) * HOUR_MS);
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
