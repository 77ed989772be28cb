import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { startStellar, steer, type TestStellar } from "#tests/support/embedded.ts";
import { checkNetwork } from "./check-network.ts";
import { type Finding, findingLine, worstOf } from "./finding.ts";
import { NEWEST_PROTOCOL } from "./identity.ts";
import { type Lies, type LyingProxy, startLyingProxy } from "./lying-proxy.fixture.ts";

let stellar: TestStellar;
let rpc: LyingProxy;
let horizon: LyingProxy;

beforeAll(async () => {
  stellar = await startStellar({ closeIntervalMs: 0 });
  [rpc, horizon] = await Promise.all([startLyingProxy(stellar.horizonUrl), startLyingProxy(stellar.horizonUrl)]);
  expect(await askFriendbot(stellar.friendbotUrl, Keypair.random().publicKey())).toBe(true);
});
afterAll(() => Promise.all([rpc.stop(), horizon.stop(), stellar.stop()]));
beforeEach(() => steer(stellar, "/close"));
afterEach(() => {
  rpc.tell({});
  horizon.tell({});
});

interface Asked {
  readonly passphrase?: string;
  readonly rpcUrls?: readonly string[];
  readonly horizonUrls?: readonly string[];
  readonly friendbotUrl?: string | null;
  readonly now?: Date;
}

function checked({ now = new Date(), ...asked }: Asked = {}): Promise<Finding[]> {
  const named = { rpcUrls: [rpc.rpcUrl], horizonUrls: [horizon.horizonUrl], friendbotUrl: stellar.friendbotUrl };
  return checkNetwork({ passphrase: stellar.passphrase, ...named, ...asked }, { now, timeoutMs: 1000 });
}

/** The lines of everything that is worse than a note. */
async function troubles(asked?: Asked): Promise<string[]> {
  const found = await checked(asked);
  return found.filter(({ severity }) => severity === "warning" || severity === "wrong").map(findingLine);
}

const onRpc = (method: string, fields: object): Lies => ({
  alter: (asked, body) => (asked === method ? { ...body, ...fields } : undefined),
});
const onRoot = (fields: object): Lies => ({
  alter: (path, body) => (path === "/" ? { ...body, ...fields } : undefined),
});

test("a network that works is told in a sentence for each thing, and nothing stands against it", async () => {
  const found = await checked();
  expect(["fine", "note"]).toContain(worstOf(found));
  const lines = found.map(findingLine).join("\n");
  for (const part of [
    `it is of the network "${stellar.passphrase}"`,
    "its ledgers are of protocol",
    "it remembers",
    "its newest ledger closed",
    "it has getLedgers",
    "it is in step with the RPC",
    "its history begins with ledger",
    "it gives the meta of transactions",
    "STELLAR_FRIENDBOT_URL",
  ])
    expect(lines).toContain(part);
});

test("another network is wrong for sure, unless another address is of ours", async () => {
  rpc.tell(onRpc("getNetwork", { passphrase: "Elsewhere" }));
  const alone = await checked();
  expect(alone.filter(({ isCertain }) => isCertain)).toMatchObject([{ severity: "wrong" }]);
  expect(alone.map(findingLine).join("\n")).toContain('it is of the network "Elsewhere", not of');
  const beside = await checked({ rpcUrls: [rpc.rpcUrl, stellar.rpcUrl] });
  expect(beside.some(({ isCertain }) => isCertain)).toBe(false);
  expect(worstOf(beside)).toBe("warning");
  rpc.tell({});
  horizon.tell(onRoot({ network_passphrase: "Elsewhere" }));
  expect((await checked()).filter(({ isCertain }) => isCertain)).toHaveLength(1);
});

test("a protocol that is newer than what we know is wrong, and keeps no server from starting", async () => {
  rpc.tell(onRpc("getNetwork", { protocolVersion: NEWEST_PROTOCOL + 1 }));
  const found = await checked();
  expect(found.some(({ isCertain }) => isCertain)).toBe(false);
  expect(worstOf(found)).toBe("wrong");
  expect(found.map(findingLine).join("\n")).toContain("Run a newer version of Astrolabe");
});

