import { EMAIL_PAGE_PATH } from "#schemas/mailed-links.ts";
import { PROOF_TOKEN_MS } from "#schemas/profile.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { findUserByEmail, findUserById, givenEmail, isMailboxUnproven } from "#server/users/index.ts";
import { keepWish } from "./email-wish.ts";

/** Mails that one address gets, whoever names it: nobody's mailbox is filled by registering with it. */
const MOST_MAILS = 20;
const MAILS_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Mails a link to the address that the user gave, by which its mailbox is shown to be theirs. To a mailbox that has an
 * account already it says that instead: nobody else hears of it. Answers whether there was anything to show. Throws
 * `rate-limited` where the address got too many.
 */
export async function sendProof(
  { runtime, mailer }: { readonly runtime: Runtime; readonly mailer: Mailer },
  userId: number,
): Promise<boolean> {
  const user = await findUserById(runtime, userId);
  if (!user || !isMailboxUnproven(runtime, user)) return false;
  const { publicUrl } = runtime.config;
  const email = givenEmail(user);
  await createAttemptLimit(runtime, "proof-to-address", MOST_MAILS, MAILS_WINDOW_MS).take(email);
  const owner = await findUserByEmail(runtime, email);
  const token = await keepWish(runtime, { _id: userId, email }, PROOF_TOKEN_MS);
  if (owner && owner.id !== userId) {
    await mailer.send({ to: email, ...alreadyYours(owner.username, publicUrl) });
    return true;
  }
  await mailer.send({
    to: email,
    subject: "Confirm your email address for Astrolabe",
    text: [
      `Hello ${user.username},`,
      "",
      `An Astrolabe account named ${user.username} was opened with this address. Open this link to confirm that it is yours; nothing can be sent from the account before. It works once, for one day:`,
      "",
      `${publicUrl}${EMAIL_PAGE_PATH}?token=${token}`,
      "",
      "If you did not open that account, do not open the link. Nothing else will be mailed to you.",
      "",
    ].join("\n"),
  });
  return true;
}

/** What the mailbox of an account hears when its address is given elsewhere. */
export function alreadyYours(username: string, publicUrl: string) {
  return {
    subject: "You already have an Astrolabe account",
    text: [
      `Hello ${username},`,
      "",
      "Somebody, perhaps you, has just given this address for another Astrolabe account. You already have an account with it, so the other one cannot have it, and nothing has changed in yours.",
      "",
      `If it was you, sign in as ${username}, or have your password reset: ${publicUrl}/auth`,
      "",
      "If it was not, ignore this message.",
      "",
    ].join("\n"),
  };
}
