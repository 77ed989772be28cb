import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED } from "./compiled.ts";
import { settingsOf, startMongo, startStellar, TEMPLATE } from "./embedded.ts";
import { freePort } from "./free-port.ts";
import { type MainProcess, startMain } from "./main-process.ts";
import { openReverseProxy, type ReverseProxy } from "./reverse-proxy.ts";

/** A machine that does other things besides takes so long over a start, in ms. */
export const START_MS = 180_000;

/** Servers of one version as `compose.yaml` arranges them: on one database, one network and one folder, behind one proxy. */
export interface Replicas {
  readonly proxy: ReverseProxy;
  readonly ports: readonly number[];
  readonly mongoUrl: string;
  readonly folder: string;
  /** Asks through the proxy; with a body it posts. */
  ask(path: string, cookie: string, body?: object): Promise<Response>;
  pidOf(port: number): number;
  start(port: number): Promise<void>;
  /** Stops one as a supervisor does; answers with its exit code. */
  stop(port: number): Promise<number | null>;
  /** Ends one at once. */
  kill(port: number): Promise<void>;
  close(): Promise<void>;
}

/** `environment` is added to what each of them is given. */
export async function startReplicas(
  count: number,
  { closeIntervalMs = 500, environment = {} }: { closeIntervalMs?: number; environment?: Record<string, string> } = {},
): Promise<Replicas> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-replicas-"));
  const [mongo, stellar] = await Promise.all([
    startMongo({ from: process.env[TEMPLATE] }),
    startStellar({ closeIntervalMs }),
  ]);
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const proxy = await openReverseProxy(ports, START_MS);
  const replicas = new Map<number, MainProcess>();
  const given = {
    HOST: "127.0.0.1",
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: "127.0.0.1",
    MONGODB_URL: mongo.url.replace("/?", "/astrolabe?"),
    ...settingsOf(stellar),
    SESSION_KEY: randomBytes(32).toString("hex"),
    VAULT_KEY: randomBytes(32).toString("hex"),
    ADMIN_PASSWORD: randomBytes(12).toString("hex"),
    ...environment,
  };

  async function start(port: number): Promise<void> {
    const replica = startMain(folder, COMPILED, { ...given, PORT: String(port) });
    replicas.set(port, replica);
    await replica.address();
  }

  await Promise.all(ports.map(start));
  return {
    proxy,
    ports,
    mongoUrl: mongo.url,
    folder,
    ask(path, cookie, body) {
      const headers = { origin: proxy.url, cookie, ...(body && { "content-type": "application/json" }) };
      return fetch(`${proxy.url}${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
    },
    pidOf: (port) => replicas.get(port)?.pid ?? 0,
    start,
    async stop(port) {
      const replica = replicas.get(port);
      replica?.child.kill("SIGTERM");
      return (await replica?.exit) ?? null;
    },
    kill: async (port) => replicas.get(port)?.kill(),
    async close() {
      await Promise.all([...replicas.values()].map((each) => each.kill()));
      await proxy.close();
      await Promise.all([mongo.stop(), stellar.stop()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** What a browser would send back of an answer's cookies. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}