const TROUBLES: readonly (readonly [string, "rpc" | "horizon", Lies, string])[] = [
  ["an RPC without getLedgers", "rpc", { lacks: "getLedgers" }, "it has no getLedgers. Use Stellar RPC"],
  ["one whose getLedgers is empty", "rpc", onRpc("getLedgers", { ledgers: [] }), "its getLedgers does not give ledger"],
  [
    "one that answers too many requests",
    "rpc",
    { says: { status: 429, text: "", headers: { "retry-after": "7" } } },
    "asks to wait 7 s",
  ],
  [
    "one that answers in HTML",
    "rpc",
    { says: { status: 502, text: "<html>Bad gateway</html>" } },
    "it answers (502) with a page of HTML where JSON belongs",
  ],
  ["one that answers nothing", "rpc", { isSilent: true }, "it does not answer within 1 s"],
  [
    "one that answers something else",
    "rpc",
    { says: { status: 200, text: "{}" } },
    "it gives no answer to getNetwork that we understand",
  ],
  [
    "a Horizon that answers in HTML",
    "horizon",
    { says: { status: 200, text: "<!doctype html>" } },
    "with a page of HTML where JSON belongs",
  ],
  ["one that answers nothing", "horizon", { isSilent: true }, "it does not answer within 1 s"],
  ["one that answers too many requests", "horizon", { says: { status: 429, text: "{}" } }, "too many requests"],
  [
    "one that is behind",
    "horizon",
    {
      alter: (path, body) =>
        path === "/" ? { ...body, history_latest_ledger: Number(body["history_latest_ledger"]) - 4 } : undefined,
    },
    "it is 4 ledgers behind the RPC",
  ],
  [
    "one that is ahead",
    "horizon",
    {
      alter: (path, body) =>
        path === "/" ? { ...body, history_latest_ledger: Number(body["history_latest_ledger"]) + 9 } : undefined,
    },
    "it is 9 ledgers ahead of every RPC",
  ],
  ["one whose history begins late", "horizon", onRoot({ history_elder_ledger: 3 }), "The RPC knows what was before."],
  [
    "one that is nearly out of requests",
    "horizon",
    { headers: { "x-ratelimit-limit": "3600", "x-ratelimit-remaining": "12" } },
    "it allows 3600 requests in its time, of which 12 are left",
  ],
];

test.each(TROUBLES)("%s (%s) is told with what to do", async (_what, kind, lies, sentence) => {
  (kind === "rpc" ? rpc : horizon).tell(lies);
  const told = (await troubles()).filter((line) => line.includes(sentence));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(kind === "rpc" ? `STELLAR_RPC_URL ${new URL(rpc.rpcUrl).origin}` : "STELLAR_HORIZON_URL");
});

test("one that is far behind is not asked; one without meta, or with a short memory, is as good as it is", async () => {
  horizon.tell({ alter: (path, body) => (path === "/" ? { ...body, history_latest_ledger: 0 } : undefined) });
  rpc.tell(
    onRpc("getTransaction", { latestLedger: 500, latestLedgerCloseTime: String(Math.floor(Date.now() / 1000)) }),
  );
  const behind = await checked();
  expect(behind.find(({ text }) => text.includes("500 ledgers behind"))).toMatchObject({ severity: "wrong" });

  horizon.tell({
    alter: (path, body) => (path.startsWith("/transactions") ? { ...body, _embedded: { records: [{}] } } : undefined),
  });
  rpc.tell({});
  const found = await checked();
  expect(found.find(({ text }) => text.includes("no meta"))).toMatchObject({ severity: "note" });
  expect(found.find(({ text }) => text.includes("it remembers"))).toMatchObject({ severity: "note" });
});

test("clocks that are apart are told, ours behind the ledger as what does not work", async () => {
  const [early, late] = [-60_000, 600_000].map((ms) => new Date(Date.now() + ms));
  expect((await troubles({ now: early ?? new Date() })).join("\n")).toContain("the clock of this machine is behind");
  expect((await troubles({ now: late ?? new Date() })).join("\n")).toContain("the clock of this machine is ahead");
});

test("a friendbot that does not answer is told, and gives nothing away by being asked", async () => {
  const told = await troubles({ friendbotUrl: "http://127.0.0.1:9/friendbot" });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("STELLAR_FRIENDBOT_URL http://127.0.0.1:9: it cannot be reached");
  expect((await checked({ friendbotUrl: null })).some(({ about }) => about.includes("FRIENDBOT"))).toBe(false);
});

test("no key of a provider, which stands in paths and queries, is told", async () => {
  rpc.tell({ says: { status: 403, text: "<html>no</html>" } });
  const rpcUrls = [`${rpc.rpcUrl}/secret-key-1?apikey=secret-key-2`];
  const found = await checked({ rpcUrls });
  expect(JSON.stringify(found)).not.toContain("secret-key");
});
