import type { ClientSession, Document } from "mongodb";
import { OPERATOR_NOTICE_NAMES, OPERATOR_NOTICES } from "#schemas/operator-notices.ts";
import { say } from "#schemas/say.ts";
import { holdersOf } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { readNoticeChoices } from "#server/platform/operators/notice-choices.ts";
import { type CountedNotice, READ_NOTICES } from "./read-notices.ts";

/** What operators were told of a kind the last time. */
interface Told extends Document {
  readonly _id: CountedNotice;
  /** How many were waiting when it was told, or fewer where some are done since. */
  readonly count: number;
  /** When the newest of them came. */
  readonly newest: Date | null;
  readonly at: Date;
  /** How often it was told. */
  readonly times: number;
}

type Context = Pick<Runtime, "database" | "clock">;

const PAUSE_MS = 20_000;
const FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/** What comes while something of its kind waits already is told together, at most so often. */
const TOGETHER_MS = 60 * 60 * 1000;

/** Tells operators what waits and what broke, in one process at a time. */
export function startTellingOperators(runtime: Runtime, leases: Leases): Pick<Loop, "stop"> {
  let isFirst = true;
  return startLeasedLoop({
    name: "operator-notices",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced) => {
      // What a server finds at its start is often done with by those who start with it.
      if (!isFirst) await tellOperators(fenced);
      isFirst = false;
      return PAUSE_MS;
    },
  });
}

/** Looks at each kind once. */
export async function tellOperators(runtime: Context): Promise<void> {
  const told = new Map((await toldCollection(runtime.database).find().toArray()).map((each) => [each._id, each]));
  for (const notice of OPERATOR_NOTICE_NAMES.filter(isCounted)) await tellOf(runtime, notice, told.get(notice) ?? null);
}

function isCounted(notice: string): notice is CountedNotice {
  return Object.hasOwn(READ_NOTICES, notice);
}

function toldCollection(database: Database) {
  return database.collection<Told>("operators_told");
}

/** Tells of a kind where there is more of it than was told; the same is told once, and much of it at once as one. */
async function tellOf(runtime: Context, notice: CountedNotice, told: Told | null): Promise<void> {
  const { database, clock } = runtime;
  const waiting = await READ_NOTICES[notice](database);
  if (!isNews(waiting, told)) {
    if (told && waiting.count < told.count)
      await toldCollection(database).updateOne({ _id: notice, times: told.times }, { $set: { count: waiting.count } });
    return;
  }
  const isTogether = told !== null && told.count > 0 && clock.now().getTime() - told.at.getTime() < TOGETHER_MS;
  if (isTogether) return;
  await database.transaction(async (session) => {
    const within = await toldCollection(database).findOne({ _id: notice }, { session });
    if ((within?.times ?? 0) !== (told?.times ?? 0)) return;
    const times = (told?.times ?? 0) + 1;
    const { count, newest = null } = waiting;
    await toldCollection(database).updateOne(
      { _id: notice },
      { $set: { count, newest, at: clock.now(), times } },
      { session, upsert: true },
    );
    await tell(runtime, session, notice, waiting, times);
  });
}

/** Whether something came that nobody was told of. */
function isNews({ count, newest = null }: Waiting, told: Told | null): boolean {
  if (count === 0) return false;
  if (told === null || count > told.count) return true;
  return newest !== null && (told.newest === null || newest > told.newest);
}

/** Tells whoever may do something about it, each where they want to hear of it. */
async function tell(
  runtime: Context,
  session: ClientSession,
  notice: CountedNotice,
  { count, oldest }: Waiting,
  times: number,
): Promise<void> {
  const { permission, kind } = OPERATOR_NOTICES[notice];
  const holders = await holdersOf(runtime.database, session, permission);
  const choices = await readNoticeChoices(
    runtime,
    holders.map(({ id }) => id),
  );
  const at = (oldest ?? runtime.clock.now()).getTime();
  const told = { kind, cause: `${notice} ${times}`, detail: say(`said.waits.${notice}`, { count, at }) };
  const notifications = holders.flatMap(({ id: userId }) => {
    const ways = choices.get(userId)?.[notice];
    return ways?.app === true ? [{ userId, ...told, ways }] : [];
  });
  await notifyAll(runtime, session, notifications);
}
