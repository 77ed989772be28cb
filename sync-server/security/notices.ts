import type { FastifyInstance } from "fastify";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { MailSentence } from "#server/platform/words/mail-sentences.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { findUserById } from "#server/users/index.ts";

export interface Notice {
  readonly subject: MailSentence;
  /** Paragraphs. */
  readonly says: readonly MailSentence[];
}

export interface Recipient {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/**
 * Mails people what happened to their account, in their language. Nobody waits for a mail: what goes wrong with one is logged, and the work
 * that it tells of stands. Closing the app waits for those under way.
 */
export interface Notices {
  tell(recipient: Recipient, notice: Notice): void;
  tellUser(userId: number, notice: Notice): void;
}

/** The address of an admin who was made without one. */
const NOWHERE = ".invalid";

export function openNotices(app: FastifyInstance, runtime: Runtime, mailer: Mailer): Notices {
  const sending = new Set<Promise<void>>();
  app.addHook("onClose", async () => {
    await Promise.all(sending);
  });

  async function send({ id, username, email }: Recipient, { subject, says }: Notice): Promise<void> {
    if (email.endsWith(NOWHERE)) return;
    const { language, sentence } = await wordsFor(runtime, id);
    const paragraphs = [sentence("mail.hello", { username }), ...says.map((each) => sentence(each)), ""];
    await mailer.send({ to: email, subject: sentence(subject), text: paragraphs.join("\n\n"), language });
  }

  async function sendTo(userId: number, notice: Notice): Promise<void> {
    const user = await findUserById(runtime, userId);
    if (user) await send(user, notice);
  }

  function later(work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => runtime.log.error({ err: error }, "a notice could not be mailed"))
      .finally(() => sending.delete(task));
    sending.add(task);
  }

  return {
    tell: (recipient, notice) => later(send(recipient, notice)),
    tellUser: (userId, notice) => later(sendTo(userId, notice)),
  };
}
