import type { ClientSession, Document } from "mongodb";
import type { AutomationTerms, BackTestSummary } from "#schemas/automated-trading.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { fingerprintOf } from "#server/platform/submissions/accept.ts";

/** A test of somebody's terms; it is forgotten after a week, since the market has moved on by then. */
interface TestDocument extends Document {
  readonly userId: number;
  readonly fingerprint: string;
  readonly summaries: readonly BackTestSummary[];
  readonly at: Date;
}

const DAYS_MS = 7 * 86_400_000;

function testCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<TestDocument>("back_tests");
}

/** Keeps that somebody has seen what their terms would have come to. */
export async function keepTest(
  runtime: Pick<Runtime, "database" | "clock">,
  {
    userId,
    terms,
    summaries,
  }: { readonly userId: number; readonly terms: AutomationTerms } & Pick<TestDocument, "summaries">,
): Promise<void> {
  const at = runtime.clock.now();
  await testCollection(runtime).updateOne(
    { userId, fingerprint: testedAs(terms) },
    { $set: { summaries, at } },
    { upsert: true },
  );
}

/** What the very same terms came to when they were tested within the last week; null where they were not. */
export async function lastTest(
  runtime: Pick<Runtime, "database" | "clock">,
  { userId, terms }: { readonly userId: number; readonly terms: AutomationTerms },
  session: ClientSession | null,
): Promise<readonly BackTestSummary[] | null> {
  const since = new Date(runtime.clock.now().getTime() - DAYS_MS);
  const found = await testCollection(runtime).findOne(
    { userId, fingerprint: testedAs(terms), at: { $gt: since } },
    inSession(session),
  );
  return found?.summaries ?? null;
}

/** By all that a test depends on: when it would pause is no part of it. */
function testedAs({ maxDrawdown: _maxDrawdown, slippage: _slippage, ...terms }: AutomationTerms): string {
  return fingerprintOf(terms);
}
