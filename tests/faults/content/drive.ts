import { MongoClient } from "mongodb";
import { aPage } from "#server/content/pages.fixture.ts";
import { integer, oneOf, seededRandom } from "#tests/faults/money/random.ts";
import { startStack } from "#tests/faults/money/stack.ts";
import { eventually } from "#tests/support/app.ts";
import { Evidence } from "./check.ts";
import { FuzzDesk } from "./desk.ts";

const SERVERS = ["first server", "second server"] as const;
const ACTS = ["save", "save", "save", "look", "publish", "publish", "restore", "schedule", "discard"] as const;
/** Acts that are under way at once, from two tabs at each server. */
const HANDS = 4;
const CLOSE_INTERVAL_MS = 1000;
/** Within an act's time, most often in the middle of it. */
const KILL_WITHIN_MS = 40;
const CAUGHT_UP_MS = 20_000;

export interface SoFar {
  readonly kills: number;
  readonly ms: number;
}
export interface Result extends SoFar {
  readonly acts: number;
  readonly published: number;
  readonly problems: readonly string[];
}

interface Options {
  readonly seed: number;
  readonly isEnough: (soFar: SoFar) => boolean;
  readonly say?: (line: string) => void;
}

/**
 * Has one page written, published, restored and scheduled by tabs at two servers at once, kills one of the two in the middle of it, round
 * for round, and looks after each at what is public.
 */
export async function driveContent({ seed, isEnough, say = () => undefined }: Options): Promise<Result> {
  const random = seededRandom(seed);
  const stack = await startStack(CLOSE_INTERVAL_MS);
  const client = new MongoClient(stack.mongoUrl);
  try {
    const database = client.db("astrolabe");
    const desks = Array.from({ length: HANDS }, (_, at) => new FuzzDesk(stack, stack.serverUrls[at % 2] ?? ""));
    for (const desk of desks) await desk.signIn();
    const evidence = new Evidence(`fuzz-${seed}`);
    const { key } = evidence;
    const counts = { acts: 0, published: 0, kills: 0 };
    const problems: string[] = [];
    const begunMs = performance.now();

    async function act(desk: FuzzDesk): Promise<void> {
      counts.acts += 1;
      switch (oneOf(random, ACTS)) {
        case "save": {
          const title = `${key} ${counts.acts}`;
          return void (await desk.save(key, evidence.write(aPage(title), title)));
        }
        case "look":
          return desk.look(key);
        case "publish":
          if (evidence.published(await desk.act("publish", key))) counts.published += 1;
          return desk.look(key);
        case "restore":
          return void (await desk.act("restore", key, { version: 1 }));
        case "schedule":
          return void (await desk.act("schedule", key, { at: new Date(Date.now() + 300).toISOString() }));
        case "discard":
          return void (await desk.act("discard", key));
      }
    }

    /** Each goes on with its own. */
    const work = (rounds: number) =>
      Promise.all(
        desks.map(async (desk) => {
          for (let at = 0; at < rounds; at += 1) await act(desk);
        }),
      );

    const look = async () => {
      const reads = await Promise.all(desks.map((desk) => desk.read(key)));
      problems.push(...(await evidence.problems({ client, database }, reads)));
    };

    while (problems.length === 0 && !isEnough({ kills: counts.kills, ms: performance.now() - begunMs })) {
      const name = oneOf(random, SERVERS);
      const working = work(6);
      await new Promise((resolve) => setTimeout(resolve, integer(random, 0, KILL_WITHIN_MS) * 10));
      await stack.kill(name);
      counts.kills += 1;
      await working;
      await look();
      const back = stack.start(name);
      // The other one goes on alone meanwhile, and publishes what the dead one was to.
      await work(3);
      await look();
      await back;
      for (const desk of desks) await desk.look(key);
      say(`${counts.kills} kills, ${counts.acts} acts, ${counts.published} published`);
    }
    // Both servers tell in the end what is stored.
    await eventually(async () => {
      const stored = await database.collection("page_contents").findOne({ pageKey: key });
      const reads = await Promise.all(desks.map((desk) => desk.read(key)));
      return reads.every((read) => (read?.body.version ?? null) === (stored?.["version"] ?? null));
    }, CAUGHT_UP_MS);
    await look();
    return { ...counts, ms: performance.now() - begunMs, problems };
  } finally {
    await client.close();
    await stack.stop();
  }
}
