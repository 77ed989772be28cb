import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { directionOf, type Language } from "#schemas/values/languages.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { countOutcome, mails } from "#server/platform/metrics/counted.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** In which it is written; it says so. */
  readonly language: Language;
}

export interface Mailer {
  /** Rejects when the mail server does not take it. */
  send(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  /** Null writes each mail as a file into `outboxFolder`. */
  readonly smtpUrl: string | null;
  readonly outboxFolder: string;
  /** The mail's sender is no-reply at its host. */
  readonly publicUrl: string;
}

/** How long a mail server may stay silent, in ms, at each step. */
const SILENCE_MS = 10_000;

export function createMailer(options: MailerOptions, clock: Clock, silenceMs = SILENCE_MS): Mailer {
  const { send } = openMailer(options, clock, silenceMs);
  return { send: (mail) => countOutcome(mails, {}, send(mail), ["taken", "failed"]) };
}

function openMailer(options: MailerOptions, clock: Clock, silenceMs: number): Mailer {
  const from = `Astrolabe <no-reply@${new URL(options.publicUrl).hostname}>`;
  if (options.smtpUrl !== null) {
    const transport = createTransport({
      url: options.smtpUrl,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
    });
    return {
      send: async (mail) => {
        await transport.sendMail({ from, ...messageOf(mail) });
      },
    };
  }
  const builder = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await builder.sendMail({ from, ...messageOf(mail), date: clock.now() });
      await mkdir(options.outboxFolder, { recursive: true, mode: 0o700 });
      const name = `${clock.now().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}.eml`;
      // Renamed into place, so that whoever watches the folder never reads half a mail.
      const unfinished = join(options.outboxFolder, `.${name}`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(options.outboxFolder, name));
    },
  };
}

/** Plain text, and where that would be set from the wrong side, the same with its direction. */
function messageOf({ to, subject, text, language }: Mail) {
  const message = { to, subject, text, headers: { "Content-Language": language } };
  return directionOf(language) === "ltr" ? message : { ...message, html: htmlOf(text, language) };
}

const LINK = /https?:\/\/\S+/g;

function htmlOf(text: string, language: Language): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = escaped(paragraph).replaceAll(LINK, (link) => `<bdi dir="ltr"><a href="${link}">${link}</a></bdi>`);
      return `<p>${lines.replaceAll("\n", "<br>")}</p>`;
    });
  const body = `<body>${paragraphs.join("")}</body>`;
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head>${body}</html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
