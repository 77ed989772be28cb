import { createHash, randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import { RESET_TOKEN_MS } from "#schemas/auth.ts";
import { RESET_PAGE_PATH } from "#schemas/mailed-links.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { dropPasskeysSince } from "#server/passkeys/index.ts";
import { noteCredentialChange, readOperatorPolicy } from "#server/security/index.ts";
import { findUserByEmail, hashPassword, setPassword } from "#server/users/index.ts";

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

/** E-mails a reset link to the account of this address, if there is one. */
export async function sendResetLink(runtime: Runtime, mailer: Mailer, email: string): Promise<void> {
  const user = await findUserByEmail(runtime, email);
  if (!user) return;
  const { database, clock, config } = runtime;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await database.transaction(async (session) => {
    const id = await database.nextIds(session, TOKENS, 1);
    const expiresAt = new Date(clock.now().getTime() + RESET_TOKEN_MS);
    const document = { id, userId: user.id, token: digest(token), expiresAt, isUsed: false };
    const seal = sealRow(database, TOKEN_KIND, document);
    await database.collection<ResetToken>(TOKENS).insertOne({ ...document, seal }, { session });
  });
  await mailer.send({
    to: user.email,
    subject: "Reset your Astrolabe password",
    text: [
      `Hello ${user.username},`,
      "",
      "Someone, hopefully you, asked to reset the password of your Astrolabe account. This link works once, for one hour:",
      "",
      `${config.publicUrl}${RESET_PAGE_PATH}?token=${token}`,
      "",
      "If it was not you, ignore this message: your password stays as it is.",
      "",
    ].join("\n"),
  });
}

/**
 * Uses up the token, sets the password, and makes the account's other tokens useless; all or nothing. Passkeys that were
 * added within the pause of payments before it go, too: whoever took the account over may have left one. Older ones stay,
 * since a mailbox is all that a reset takes: who took that over must not thereby shut the owner out, who signs in with a
 * passkey of long standing and freezes the account. Answers with the user's id. Throws `reset-token-invalid` for a token that is unknown, used or too old.
 */
export async function resetPassword(runtime: Runtime, token: string, password: string): Promise<number> {
  const { database, clock } = runtime;
  const tokens = database.collection<ResetToken>(TOKENS);
  const usable = { token: digest(token), isUsed: false, expiresAt: { $gt: clock.now() } };
  // Asked before hashing: guesses must not cost us an argon2 each.
  const known = await tokens.findOne(usable);
  if (!known || !isRowSealed(database, TOKEN_KIND, known)) throw new AppError("reset-token-invalid");
  const hash = await hashPassword(password);
  return database.transaction(async (session) => {
    const used = await tokens.findOneAndUpdate(usable, { $set: { isUsed: true } }, { session });
    if (!used || !isRowSealed(database, TOKEN_KIND, used)) throw new AppError("reset-token-invalid");
    await tokens.updateMany({ userId: used.userId, isUsed: false }, { $set: { isUsed: true } }, { session });
    await setPassword(runtime, session, used.userId, hash);
    const { userId } = used;
    for (const name of await dropPasskeysSince(runtime, session, userId, await startOfPause(runtime)))
      await notify(runtime, session, { userId, kind: "passkey-removed", detail: name });
    await noteCredentialChange(runtime, userId, session);
    await notify(runtime, session, { userId, kind: "password-changed" });
    return userId;
  });
}

/** From when on a passkey is too young to be trusted; a day where the operator lets payments pause for less. */
async function startOfPause({ database, clock }: Runtime): Promise<Date> {
  const { coolOffHours } = await readOperatorPolicy(database);
  return new Date(clock.now().getTime() - Math.max(coolOffHours, LEAST_HOURS) * HOUR_MS);
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
