import { setTimeout as delay } from "node:timers/promises";
import { mayDo } from "#schemas/operators.ts";
import { OPERATOR_NOTICES } from "#schemas/operator-notices.ts";
import type { Language } from "#schemas/values/languages.ts";
import { holdersOf } from "#server/approvals/index.ts";
import { mailAddressOf } from "#server/notifications/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Mail, Mailer } from "#server/platform/mail/mailer.ts";
import { readNoticeChoices } from "#server/platform/operators/notice-choices.ts";
import { postPublic } from "#server/platform/outside/post-public.ts";
import { OUTSIDE, type OutsideLink } from "#server/platform/outside/read-public.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { findUserById } from "#server/users/index.ts";
import { AHEAD_MS, messageOf, signAhead, type SignedMessage } from "./signed-ahead.ts";
import { WEBHOOK, webhookOf } from "./webhook-store.ts";
import { readQuiet } from "./windows.ts";

/** Says that the database is away, which nothing but the process's own memory can say. */
export interface AwayTeller {
  /** Reads whom to tell; by whoever holds the job of telling issues, at each of its turns. */
  prepare(): Promise<void>;
  /** Tells them, once an hour at most, where this process held that job when the database last answered; never rejects. */
  tell(since: Date): Promise<void>;
}

export interface AwayDeps {
  readonly runtime: Pick<Runtime, "database" | "clock" | "log">;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly secrets: Pick<SecretStore, "use">;
  /** How the webhook is reached. */
  readonly link?: OutsideLink;
}

interface Reader {
  readonly to: string;
  readonly username: string;
  readonly language: Language;
}

interface Hook {
  readonly url: string;
  readonly setAtMs: number;
  readonly signedAtMs: number;
  readonly messages: readonly SignedMessage[];
}

const PREPARE_MS = 60_000;
/** A turn of the job is this late at most where it goes on. */
const HELD_MS = 60_000;
const HOURLY_MS = 60 * 60 * 1000;
const ATTEMPTS = 3;
const PAUSE_MS = 5000;
const BOUNDS = { timeoutMs: 5000, maxBytes: 16_384 };

/**
 * One process at a time holds the job of telling issues, and so one tells, as far as that can be known without a database: one that
 * lost the job within the minute before tells as well.
 */
export function awayTeller({ runtime, publicUrl, mailer, secrets, link = OUTSIDE }: AwayDeps): AwayTeller {
  const { clock, log } = runtime;
  let readers: readonly Reader[] = [];
  let hook: Hook | null = null;
  let heldAtMs = Number.NEGATIVE_INFINITY;
  let preparedAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  async function read(nowMs: number): Promise<void> {
    // Also where it fails: telling issues must not wait for it.
    preparedAtMs = nowMs;
    const isQuiet = (await readQuiet(runtime))("database") !== null;
    readers = isQuiet ? [] : await readReaders(runtime);
    hook = isQuiet ? null : await readHook(runtime, secrets, hook);
  }

  async function often(name: string, attempt: () => Promise<void>): Promise<boolean> {
    for (let made = 1; ; made += 1) {
      try {
        await attempt();
        return true;
      } catch (error) {
        if (made < ATTEMPTS) await delay(PAUSE_MS, undefined, { ref: false });
        else {
          log.error({ err: error, way: name }, "nobody could be told that the database is away");
          return false;
        }
      }
    }
  }

  async function post({ url, messages }: Hook): Promise<void> {
    const message = messageOf(messages, clock.now());
    if (!message) throw new Error("no message is signed for now");
    const status = await postPublic(url, message, BOUNDS, link);
    if (status < 200 || status >= 300) throw new Error(`the webhook answered with status ${status}`);
  }

  return {
    async prepare() {
      const nowMs = clock.now().getTime();
      heldAtMs = nowMs;
      if (nowMs - preparedAtMs >= PREPARE_MS) await read(nowMs);
    },
    async tell(since) {
      const nowMs = clock.now().getTime();
      if (since.getTime() - heldAtMs > HELD_MS || nowMs - toldAtMs < HOURLY_MS) return;
      toldAtMs = nowMs;
      const told = await Promise.all([
        ...readers.map((reader) => often("mail", () => mailer.send(mailTo(reader, since, publicUrl)))),
        ...(hook ? [hook] : []).map((known) => often("webhook", () => post(known))),
      ]);
      log.warn({ count: told.filter((isTold) => isTold).length }, "operators were told that the database is away");
    },
  };
}

/** Operators who want to hear of what fails, in whichever way: no other reaches anybody now. */
async function readReaders(runtime: AwayDeps["runtime"]): Promise<readonly Reader[]> {
  const holders = await holdersOf(runtime.database, null, "overview.read");
  const choices = await readNoticeChoices(
    runtime,
    holders.map(({ id }) => id),
  );
  const found: Reader[] = [];
  for (const { id, roles } of holders) {
    if (choices.get(id)?.failures.app !== true || !mayDo(roles, OPERATOR_NOTICES.failures.permission)) continue;
    const user = await findUserById(runtime, id);
    const to = user && mailAddressOf(user);
    if (user && to) found.push({ to, username: user.username, language: (await wordsFor(runtime, id)).language });
  }
  return found;
}

/** The webhook with messages for the next hour; those that were signed are kept as long as they reach. */
async function readHook(
  { database, clock }: AwayDeps["runtime"],
  secrets: AwayDeps["secrets"],
  known: Hook | null,
): Promise<Hook | null> {
  const webhook = await webhookOf(database).findOne({ _id: WEBHOOK });
  if (!webhook) return null;
  const [now, setAtMs] = [clock.now(), webhook.setAt.getTime()];
  const reaches = known !== null && known.setAtMs === setAtMs && now.getTime() - known.signedAtMs < AHEAD_MS / 2;
  if (reaches) return known;
  const messages = await secrets.use(WEBHOOK, (secret) => signAhead(secret, now));
  return messages && { url: webhook.url, setAtMs, signedAtMs: now.getTime(), messages };
}

function mailTo({ to, username, language }: Reader, since: Date, publicUrl: string): Mail {
  const { sentence } = wordsIn(language);
  const says = [
    sentence("mail.hello", { username }),
    sentence("mail.away.means", { from: since.getTime() }),
    sentence("mail.away.do"),
    publicUrl,
  ];
  return { to, subject: sentence("mail.away.subject"), text: `${says.join("\n\n")}\n`, language };
}
