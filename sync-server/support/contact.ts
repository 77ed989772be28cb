import { randomUUID } from "node:crypto";
import type { ContactInput } from "#schemas/content/desk.ts";
import type { Language } from "#schemas/values/languages.ts";
import type * as v from "valibot";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { keepReport, NOBODY, type Report } from "./reports.ts";

/** What a device would say of itself; nobody asks one for it. */
const NO_FACTS: Report["facts"] = {
  screen: "",
  device: "",
  browser: "",
  viewport: "",
  appVersion: "",
  workerVersion: "",
  syncState: "",
  lastSync: "",
  waiting: "",
  storage: "",
  language: "",
  takenAt: new Date(0).toISOString(),
  isRedacted: true,
};

/**
 * Keeps what somebody wrote, as a report without a picture that is answered by mail. Whoever fills in what no person sees is told the
 * same, and nothing is kept.
 */
export async function takeMessage(
  runtime: Runtime,
  { email, message, website }: v.InferOutput<typeof ContactInput>,
  language: Language,
): Promise<void> {
  if (website !== "") return;
  const note = message;
  await keepReport(runtime, {
    userId: NOBODY,
    idempotencyKey: randomUUID(),
    note,
    facts: { ...NO_FACTS, language },
    email,
    language,
    picture: null,
  });
}
