import type { Language } from "#schemas/values/languages.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { reportsOf } from "./reports.ts";

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** Mails answers to whoever wrote without an account, in one process at a time; again where it died before it had noted that it did. */
export function startMailingAnswers(runtime: Runtime, mailer: Mailer, leases: Leases): Pick<Loop, "stop" | "kick"> {
  return startLeasedLoop({
    name: "support-mails",
    runtime,
    leases,
    failurePauseMs: PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [reportsOf(runtime.database).collectionName],
    run: async (fenced, signal) => {
      await mailAnswers(fenced, mailer, signal);
      return REST_MS;
    },
  });
}

async function mailAnswers({ database, clock }: Runtime, mailer: Mailer, signal: AbortSignal): Promise<void> {
  const answered = await reportsOf(database)
    .find({ state: "answered", email: { $exists: true }, mailedAt: { $exists: false } })
    .toArray();
  for (const { id, email, language, answer } of answered) {
    if (signal.aborted) return;
    if (email !== undefined && answer !== undefined)
      await mailer.send(answerMail(email, answer.text, language ?? "en"));
    await reportsOf(database).updateOne({ id }, { $set: { mailedAt: clock.now() } });
  }
}

/** What operators wrote, and nothing of what was written to them: the address may be anybody's. */
function answerMail(to: string, text: string, language: Language) {
  const { sentence } = wordsIn(language);
  const paragraphs = [sentence("mail.hello-all"), text, sentence("mail.contact.otherwise")];
  return { to, subject: sentence("mail.contact.subject"), text: paragraphs.join("\n\n"), language };
}
