import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Asset, BASE_FEE, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { io, type Socket } from "socket.io-client";
import * as v from "valibot";
import { MarketDelta, MarketsOutput, type PairQuery } from "#schemas/market-data.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { Follower } from "#server/markets/follower.ts";
import { Recorder } from "#server/markets/recorder.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { eventually } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";
import { startMongo, steer } from "#tests/support/embedded.ts";
import { Town } from "#tests/markets/town.ts";
import { busyness, quantile, type Result } from "./results.ts";

const LEDGER_MS = 1000;
const VIEWERS = 500;
/** A user may have 32 sockets. */
const VIEWERS_PER_USER = 25;
/** As many as a hundred accounts can have. */
const OFFERS = 98_000;
const OFFERS_EACH = 990;
const OPERATIONS = 100;

const Told = v.object({
  url: v.string(),
  stellar: v.object({
    rpcUrl: v.string(),
    friendbotUrl: v.string(),
    horizonUrl: v.string(),
    controlSecret: v.string(),
    passphrase: v.string(),
  }),
});
type Told = v.InferOutput<typeof Told>;

interface Bench extends Told {
  readonly child: ChildProcess;
  cpuMs(): Promise<number>;
  stop(): void;
}

/** Closing a ledger to the change of a book at a socket, and what 500 viewers of one pair cost. */
export async function measureMarketFeed(seconds: number): Promise<Result[]> {
  const bench = await startBench();
  try {
    const clock = closeEverySecond(bench);
    try {
      const pair = await settledPair(bench);
      const trader = await aTrader(bench, pair);
      clock.beforeEach(() => trader.offer());
      const [viewer] = await connectViewers(bench, pair, 1);
      if (!viewer) throw new Error("nobody watches");
      const delays = await measureDelays(viewer, clock, seconds);
      const idleMs = await cpuFor(bench, seconds);
      const viewers = await connectViewers(bench, pair, VIEWERS - 1);
      let bytes = 0;
      for (const { io: manager } of viewers)
        manager.engine.on("data", (data: unknown) => {
          bytes += typeof data === "string" ? data.length : 0;
        });
      const busyMs = await cpuFor(bench, seconds);
      const crowded = await measureDelays(viewer, clock, seconds);
      for (const socket of [viewer, ...viewers]) socket.disconnect();
      const note = `${seconds} ledgers, ${busyness()}`;
      const most = { kind: "at most", value: 100 } as const;
      return [
        { name: "ledger close to book at a socket, p50", value: quantile(delays, 0.5), unit: "ms", note },
        { name: "ledger close to book at a socket, p95", value: quantile(delays, 0.95), unit: "ms", goal: most, note },
        { name: `the same beside ${VIEWERS} viewers, p95`, value: quantile(crowded, 0.95), unit: "ms", note },
        { name: "processor for one viewer, a second", value: idleMs, unit: "ms", note },
        { name: `processor for ${VIEWERS} viewers of one pair, a second`, value: busyMs, unit: "ms", note },
        { name: "bytes per viewer, a second", value: bytes / viewers.length / (2 * seconds), unit: "bytes", note },
      ];
    } finally {
      await clock.stop();
    }
  } finally {
    bench.stop();
  }
}

async function startBench(): Promise<Bench> {
  const child = fork(join(import.meta.dirname, "market-feed-child.ts"));
  const told = v.parse(Told, await nextMessage(child));
  return {
    ...told,
    child,
    cpuMs: async () => {
      const answer = nextMessage(child);
      child.send("cpu");
      return v.parse(v.object({ cpuMs: v.number() }), await answer).cpuMs;
    },
    stop: () => child.disconnect(),
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Closes a ledger each second; notes when it began to close each. */
function closeEverySecond({ stellar }: Bench) {
  const closedAtMs = new Map<number, number>();
  let prepare: () => Promise<void> = () => Promise.resolve();
  const ending = new AbortController();
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const beganMs = performance.now();
      await prepare();
      await delay(Math.max(0, LEDGER_MS - (performance.now() - beganMs)));
      const atMs = performance.now();
      const answer: unknown = await (await steer(stellar, "/close")).json();
      const { ledger } = v.parse(v.object({ ledger: v.number() }), answer);
      closedAtMs.set(ledger, atMs);
    }
  }
  const life = run();
  return {
    closedAtMs,
    beforeEach: (work: () => Promise<void>) => {
      prepare = work;
    },
    stop: () => {
      ending.abort();
      return life;
    },
  };
}

async function register({ url }: Bench): Promise<string> {
  const headers = { "content-type": "application/json", origin: "http://localhost:3000" };
  const body = JSON.stringify(aRegistration());
  const response = await fetch(`${url}/api/register`, { method: "POST", headers, body });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("connect.sid="));
  if (!cookie) throw new Error(`nobody was registered: ${await response.text()}`);
  return cookie.split(";")[0] ?? "";
}

/** XLM against what the demo market sells for it, once the index is there. */
async function settledPair(bench: Bench): Promise<PairQuery> {
  const cookie = await register(bench);
  return eventually(async () => {
    const response = await fetch(`${bench.url}/api/markets`, { headers: { cookie } });
    const { state, tickers } = v.parse(MarketsOutput, await response.json());
    const found = tickers.find(({ base, ask }) => base === "XLM" && ask !== null);
    return state === "live" && found ? { base: found.base, quote: found.quote } : null;
  }, 120_000);
}

