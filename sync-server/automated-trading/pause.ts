import type { ClientSession } from "mongodb";
import { rests } from "#schemas/strategies/book.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { giveUpUnsigned } from "#server/platform/submissions/give-up-unsigned.ts";
import { assertRowSealed } from "#server/platform/seals/sealed-rows.ts";
import type { TakerBack } from "#server/security/index.ts";
import { missed, putSignals, type SignalWrite } from "./signals.ts";
import {
  AUTOMATION_KIND,
  type AutomationDocument,
  automationCollection,
  type AutomationFields,
  findAutomation,
  LIVE,
  putAutomation,
  type StoredBook,
} from "./store.ts";
import { tellAutomation } from "./tell.ts";

interface Ending {
  readonly fields: AutomationFields;
  readonly signals: readonly SignalWrite[];
}

/** Nothing that was wanted is wanted any more; what is held stays as it is. */
export function pauseFields(books: readonly StoredBook[], status: "paused" | "stopped" = "paused"): Ending {
  const wanted = books.flatMap(({ open }) => open.filter((each) => !rests(each)));
  return {
    fields: { status, isActive: false, books: books.map((book) => ({ ...book, open: [] })) },
    signals: wanted.flatMap(({ signal }) =>
      signal === null ? [] : [{ uid: signal, fields: missed("reason.signal-paused") }],
    ),
  };
}

type Wish = Pick<AutomationDocument, "userId" | "uid">;

/**
 * Pauses an automation, or stops it for good, by nothing but the database: whatever else is away. A trade of it that is not signed is given up with it; one that
 * is goes on. Done twice, it answers the same. Throws `automation-unknown` and, of a pause, `automation-over`.
 */
export function endAutomation(
  runtime: Runtime,
  wish: Wish,
  status: "paused" | "stopped",
): Promise<Pick<AutomationDocument, "uid" | "status">> {
  return runtime.database.transaction(async (session) => {
    const seen = await findAutomation(runtime.database, wish, session);
    if (!seen) throw new AppError("automation-unknown");
    if (seen.status === status || seen.status === "stopped") {
      if (status === "paused" && seen.status === "stopped") throw new AppError("automation-over");
      return seen;
    }
    return end(runtime, session, seen, { status, reason: "" });
  });
}

async function end(
  runtime: Runtime,
  session: ClientSession,
  seen: AutomationDocument,
  { status, reason }: Pick<AutomationDocument, "reason"> & { readonly status: "paused" | "stopped" },
): Promise<AutomationDocument> {
  if (status === "paused") assertRowSealed(runtime.database, AUTOMATION_KIND, seen, seen.id);
  const { fields, signals } = pauseFields(seen.books, status);
  if (seen.under) await giveUpUnsigned(runtime, session, seen.under.submissionId);
  if (seen.status === "inactive" && seen.submissionId !== null)
    await giveUpUnsigned(runtime, session, seen.submissionId);
  await putSignals(runtime.database, session, seen.userId, signals);
  // Also one that was written past the server: whatever it says, nothing of it is carried out any more.
  return putAutomation(runtime, session, seen, { ...fields, reason, version: seen.version + 1 });
}

/** Stops all that somebody has, within the transaction of the reason; answers with how many there were. */
export async function stopAllOf(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  reason: string,
): Promise<number> {
  const live = await automationCollection(runtime.database)
    .find({ userId, status: { $in: [...LIVE] }, deleted: false }, { session })
    .toArray();
  for (const seen of live) {
    const stopped = await end(runtime, session, seen, { status: "stopped", reason });
    await tellAutomation(runtime, session, stopped, "automation-stopped", reason);
  }
  return live.length;
}

/** A frozen account's automations are stopped with the freezing. */
export function takesBackAutomations(runtime: Runtime): TakerBack {
  return {
    kind: "automations",
    takeBack: (session, userId) => stopAllOf(runtime, session, userId, writeSaid("reason.account-frozen")),
    holders: async (userIds) => {
      const live = { userId: { $in: [...userIds] }, status: { $in: [...LIVE] }, deleted: false };
      const found = await automationCollection(runtime.database)
        .find(live, { projection: { userId: 1 } })
        .toArray();
      return [...new Set(found.map(({ userId }) => userId))];
    },
  };
}
