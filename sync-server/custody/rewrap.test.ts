import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { io } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OverviewChange } from "#schemas/overview.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import type { RewrapProgress, ServiceKeysOutput } from "#schemas/service-keys.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";
import { makeKey, type SealedKey, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { testVault } from "#tests/support/vault.ts";
import { carryOutRewrap } from "./carry-out-rewrap.ts";

const FIXTURE = join(import.meta.dirname, "rewrapping-process.fixture.ts");
const [URL, START] = ["/api/admin/keys", "/api/admin/keys/rewrap"];
const KEYS = 900;
const LEASE_MS = 5000;
const DEADLINE_MS = 60_000;
const LONG_MS = 180_000;
const [former, present] = [randomBytes(32), randomBytes(32)];
const clock = { now: () => new Date() };
let app: TestApp;
let one: TestUser;
let other: TestUser;
let addresses: readonly string[] = [];

beforeAll(async () => {
  app = await startTestApp({ vault: testVault(present, [former]) });
  [one, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
}, LONG_MS);
beforeEach(async () => {
  await app.database.collection(VAULT_KEYS).deleteMany({ _id: { $in: [...addresses] as never[] } });
  addresses = [];
  for (const { id } of (await askAs(app, one, "GET", "/api/admin/proposals")).body.proposals)
    await askAs(app, one, "POST", `/api/admin/proposals/${id}/withdraw`, { reason: "the next test" });
});
afterAll(() => app.stop());

/** Keys that the former key of the vault locks, as servers made them that had no other. */
async function lockWithFormer(count: number): Promise<void> {
  const ring = openKeyRing(testVault(former), clock);
  const owner = { userId: one.user.id, purpose: "wallet" } as const;
  const make = () => makeKey(ring, sealsOf(app.database), owner, clock.now());
  const keys = await Promise.all(Array.from({ length: count }, make));
  await app.database.collection<SealedKey>(VAULT_KEYS).insertMany(keys);
  addresses = [...addresses, ...keys.map(({ _id }) => _id)];
}

async function read(by = one): Promise<ServiceKeysOutput> {
  const { status, body } = await askAs(app, by, "GET", URL);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const propose = (by = one) => askAs(app, by, "POST", START, { reason: "the yearly change" });

function approve({ id, digest }: { readonly id: number; readonly digest: string }, by = other) {
  return askAs(app, by, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "as agreed" });
}

/** Asked for and agreed to. */
async function start(): Promise<void> {
  const { body } = await propose();
  expect(body.proposal, JSON.stringify(body)).toBeTruthy();
  expect((await approve(body.proposal)).body.state).toBe("done");
}

const ended = () =>
  eventually(async () => {
    const { rewrap } = await read();
    return rewrap?.state === "done" && rewrap;
  }, DEADLINE_MS);

async function rowsOfLog(): Promise<string[]> {
  const rows = app.database.collection("audit_log").find({ action: "rewrap" }, { sort: { _id: 1 } });
  return (await rows.toArray()).map(({ reason, requestedBy }) => `${requestedBy} ${reason}`);
}

/** Takes the job from the server that has it; from nobody, whoever comes first has it. */
async function handJobTo(holder: string): Promise<void> {
  const until = new Date(holder === "" ? 0 : Date.now() + DEADLINE_MS);
  await app.database
    .collection<{ readonly _id: string; readonly token: number }>("leases")
    .updateOne({ _id: "rewrapping" }, { $set: { holder, until }, $inc: { token: 1 } });
}

async function signOnce(address: string): Promise<void> {
  const hash = randomBytes(32);
  const asked = { address, purpose: "wallet", hash, userId: one.user.id, requestedBy: "test", reason: "test" } as const;
  const { signature } = await custodyOf(app.runtime).vault.sign(asked);
  expect(Keypair.fromPublicKey(address).verify(hash, signature)).toBe(true);
}

test("with nothing of a former key there is nothing to do, and it is said what to set", async () => {
  const { wrapping, rewrap } = await read();
  expect(wrapping).toMatchObject({ setting: "VAULT_KEY", name: null, number: 1, former: 0 });
  expect(Date.parse(wrapping.since ?? "")).toBeLessThanOrEqual(Date.now());
  expect(rewrap).toBeNull();
  const { status, body } = await propose();
  expect([status, body.code]).toEqual([409, "vault-nothing-former"]);
  expect(body.message).toContain("VAULT_OTHER_KEYS");
  expect(body.message).toContain("VAULT_KEY");
});

test("nothing is told that is made of a key, and nobody below a super starts anything", async () => {
  await lockWithFormer(1);
  const text = JSON.stringify(await read());
  const versions = [present, former].map((key) => openKeyRing(testVault(key), clock).current.version);
  for (const secret of [...versions, present.toString("hex"), present.toString("base64")])
    expect(text).not.toContain(secret);
  const proposal = (await propose()).body.proposal;
  expect(JSON.stringify(proposal)).not.toContain("key-");
  for (const role of ["finance", "support", "reviewer", "editor", "auditor"] as const) {
    const operator = await aConfirmedAdmin(app, [role]);
    expect((await propose(operator)).body.code, role).toBe("role-required");
    expect((await approve(proposal, operator)).body.code, role).toBe("role-required");
    expect((await askAs(app, operator, "GET", URL)).status, role).toBe(role === "auditor" ? 200 : 403);
  }
  const person = await aUser(app);
  expect((await propose(person)).body.code).toBe("admin-required");
  expect((await read()).wrapping.former).toBe(1);
});

test(
  "two supers, two words: one's own does not count, of two who ask one is heard, and it is done once",
  async () => {
    await lockWithFormer(300);
    const [first, second] = await Promise.all([propose(one), propose(other)]);
    const asked = [first, second].filter(({ status }) => status < 300);
    expect(asked).toHaveLength(1);
    expect([first, second].find(({ status }) => status >= 300)?.body.code).toBe("proposal-open");
    const { proposal } = asked[0]?.body ?? {};
    const [proposer, approver] = proposal.proposedBy === one.user.id ? [one, other] : [other, one];
    expect((await approve(proposal, proposer)).body.code).toBe("proposal-own");
    expect((await read()).wrapping.former).toBe(300);
    const third = await aConfirmedAdmin(app);
    await app.database.collection("users").updateOne({ id: third.user.id }, { $set: { rolesSince: new Date(0) } });
    const answers = await Promise.all([approve(proposal, approver), approve(proposal, approver)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const run = await ended();
    expect(run).toMatchObject({
      key: 1,
      askedBy: proposer.user.id,
      approvedBy: approver.user.id,
      reason: "the yearly change",
      done: 300,
      total: 300,
      unopened: { count: 0, names: [] },
    });
    const { wrapping, lastEndedAt } = await read();
    expect(wrapping.former).toBe(0);
    expect(lastEndedAt).toBe(run.endedAt);
    await Promise.all(addresses.slice(0, 5).map(signOnce));
    const by = `operator ${proposer.user.id}`;
    expect(await eventually(async () => (await rowsOfLog()).length === 2 && rowsOfLog(), DEADLINE_MS)).toEqual([
      `${by} begins with 300 locks to change`,
      `${by} ends with 300 locks changed and 0 that do not open`,
    ]);
    const [noted] = await app.database.collection("operator_actions").find({ action: "rewrap-vault" }).toArray();
    expect(JSON.parse(String(noted?.["change"]))).toEqual({
      before: { formerLocks: 300 },
      after: { key: 1, formerLocks: 0 },
    });
  },
  LONG_MS,
);

test(
  "consoles are told live how far it is, and that it is over",
  async () => {
    await lockWithFormer(KEYS);
    const url = await app.listen();
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { protocol: PROTOCOL_VERSION, purpose: "console" },
      extraHeaders: { cookie: one.cookie },
    });
    const told: (RewrapProgress | null)[] = [];
    socket.on("overview", ({ rewrap }: OverviewChange) => rewrap !== undefined && told.push(rewrap));
    await eventually(() => socket.connected);
    const shown = await socket.timeout(10_000).emitWithAck("watch-overview", {});
    expect(shown.rewrap).toMatchObject({ state: "done", done: 300, total: 300 });
    await start();
    const { id } = await ended();
    expect(id).toBe(shown.rewrap.id + 1);
    await eventually(() => told.at(-1)?.id === id && told.at(-1)?.state === "done", DEADLINE_MS);
    expect(told.at(-1)).toEqual({ id, state: "done", done: KEYS, total: KEYS });
    socket.disconnect();
  },
  LONG_MS,
);

test(
  "killed in the middle, the next server goes on, people's payments are signed meanwhile, and nothing counts twice",
  async () => {
    await lockWithFormer(KEYS);
    const args = [app.config.mongodbUrl, String(LEASE_MS), present.toString("hex"), former.toString("hex")];
    const session = app.config.sessionKey.toString("hex");
    const child = spawn(process.execPath, [FIXTURE, ...args, session], { stdio: ["ignore", "pipe", "inherit"] });
    const gone = once(child, "exit");
    const [holder] = await once(child.stdout, "data");
    // From here on the job is the other server's, as if that one had been quicker.
    await handJobTo(String(holder).trim());
    await start();
    await eventually(async () => ((await read()).rewrap?.done ?? 0) > 0, DEADLINE_MS);
    child.kill("SIGKILL");
    await gone;
    const { rewrap: left, wrapping } = await read();
    expect(left).toMatchObject({ state: "running", total: KEYS });
    expect(left?.done).toBeLessThan(KEYS);
    expect(wrapping.former).toBeGreaterThan(0);
    expect((await propose()).body.code).toBe("vault-rewrap-open");

    // Locked with either key, everything is signed with.
    await Promise.all([0, 250, 500, 899].map((at) => signOnce(addresses[at] ?? "")));
    // Nobody says that the other is gone: its time runs out.
    const run = await ended();
    expect(run).toMatchObject({ done: KEYS, total: KEYS, startedAt: left?.startedAt, unopened: { count: 0 } });
    expect((await read()).wrapping.former).toBe(0);
    await Promise.all(addresses.slice(0, 50).map(signOnce));
    const rows = await eventually(async () => {
      const all = await rowsOfLog();
      // Rows of a run that ended just before may come after its end is told.
      return all.length === 2 * run.id && all.slice(-2);
    }, DEADLINE_MS);
    expect(rows.map((row) => row.replace(/^operator \d+ /, ""))).toEqual([
      `begins with ${KEYS} locks to change`,
      `ends with ${KEYS} locks changed and 0 that do not open`,
    ]);
    expect((await walkAudit(app.database)).problem).toBeNull();
  },
  LONG_MS,
);

test(
  "what no key opens that is named stays as it was, is named, and is an issue until it opens",
  async () => {
    await lockWithFormer(3);
    const keys = app.database.collection<SealedKey>(VAULT_KEYS);
    const [lost = ""] = addresses;
    const unnamed = "key-0000000000000000";
    const { keyVersion = "" } = (await keys.findOne({ _id: lost })) ?? {};
    await keys.updateOne({ _id: lost }, { $set: { keyVersion: unnamed } });
    const issue = (status: string) =>
      app.database.collection("system_issues").findOne({ checkId: "vault-unopened", status });
    await start();
    const run = await eventually(async () => {
      const { rewrap } = await read();
      return rewrap?.unopened.count === 1 && rewrap;
    }, DEADLINE_MS);
    expect(run).toMatchObject({ state: "done", done: 2, total: 3, unopened: { count: 1, names: [lost] } });
    expect(await keys.findOne({ _id: lost })).toMatchObject({ keyVersion: unnamed });
    expect(await issue("active")).toMatchObject({ severity: "critical", metadata: { count: 1, names: [lost] } });
    await keys.updateOne({ _id: lost }, { $set: { keyVersion } });
    await start();
    await eventually(async () => (await read()).rewrap?.done === 1, DEADLINE_MS);
    await ended();
    expect(await issue("active")).toBeNull();
    await signOnce(lost);
  },
  LONG_MS,
);

test(
  "a server that was started with another key neither starts it nor goes on with it",
  async () => {
    await lockWithFormer(2);
    const inUse = app.database.collection("keys_in_use");
    const another = { kind: "wrapping", number: 2, mark: "key-1111111111111111", since: new Date() };
    const { ring } = custodyOf(app.runtime);
    await handJobTo("nobody");

    // The present key is changed while it waits for a second word: nothing is done that was not agreed to.
    const { proposal } = (await propose()).body;
    await inUse.insertOne({ ...another });
    expect((await read()).wrapping).toMatchObject({ number: null, since: null });
    expect((await approve(proposal)).body.code).toBe("proposal-outdated");
    expect((await propose()).body.code).toBe("vault-keys-differ");
    await inUse.deleteOne({ number: 2 });

    // The same after it was agreed to: it stands still.
    await start();
    await inUse.insertOne({ ...another });
    await carryOutRewrap(app.runtime, ring, new AbortController().signal);
    expect((await read()).wrapping.former).toBe(2);
    await inUse.deleteOne({ number: 2 });

    // Asked for anew for the key that is the present one by then, the former is given up.
    await inUse.insertOne({ ...another, mark: ring.current.version });
    await start();
    const runs = await app.database
      .collection("vault_rewraps")
      .find({}, { sort: { id: -1 }, limit: 2 })
      .toArray();
    expect(runs).toMatchObject([
      { key: 2, state: "asked", isOpen: true },
      { key: 1, state: "superseded", isOpen: false },
    ]);
    await handJobTo("");
    expect(await ended()).toMatchObject({ key: 2, done: 2, total: 2 });
  },
  LONG_MS,
);

test(
  "a change that was asked for past the server is not carried out, and operators are told",
  async () => {
    await lockWithFormer(2);
    const terms = {
      id: 999,
      key: 1,
      askedBy: one.user.id,
      approvedBy: other.user.id,
      reason: "x",
      askedAt: new Date(),
    };
    const standing = { state: "asked", isOpen: true, startedAt: null, endedAt: null, done: 0, total: 0 };
    const unopened = { count: 0, names: [] };
    await app.database.collection("vault_rewraps").insertOne({ ...terms, ...standing, unopened, seal: "forged" });
    await eventually(
      () => app.database.collection("system_issues").findOne({ checkId: "forged", subject: /^change-999/ }),
      DEADLINE_MS,
    );
    const run = () => app.database.collection("vault_rewraps").findOne({ id: 999 });
    await eventually(async () => (await run())?.["isOpen"] === false, DEADLINE_MS);
    expect((await read()).wrapping.former).toBe(2);
  },
  LONG_MS,
);
