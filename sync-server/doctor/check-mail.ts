import { createTransport } from "nodemailer";
import type { Environment } from "#server/config.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";

/** Whether the mail server greets us and takes our name; nothing is sent. Never throws, and repeats no password. */
export async function checkMail(
  { smtpUrl, isProduction }: Pick<Environment, "smtpUrl" | "isProduction">,
  timeoutMs: number,
): Promise<Finding> {
  const about = "SMTP_URL";
  if (smtpUrl === null) {
    const text = "none is given: mails lie in DATA_DIR/outbox, and nobody gets them.";
    const fix = "Name a mail server: without one nobody can reset a password.";
    return { severity: isProduction ? "warning" : "note", about, text, fix };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    return { severity: "fine", about, text: "the mail server greets us and takes our name." };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const isRefused = code === "EAUTH";
    return {
      severity: "wrong",
      about,
      text: isRefused
        ? "the mail server refuses the name or the password."
        : `the mail server is not reached (${code}).`,
      fix: isRefused
        ? "Correct them; special characters are written as in an address (%40)."
        : "Correct its host, port and smtp: or smtps:.",
    };
  } finally {
    transport.close();
  }
}
