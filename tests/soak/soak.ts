import { setTimeout as delay } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { joinReplicas, payOnce, type ReplicaPerson } from "#tests/support/replica-people.ts";
import { type Replicas, startReplicas } from "#tests/support/replicas.ts";
import { type Crowd, openCrowd } from "./crowd.ts";
import { notFlat, type Sample, takeSample, watchCommands } from "./measure.ts";

export interface SoakOptions {
  readonly lastsMs: number;
  /** From the end of one round, in which each replica is restarted, to the next. */
  readonly restMs: number;
  /** Devices that hold a socket open. */
  readonly devices: number;
  /** How long all of them may take to be back once their process has ended, in ms. */
  readonly backWithinMs: number;
  readonly say: (sentence: string) => void;
}

export interface SoakResult {
  readonly problems: readonly string[];
  readonly rounds: number;
  readonly asked: number;
  readonly paid: number;
  /** The longest that all devices took to be back, in ms, and the most commands that the database saw in one second. */
  readonly longestBackMs: number;
  readonly peakCommands: number;
}

const RESIDENTS = 3;
const DEVICES_PER_PERSON = 24;
const JOINING_AT_ONCE = 4;
const PAY_EVERY_MS = 1000;
const VISIT_EVERY_MS = 4000;
const READ_EVERY_MS = 200;
const MANY = "999999";
/** Whoever soaks comes from one network. */
const ROOMY = {
  REQUESTS_PER_USER: MANY,
  REQUESTS_PER_NETWORK: MANY,
  SOCKETS_PER_NETWORK: MANY,
  REGISTRATIONS_PER_NETWORK: MANY,
  SPONSORED_PER_NETWORK: MANY,
};

/** What is asked and paid without end, and what was not as it should be. */
interface Traffic {
  asked: number;
  paid: number;
  readonly problems: string[];
  stop(): Promise<void>;
}

/**
 * Lets people come, pay and leave while two replicas are stopped and started one after the other, round after round, and a crowd of
 * devices comes back each time. Throws where it could not begin.
 */
export async function soak({ lastsMs, restMs, devices, backWithinMs, say }: SoakOptions): Promise<SoakResult> {
  const replicas = await startReplicas(2, { environment: ROOMY });
  const client = await new MongoClient(replicas.mongoUrl).connect();
  const database = client.db("astrolabe");
  try {
    const people = await joinAll(replicas, Math.max(RESIDENTS, Math.ceil(devices / DEVICES_PER_PERSON)));
    const crowd = openCrowd(
      replicas.proxy.url,
      people.map(({ cookie }) => cookie),
      devices,
    );
    const traffic = beginTraffic(replicas, people.slice(0, RESIDENTS));
    const commands = watchCommands(database);
    const samples: Sample[] = [];
    let [longestBackMs, peakCommands] = [0, 0];
    say(
      `${devices} devices of ${people.length} people were there after ${Math.round(await crowd.untilLive(backWithinMs * 4))} ms`,
    );
    commands.peak();
    const until = performance.now() + lastsMs;
    do {
      samples.push(await takeSample(database, traffic.paid));
      for (const port of replicas.ports) {
        const backMs = await restart(replicas, port, crowd, backWithinMs, traffic.problems);
        const peak = commands.peak();
        longestBackMs = Math.max(longestBackMs, backMs);
        peakCommands = Math.max(peakCommands, peak);
        say(`all were back ${Math.round(backMs)} ms after a replica ended; at most ${peak} commands a second`);
      }
      await delay(Math.min(restMs, Math.max(0, until - performance.now())));
    } while (performance.now() < until);
    samples.push(await takeSample(database, traffic.paid));
    commands.stop();
    crowd.close();
    await traffic.stop();
    const { asked, paid, problems } = traffic;
    const rounds = samples.length - 1;
    return { problems: [...problems, ...notFlat(samples)], rounds, asked, paid, longestBackMs, peakCommands };
  } finally {
    await client.close();
    await replicas.close();
  }
}

async function joinAll(replicas: Replicas, count: number): Promise<readonly ReplicaPerson[]> {
  const people: ReplicaPerson[] = [];
  while (people.length < count) {
    const joining = Array.from({ length: Math.min(JOINING_AT_ONCE, count - people.length) }, () =>
      joinReplicas(replicas),
    );
    people.push(...(await Promise.all(joining)));
  }
  return people;
}

/** Answers how many ms after its end all devices had everything again, wherever they went; those who wait for the start are not many. */
async function restart(
  replicas: Replicas,
  port: number,
  crowd: Crowd,
  backWithinMs: number,
  problems: string[],
): Promise<number> {
  const ending = replicas.stop(port);
  await crowd.untilSomeLeft(backWithinMs);
  const began = performance.now();
  const back = crowd.untilLive(backWithinMs).catch(() => {
    problems.push(`${crowd.live()} devices were back after ${backWithinMs} ms`);
    return performance.now() - began;
  });
  const code = await ending;
  if (code !== 0) problems.push(`a replica ended with ${code}`);
  const backMs = await back;
  await replicas.start(port);
  return backMs;
}

function beginTraffic(replicas: Replicas, residents: readonly ReplicaPerson[]): Traffic {
  const over = new AbortController();
  const [ana, ben, eve] = residents;
  if (!ana || !ben || !eve) throw new Error("too few people");
  const traffic: Traffic = {
    asked: 0,
    paid: 0,
    problems: [],
    stop: async () => {
      over.abort();
      await Promise.all(all);
    },
  };

  async function keepOn(act: () => Promise<unknown>, everyMs: number): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await act();
      } catch (error) {
        traffic.problems.push(error instanceof Error ? error.message : String(error));
      }
      await delay(everyMs);
    }
  }

  async function read(path: string): Promise<void> {
    traffic.asked += 1;
    const answer = await replicas.ask(path, ben?.cookie ?? "");
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }

  async function pay(from: ReplicaPerson, to: ReplicaPerson): Promise<void> {
    traffic.asked += 1;
    const answer = await payOnce(replicas, from, to, "0.1");
    if (!answer.ok) throw new Error(`a payment: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    traffic.paid += 1;
  }

  async function visit(): Promise<void> {
    const guest = await joinReplicas(replicas);
    await pay(guest, ana ?? guest);
    const left = await replicas.ask("/api/logout", guest.cookie, {});
    if (!left.ok) throw new Error(`a sign-out: ${left.status} ${await left.text()}`);
  }

  const all = [
    keepOn(() => read("/api/user"), READ_EVERY_MS),
    keepOn(() => read("/readyz"), READ_EVERY_MS),
    keepOn(() => pay(ana, ben), PAY_EVERY_MS),
    keepOn(() => pay(ben, eve), PAY_EVERY_MS),
    keepOn(visit, VISIT_EVERY_MS),
  ];
  return traffic;
}
