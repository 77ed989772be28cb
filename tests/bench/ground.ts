import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openSeals } from "#server/platform/vault/sealing-key.ts";
import { eventually, TestClock } from "#tests/support/app.ts";
import { settingsOf, startMongo, startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { cpuMsOf } from "#tests/support/process-usage.ts";
import { cookiesOf } from "#tests/support/replicas.ts";
import { testVault } from "#tests/support/vault.ts";
import { untilAtRest } from "./at-rest.ts";
import { prepareServer, type RunningServer } from "./running-server.ts";

const PATIENCE_MS = 10 * 60_000;
const OPERATOR = { username: "admin", password: "an admin's long password" };

/** A server in a process of its own, and what it works on: rows may be planted below it, sealed as it seals them. */
export interface Ground {
  readonly server: RunningServer;
  readonly database: Database;
  readonly mongoUrl: string;
  readonly stellar: TestStellar;
  readonly network: StellarNetwork;
  /** Asks the server; with a body it posts. Throws what it answers to what it refuses. */
  ask(path: string, cookie: string, body?: object): Promise<Response>;
  /** Signs an operator in; answers with the cookie. */
  operator(): Promise<string>;
  /** Processor time that the server has taken, in ms. */
  cpuMs(): Promise<number>;
  /** Waits until it does nothing that is left from its start. */
  untilAtRest(): Promise<void>;
  /** Waits until the network's last ledger is ingested; answers in how many ms. */
  untilIngested(): Promise<number>;
}

/** Ledgers close on demand. */
export async function withGround<T>(measure: (ground: Ground) => Promise<T>): Promise<T> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const key = randomBytes(32);
    const mongo = await startMongo();
    undo.push(mongo.stop);
    const stellar = await startStellar({ closeIntervalMs: 0 });
    undo.push(stellar.stop);
    const server = await prepareServer({
      MONGODB_URL: mongo.url,
      ...settingsOf(stellar),
      ADMIN_USERNAME: OPERATOR.username,
      ADMIN_PASSWORD: OPERATOR.password,
      VAULT_KEY: key.toString("hex"),
    });
    undo.push(server.close);
    await server.start();
    const database = await openDatabase(mongo.url, "astrolabe", PATIENCE_MS);
    undo.push(database.close);
    await openSeals(database, openKeyRing(testVault(key), new TestClock()));
    const { rpcUrl, horizonUrl, friendbotUrl, passphrase } = stellar;
    const asked = { rpcUrls: [rpcUrl], horizonUrls: [horizonUrl], friendbotUrl, demoUrl: null, passphrase };
    const network = openRpcNetwork(asked);
    const ask = asker(server.url);
    const cpuMs = () => cpuMsOf(server.pid());
    return await measure({
      server,
      database,
      mongoUrl: mongo.url,
      stellar,
      network,
      ask,
      operator: async () => cookiesOf(await ask("/api/admin/login", "", OPERATOR)),
      cpuMs,
      untilAtRest: () => untilAtRest(cpuMs),
      untilIngested: async () => {
        const from = performance.now();
        const { sequence } = await network.head();
        await eventually(async () => (await ingestedLedger(database, null)) >= sequence, PATIENCE_MS);
        return performance.now() - from;
      },
    });
  } finally {
    for (const end of undo.toReversed()) await end();
  }
}

function asker(url: string): Ground["ask"] {
  return async (path, cookie, body) => {
    const headers = { origin: url, cookie, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(`${url}${path}`, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}
