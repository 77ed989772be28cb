import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startStellar, steer, type TestStellar } from "#tests/support/embedded.ts";
import { ConfigError } from "./config.ts";
import { NEWEST_PROTOCOL } from "./platform/network/checks/identity.ts";
import { type LyingProxy, startLyingProxy } from "./platform/network/checks/lying-proxy.fixture.ts";
import { tellNetwork } from "./tell-network.ts";

let stellar: TestStellar;
let proxy: LyingProxy;
let told: string[] = [];
let warned: string[] = [];

beforeAll(async () => {
  stellar = await startStellar({ closeIntervalMs: 0 });
  proxy = await startLyingProxy(stellar.horizonUrl);
});
afterAll(() => Promise.all([proxy.stop(), stellar.stop()]));
beforeEach(async () => {
  [told, warned] = [[], []];
  await steer(stellar, "/close");
});
afterEach(() => proxy.tell({}));

const tell = {
  info: (sentence: string) => void told.push(sentence),
  warn: (sentence: string) => void warned.push(sentence),
};

function start(signal = new AbortController().signal): Promise<void> {
  const urls = { rpcUrls: [proxy.rpcUrl], horizonUrls: [stellar.horizonUrl] };
  const named = { ...urls, passphrase: stellar.passphrase, friendbotUrl: null, demoUrl: null };
  return tellNetwork({ stellarRpcUrls: urls.rpcUrls }, named, tell, signal);
}

test("a start tells what there is to say of the network, and nothing of the embedded one", async () => {
  await start();
  expect(told.join("\n")).toContain("it has getLedgers");
  expect(warned).toEqual([]);
  told = [];
  const embedded = { rpcUrls: [], horizonUrls: [], passphrase: "", friendbotUrl: null, demoUrl: null };
  await tellNetwork({ stellarRpcUrls: null }, embedded, tell, new AbortController().signal);
  expect(told).toEqual([]);
});

test("only another network stops it: a network that upgrades must not", async () => {
  proxy.tell({ says: { status: 429, text: "" } });
  await start();
  expect(warned.join("\n")).toContain("429");
  proxy.tell({ alter: (asked, body) => (asked === "getNetwork" ? { ...body, passphrase: "Elsewhere" } : undefined) });
  await expect(start()).rejects.toThrow('it is of the network "Elsewhere"');
  await expect(start()).rejects.toThrow(ConfigError);
  const newer = { protocolVersion: NEWEST_PROTOCOL + 1 };
  proxy.tell({ alter: (asked, body) => (asked === "getNetwork" ? { ...body, ...newer } : undefined) });
  await start();
  expect(warned.join("\n")).toContain("Run a newer version of Astrolabe");
});

test("whoever stops the server meanwhile does not wait for a node that is silent", async () => {
  proxy.tell({ isSilent: true });
  const stopping = new AbortController();
  const began = performance.now();
  const starting = start(stopping.signal);
  stopping.abort(new Error("stopped"));
  await expect(starting).rejects.toThrow("stopped");
  expect(performance.now() - began).toBeLessThan(1000);
});

/** What `npm run check:network` prints, and how it ends. */
async function command(rpcUrl: string): Promise<{ readonly code: number; readonly text: string }> {
  const script = join(import.meta.dirname, "health/cli/check-network.ts");
  const env = { ...process.env, STELLAR_RPC_URL: rpcUrl, STELLAR_HORIZON_URL: stellar.horizonUrl };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout } = Object(error);
    return { code, text: stdout };
  }
}

test("the command ends with 0 where all works, 1 where something could be better, 2 where something does not work", async () => {
  expect(await command(stellar.rpcUrl)).toMatchObject({
    code: 0,
    text: expect.stringContaining("ok      STELLAR_RPC_URL"),
  });
  proxy.tell({ says: { status: 502, text: "<html></html>" } });
  const several = await command(`${stellar.rpcUrl},${proxy.rpcUrl}`);
  expect(several).toMatchObject({ code: 1, text: expect.stringContaining("warning STELLAR_RPC_URL") });
  proxy.tell({ lacks: "getLedgers" });
  expect(await command(proxy.rpcUrl)).toMatchObject({
    code: 2,
    text: expect.stringContaining("WRONG   STELLAR_RPC_URL"),
  });
});
