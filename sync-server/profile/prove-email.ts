import { EMAIL_PAGE_PATH } from "#schemas/mailed-links.ts";
import { PROOF_TOKEN_MS } from "#schemas/profile.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mail, Mailer } from "#server/platform/mail/mailer.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import {
  findUserByEmail,
  findUserById,
  givenEmail,
  isMailboxUnproven,
  type UserDocument,
} from "#server/users/index.ts";
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
    await mailer.send({ to: email, ...(await alreadyYours(runtime, owner)) });
    return true;
  }
  const { language, sentence } = await wordsFor(runtime, userId);
  const { username } = user;
  const paragraphs = [
    sentence("mail.hello", { username }),
    sentence("mail.prove.open", { username }),
    `${publicUrl}${EMAIL_PAGE_PATH}?token=${token}`,
    sentence("mail.prove.otherwise"),
  ];
  await mailer.send({
    to: email,
    subject: sentence("mail.prove.subject"),
    text: `${paragraphs.join("\n\n")}\n`,
    language,
  });
  return true;
}

/** What the mailbox of an account hears when its address is given elsewhere, in the language of who has it. */
export async function alreadyYours(
  runtime: Pick<Runtime, "database" | "config">,
  { id, username }: Pick<UserDocument, "id" | "username">,
): Promise<Omit<Mail, "to">> {
  const { language, sentence } = await wordsFor(runtime, id);
  const paragraphs = [
    sentence("mail.hello", { username }),
    sentence("mail.taken.why"),
    sentence("mail.taken.sign-in", { username, link: `${runtime.config.publicUrl}/auth` }),
    sentence("mail.taken.otherwise"),
  ];
  return { subject: sentence("mail.taken.subject"), text: `${paragraphs.join("\n\n")}\n`, language };
}
