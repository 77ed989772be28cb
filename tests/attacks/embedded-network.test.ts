import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { COMPILED } from "#tests/support/compiled.ts";
import { startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { type MainProcess, startMain } from "#tests/support/main-process.ts";
import { childRunning, listenersOf } from "#tests/support/processes.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const EVIL = "https://evil.example";

interface Answer {
  readonly status: number;
  readonly allowed: string | undefined;
  readonly body: string;
}

/** What a browser would send, with the headers that pages cannot choose. */
function send(url: string, method: string, headers: Record<string, string>, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => {
        const allowed = response.headers["access-control-allow-origin"];
        resolve({ status: response.statusCode ?? 0, allowed, body: text });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** As a page of somebody else's asks without being asked first itself: no JSON, no header of its own. */
const page = { origin: EVIL, "sec-fetch-site": "cross-site", "content-type": "text/plain" };

const CONTROLS = [
  ["POST", "/close", ""],
  ["POST", "/close/", ""],
  ["POST", "/time", '{"offset":86400}'],
  ["POST", "/faults", '{"drop":1000000}'],
  ["POST", "/upgrade", '{"baseFee":4000000}'],
  ["GET", "/faults", ""],
] as const;

/** What the control could have changed. */
async function stateOf(url: string) {
  const read = async (path: string) => JSON.parse((await send(`${url}${path}`, "GET", {})).body);
  const { core_latest_ledger: ledger } = await read("/");
  const { _embedded: found } = await read("/ledgers?order=desc&limit=1");
  const [{ base_fee_in_stroops: baseFee, closed_at: closedAt }] = found.records;
  return { ledger, baseFee, closedAt };
}

describe("a network that tests steer", () => {
  let stellar: TestStellar;
  let port: string;
  beforeAll(async () => {
    stellar = await startStellar({ closeIntervalMs: 0 });
    ({ port } = new URL(stellar.horizonUrl));
  });
  afterAll(() => stellar.stop());

  test.each(CONTROLS)("a page's %s %s changes nothing and is told nothing", async (method, path, body) => {
    const before = await stateOf(stellar.horizonUrl);
    const answer = await send(`${stellar.horizonUrl}${path}`, method, page, body);
    expect(answer.status).toBe(403);
    expect(answer.allowed).toBeUndefined();
    expect(answer.body).not.toContain('accept-then-504":');
    expect(await stateOf(stellar.horizonUrl)).toEqual(before);
  });

  test.each(CONTROLS)("no browser is let ask %s %s with a header of its own", async (method, path) => {
    const preflight = {
      origin: EVIL,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization",
    };
    const { allowed } = await send(`${stellar.horizonUrl}${path}`, "OPTIONS", preflight);
    expect(allowed).toBeUndefined();
  });

  test.each(["a guess", ""])("the secret %j is none", async (secret) => {
    const before = await stateOf(stellar.horizonUrl);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await send(`${stellar.horizonUrl}/close`, "POST", headers)).status).toBe(403);
    expect(await stateOf(stellar.horizonUrl)).toEqual(before);
  });

  test("a page whose name was bound to this machine is served nothing at all", async () => {
    for (const host of [`evil.example:${port}`, "evil.example", "127.0.0.1.evil.example", "localhost.evil.example"]) {
      for (const [method, path] of [...CONTROLS, ["GET", "/"], ["POST", "/rpc"]] as const) {
        const answer = await send(`${stellar.horizonUrl}${path}`, method, { host }, method === "POST" ? "{}" : "");
        expect([host, path, answer.status]).toEqual([host, path, 421]);
      }
    }
  });

  test.each([`localhost:`, `127.0.0.1:`, `[::1]:`])("%s is its own name", async (name) => {
    expect((await send(`${stellar.horizonUrl}/`, "GET", { host: `${name}${port}` })).status).toBe(200);
  });

  test("what a Horizon and an RPC tell everybody, they tell every page", async () => {
    const horizon = await send(`${stellar.horizonUrl}/fee_stats`, "GET", { origin: EVIL });
    expect(horizon).toMatchObject({ status: 200, allowed: "*" });
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" });
    const rpc = await send(`${stellar.horizonUrl}/rpc`, "POST", { origin: EVIL }, call);
    expect(rpc).toMatchObject({ status: 200, allowed: "*" });
    const preflight = { origin: EVIL, "access-control-request-headers": "content-type" };
    expect((await send(`${stellar.horizonUrl}/rpc`, "OPTIONS", preflight)).allowed).toBe("*");
  });

  test("pages have few accounts made for them, programs on the machine as many as they ask for", async () => {
    const ask = (headers: Record<string, string>) =>
      send(`${stellar.friendbotUrl}?addr=${Keypair.random().publicKey()}`, "GET", headers);
    const image = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    const seen = new Set<number>();
    for (let count = 0; count < 40; count += 1) seen.add((await ask(count % 2 === 0 ? page : image)).status);
    expect(seen).toEqual(new Set([200, 429]));
    expect((await ask({})).status).toBe(200);
  });
});

describe("the network that main.ts starts", () => {
  let folder: string;
  let main: MainProcess;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "astrolabe-control-"));
    main = startMain(join(folder, "data"), COMPILED);
    await main.address();
    const [listener] = await listenersOf(await childRunning(main.pid, "embedded/stellar"));
    url = `http://127.0.0.1:${listener?.port ?? 0}`;
  });
  afterAll(async () => {
    await main.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test.each(CONTROLS)("has no %s %s at all", async (method, path, body) => {
    expect((await send(`${url}${path}`, method, {}, body)).status).toBe(404);
    expect((await send(`${url}${path}`, method, page, body)).status).toBe(404);
    expect((await stateOf(url)).baseFee).toBe(100);
  });
});
