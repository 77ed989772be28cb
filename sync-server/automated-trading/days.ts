import type { ClientSession } from "mongodb";
import type { Holding } from "#schemas/strategies/strategy.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AutomationDocument, dayCollection } from "./store.ts";

/** The day (UTC) of a time in ms since the epoch, such as 2026-11-27. */
export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Keeps what a strategy was shown, so that the day can be played again. */
export async function noteShown(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { id: automationId }: AutomationDocument,
  { base, at, holding }: { readonly base: string; readonly at: number; readonly holding: Holding },
): Promise<void> {
  const shown = { at, base: String(holding.base), quote: String(holding.quote) };
  await dayCollection(database).updateOne(
    { automationId, day: dayText(at), base },
    { $push: { shown }, $setOnInsert: { at: clock.now() } },
    { session, upsert: true },
  );
}