/** Somebody who changes an offer of theirs with every ledger. */
async function aTrader({ stellar }: Bench, { quote }: PairQuery) {
  const keys = Keypair.random();
  const [code = "", issuer = ""] = quote.split("-");
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  await fetch(`${stellar.friendbotUrl}?addr=${keys.publicKey()}`);
  const account = await eventually(() => node.getAccount(keys.publicKey()).catch(() => null), 30_000);
  const asset = new Asset(code, issuer);
  let turn = 0;
  return {
    async offer(): Promise<void> {
      turn += 1;
      // Ever better, so that it is among the levels that are told, however many there were before.
      const price = { n: 1_000_000 - turn, d: 1000 };
      const operation =
        turn === 1
          ? Operation.changeTrust({ asset })
          : Operation.createPassiveSellOffer({ selling: Asset.native(), buying: asset, amount: "1", price });
      const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: stellar.passphrase });
      const transaction = builder.addOperation(operation).setTimeout(60).build();
      transaction.sign(keys);
      await node.sendTransaction(transaction);
    },
  };
}

async function connectViewers(bench: Bench, pair: PairQuery, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  let cookie = "";
  for (let number = 0; number < count; number += 1) {
    if (number % VIEWERS_PER_USER === 0) cookie = await register(bench);
    const socket = io(bench.url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { protocol: PROTOCOL_VERSION },
      extraHeaders: { cookie },
    });
    await eventually(() => socket.connected, 30_000);
    const answer: unknown = await socket.timeout(30_000).emitWithAck("watch", pair);
    if (typeof answer !== "object" || answer === null || !("sequence" in answer))
      throw new Error(`not watching: ${JSON.stringify(answer)}`);
    sockets.push(socket);
  }
  return sockets;
}

async function measureDelays(
  socket: Socket,
  { closedAtMs }: ReturnType<typeof closeEverySecond>,
  ledgers: number,
): Promise<number[]> {
  const heard = new Map<number, number>();
  const note = (message: unknown) => {
    const { ledger, bids, asks } = v.parse(MarketDelta, message);
    if (bids.length + asks.length > 0) heard.set(ledger, performance.now());
  };
  socket.on("market", note);
  await eventually(() => heard.size >= ledgers, (ledgers + 30) * 2 * LEDGER_MS);
  socket.off("market", note);
  return [...heard].flatMap(([ledger, atMs]) => {
    const closedMs = closedAtMs.get(ledger);
    return closedMs === undefined ? [] : [atMs - closedMs];
  });
}

/** Milliseconds of processor time for each second. */
async function cpuFor(bench: Bench, seconds: number): Promise<number> {
  const before = await bench.cpuMs();
  const beganMs = performance.now();
  await delay(seconds * 1000);
  return ((await bench.cpuMs()) - before) / ((performance.now() - beganMs) / 1000);
}

/** How long an index of so many offers takes to be read from Horizon, and from there into memory. */
export async function measureRebuild(offers = OFFERS): Promise<Result[]> {
  const mongo = await startMongo();
  const database = await openDatabase(mongo.url, "bench-markets", 10_000);
  const town = await Town.open("bench", { people: Math.ceil(offers / OFFERS_EACH) - 1, assets: 2 });
  try {
    await fill(town, offers);
    const runtime = { database, log: createLog("silent"), clock: { now: () => new Date() } };
    const follower = new Follower(runtime);
    const snapshots = { ...town.markets, ...town.snapshots };
    const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
    const recorder = new Recorder({ network: town.rpc, snapshots, listing, heir: follower });
    const beganMs = performance.now();
    const never = new AbortController().signal;
    for (let found = "more"; found === "more";) found = await recorder.step(runtime, never);
    const builtMs = performance.now();
    await follower.start();
    await eventually(() => follower.memory, 60_000);
    const loadedMs = performance.now();
    const count = [...(follower.memory?.index.offers() ?? [])].length;
    await follower.stop();
    const note = `${count} offers, ${busyness()}`;
    return [
      { name: "index read from Horizon and stored", value: (builtMs - beganMs) / 1000, unit: "s", note },
      { name: "index read into memory at a start", value: (loadedMs - builtMs) / 1000, unit: "s", note },
    ];
  } finally {
    await town.stop();
    await database.close();
    await mongo.stop();
  }
}

async function fill(town: Town, offers: number): Promise<void> {
  const [xlm, other] = town.listed;
  if (!xlm || !other) throw new Error("nothing is traded");
  let left = offers;
  for (const [number, source] of [...town.people, ...town.issuers.slice(0, 1)].entries()) {
    for (let begun = 0; begun < OFFERS_EACH && left > 0; begun += OPERATIONS) {
      const operations = Array.from({ length: Math.min(OPERATIONS, OFFERS_EACH - begun, left) }, (_, place) => {
        const price = { n: 1_000_000 + ((number * 7919 + begun + place) % 50_000), d: 1_000_000 };
        const isAsk = (begun + place) % 2 === 0;
        const sides = isAsk
          ? { selling: xlm.asset, buying: other.asset, price }
          : { selling: other.asset, buying: xlm.asset, price: { n: price.n, d: 900_000 } };
        return Operation.createPassiveSellOffer({ ...sides, amount: "1" });
      });
      left -= operations.length;
      await town.must({ source, operations });
    }
  }
}
