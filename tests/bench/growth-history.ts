import type { Socket } from "socket.io-client";
import { PULL_LIMIT } from "#schemas/protocol.ts";
import { toCheckpoint } from "#server/platform/sync/checkpoint.ts";
import { joinReplicas, type ReplicaPerson } from "#tests/support/replica-people.ts";
import { type Ground, withGround } from "./ground.ts";
import type { Axis, NoteFigure } from "./growth-table.ts";
import { paidHash, writePayments } from "./long-history.ts";
import { undisturbedMs } from "./results.ts";
import { connectDevice } from "./sync-processes.ts";

const ASKED = 25;
/** One payment an hour. */
const IN_A_WEEK = 168;

const FIGURES = {
  floor: { name: "who one is (the floor of what follows)", unit: "ms", grows: "flat" },
  first: { name: "first page of one's history, over HTTP", unit: "ms", grows: "flat" },
  middle: { name: "a page from the middle of it", unit: "ms", grows: "flat" },
  search: {
    name: "an operator finds whose payment has a hash",
    unit: "ms",
    grows: "flat",
    note: "one's own history is searched on the device alone: bench --only history",
  },
  week: { name: `sync after a week away: ${IN_A_WEEK} rows`, unit: "ms", grows: "flat" },
  page: { name: `a new device's first ${PULL_LIMIT} rows`, unit: "ms", grows: "flat" },
} as const;

type Name = keyof typeof FIGURES;

export const HISTORY: Axis<Name> = {
  what: "rows of one person's history",
  sizes: [1000, 10_000, 100_000, 1_000_000],
  figures: FIGURES,
  measure: (sizes, at) =>
    withGround(async (ground) => {
      const person = await joinReplicas(ground);
      const operator = await ground.operator();
      const device = await connectDevice(ground.server.url, person.cookie);
      let from = 0;
      try {
        for (const rows of sizes) {
          await writePayments(ground.database, person.id, rows, person.walletAddress, from);
          from = rows;
          await ground.untilAtRest();
          // A server that was asked little yet answers later: what is measured first would look as if it cost more.
          if (rows === sizes[0]) await measureAt(ground, { person, operator, device, rows }, () => undefined);
          await measureAt(ground, { person, operator, device, rows }, at(rows));
        }
      } finally {
        device.disconnect();
      }
    }),
};

interface Asking {
  readonly person: ReplicaPerson;
  readonly operator: string;
  readonly device: Socket;
  readonly rows: number;
}

async function measureAt(ground: Ground, asking: Asking, note: NoteFigure<Name>): Promise<void> {
  const { ask, database } = ground;
  const { person, operator, device, rows } = asking;
  const { cookie, id: userId } = person;
  const [newest] = await database.collection("transactions").find({ userId }).sort({ revision: -1 }).limit(1).toArray();
  const last = Number(newest?.["revision"]);
  const weekAgo = toCheckpoint(database, last - IN_A_WEEK);
  note("floor", await undisturbedMs(ASKED, () => ask("/api/user", cookie)));
  note("first", await undisturbedMs(ASKED, () => ask("/api/wallet/history", cookie)));
  note("middle", await undisturbedMs(ASKED, (time) => ask(`/api/wallet/history?before=${(last >> 1) + time}`, cookie)));
  note(
    "search",
    await undisturbedMs(ASKED, (time) => ask(`/api/admin/people?q=${paidHash((rows >> 1) + time)}`, operator)),
  );
  note("week", await undisturbedMs(ASKED, () => pull(device, weekAgo, IN_A_WEEK)));
  note("page", await undisturbedMs(ASKED, () => pull(device, null, PULL_LIMIT)));
}

async function pull(device: Socket, checkpoint: string | null, rows: number): Promise<void> {
  const asked = { collection: "transactions", checkpoint, limit: PULL_LIMIT };
  const answer: Record<string, unknown> = await device.timeout(60_000).emitWithAck("pull", asked);
  const { documents } = answer;
  if (!Array.isArray(documents) || documents.length < Math.min(rows, IN_A_WEEK))
    throw new Error(`a pull was answered with ${JSON.stringify(answer).slice(0, 200)}`);
}
