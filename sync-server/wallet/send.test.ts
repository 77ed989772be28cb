import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { reconcile } from "#server/reconciliation/index.ts";
import { steer } from "#tests/support/embedded.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { accept, type Request, type SubmissionAct, type Planned } from "#server/platform/submissions/accept.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { openGuard } from "./guard.ts";
import { protect } from "#tests/support/seals.ts";

const PASSWORD = "correct horse battery";

interface Person {
  readonly id: number;
  readonly cookie: string;
  readonly address: string;
  readonly uniqueUserId: string;
}

interface Submission {
  readonly id: number;
  readonly state: string;
  readonly hash: string | null;
  readonly ledger: number | null;
}

let app: TestApp;
let ana: Person;
let ben: Person;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = await Promise.all([register("ana"), register("ben")]);
  await Promise.all([funded(ana), funded(ben)]);
});
afterAll(() => app.stop());

async function register(username: string): Promise<Person> {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/register",
    headers: { origin: app.config.publicUrl },
    payload: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  expect(response.statusCode, response.body).toBe(201);
  const { id, walletAddress, uniqueUserId } = response.json();
  return { id, cookie: cookieOf(response), address: walletAddress, uniqueUserId };
}

async function balanceOf(person: Person): Promise<string> {
  const response = await app.server.inject({ url: "/api/wallet", headers: { cookie: person.cookie } });
  return response.json().balances[0]?.balance ?? "none";
}

function funded(person: Person) {
  return eventually(async () => (await balanceOf(person)) !== "none");
}

function newKey(): string {
  keys += 1;
  return `test-key-${String(keys).padStart(12, "0")}`;
}

async function send(person: Person, body: Record<string, unknown>) {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/wallet/send",
    headers: { origin: app.config.publicUrl, cookie: person.cookie },
    payload: { assetCode: "XLM", password: PASSWORD, idempotencyKey: newKey(), ...body },
  });
  return { status: response.statusCode, body: response.json() };
}

async function submissionOf(person: Person, id: number): Promise<Submission> {
  const response = await app.server.inject({
    url: `/api/wallet/submissions/${id}`,
    headers: { cookie: person.cookie },
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().submission;
}

function settled(person: Person, id: number): Promise<Submission> {
  return eventually(async () => {
    const submission = await submissionOf(person, id);
    return ["confirmed", "failed", "ambiguous"].includes(submission.state) && submission;
  }, 15_000);
}

/** A reservation ends when ingestion has folded the payment in: then the balances show it. */
function nothingReserved() {
  const submissions = app.database.collection("submissions");
  return eventually(async () => (await submissions.countDocuments({ isReserving: true })) === 0);
}

async function fault(settings: Record<string, number>): Promise<void> {
  const response = await steer(app.stellar, "/faults", settings);
  expect(response.status).toBe(200);
}

test("a payment reaches the other person, and both histories show it", async () => {
  const before = await balanceOf(ben);
  const answer = await send(ana, { to: ben.uniqueUserId, amount: "12.5", memo: "lunch" });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const submission = await settled(ana, answer.body.submission.id);
  expect(submission.state).toBe("confirmed");
  await eventually(async () => (await balanceOf(ben)) !== before);
  expect(await balanceOf(ben)).toBe("10012.5000000");
  const rows = app.database.collection("transactions");
  const [sent, received] = await Promise.all([
    rows.findOne({ userId: ana.id, hash: submission.hash }),
    rows.findOne({ userId: ben.id, hash: submission.hash }),
  ]);
  expect(sent).toMatchObject({ type: "send", amount: "12.5000000", memo: "lunch", to: ben.address, fee: "0.0000100" });
  expect(received).toMatchObject({ type: "receive", amount: "12.5000000", from: ana.address, fee: "0.0000000" });
});

test("what a confirmation did while it was looked at a second time is its answer, and no refusal", async () => {
  const body = { to: ben.address, amount: "1.5" };
  const { body: answer } = await send(ana, body);
  const submissions = submissionCollection(app.database);
  const alike = await submissions.findOne({ id: answer.submission.id });
  const fingerprint = alike?.fingerprint ?? "";
  const confirmed = { userId: ana.id, idempotencyKey: newKey(), fingerprint, prove: () => Promise.resolve() };
  const refuse = () => Promise.reject(new AppError("balance-too-low", { spendable: "0", assetCode: "XLM" }));
  const acceptBy = (request: Request, plan: () => Promise<Planned>) => {
    const act: SubmissionAct<Planned> = { plan, refusalsWithin: () => Promise.resolve([]), draft: refuse };
    return accept({ runtime: app.runtime, guard: openGuard(app.runtime) }, request, act);
  };
  await expect(acceptBy(confirmed, refuse)).rejects.toThrow(AppError);
  const accepted = await acceptBy(confirmed, async () => {
    await send(ana, { ...body, idempotencyKey: confirmed.idempotencyKey });
    return refuse();
  });
  expect(accepted.idempotencyKey).toBe(confirmed.idempotencyKey);
  const other = { ...confirmed, fingerprint: "of something else" };
  await expect(acceptBy(other, refuse)).rejects.toMatchObject({ code: "idempotency-key-reused" });
  expect(await submissions.countDocuments({ userId: ana.id, idempotencyKey: confirmed.idempotencyKey })).toBe(1);
  await settled(ana, accepted.id);
});

test("the same key and body is the same payment; another body is refused", async () => {
  const idempotencyKey = newKey();
  const [first, second] = await Promise.all([
    send(ana, { to: ben.address, amount: "1", idempotencyKey }),
    send(ana, { to: ben.address, amount: "1", idempotencyKey }),
  ]);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body.submission.id).toBe(first.body.submission.id);
  const other = await send(ana, { to: ben.address, amount: "2", idempotencyKey });
  expect([other.status, other.body.code]).toEqual([409, "idempotency-key-reused"]);
  expect((await settled(ana, first.body.submission.id)).state).toBe("confirmed");
});

test("of two sends over the whole balance only one is accepted", async () => {
  const cara = await register("cara");
  await funded(cara);
  await protect(app.runtime, cara.id, { transactionLimit: "100000" });
  const answers = await Promise.all([
    send(cara, { to: ben.address, amount: "9000" }),
    send(cara, { to: ben.address, amount: "9000" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.code).toBe("balance-too-low");
  expect(refused?.body.message).toContain("998.99");
  const accepted = answers.find(({ status }) => status === 202);
  expect((await settled(cara, accepted?.body.submission.id)).state).toBe("confirmed");
});

const REFUSALS: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ amount: "-1" }, "amount-not-positive"],
  [{ amount: "0" }, "amount-not-positive"],
  [{ amount: "0.12345678" }, "amount-too-precise"],
  [{ amount: "922337203685.4775808" }, "amount-too-large"],
  [{ amount: "1e3" }, "amount-malformed"],
  [{ memo: "x".repeat(29) }, "memo-too-long"],
  [{ memo: "é".repeat(15) }, "memo-too-long"],
  [{ to: "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }, "address-malformed"],
  [{ to: "nobody-of-that-name" }, "recipient-unknown"],
  [{ assetCode: "USDC" }, "asset-unknown"],
  [{ amount: "20000" }, "balance-too-low"],
  [{ amount: "1000.0000001" }, "limit-exceeded"],
  [{ password: undefined }, "password-required"],
  [{ password: "wrong" }, "password-wrong"],
  [{ to: { $ne: null } }, "input-invalid"],
  [{ memo: "a\u0000b" }, "input-invalid"],
  [{ memo: "\ud800" }, "input-invalid"],
];

test.each(REFUSALS)("%j is refused as %s and leaves nothing behind", async (change, code) => {
  const submissions = app.database.collection("submissions");
  const before = await submissions.countDocuments();
  const answer = await send(ana, { to: ben.address, amount: "1", ...change });
  expect(answer.body.code).toBe(code);
  expect(await submissions.countDocuments()).toBe(before);
});

test("one's own address is refused", async () => {
  expect((await send(ana, { to: ana.uniqueUserId, amount: "1" })).body.code).toBe("recipient-is-self");
});

test("another person's submission is unknown", async () => {
  const answer = await send(ana, { to: ben.address, amount: "1" });
  const id = answer.body.submission.id;
  const response = await app.server.inject({ url: `/api/wallet/submissions/${id}`, headers: { cookie: ben.cookie } });
  expect([response.statusCode, response.json().code]).toEqual([404, "submission-unknown"]);
  await settled(ana, id);
});

test("a time-out after the network accepted pays once", async () => {
  await nothingReserved();
  const before = await balanceOf(ben);
  await fault({ "accept-then-504": 1, "not-found": 1 });
  const answer = await send(ana, { to: ben.address, amount: "3" });
  expect((await settled(ana, answer.body.submission.id)).state).toBe("confirmed");
  const expected = (Number(before) + 3).toFixed(7);
  await eventually(async () => (await balanceOf(ben)) === expected);
});

test("records and ledger agree, and no reservation is left", async () => {
  const network = openRpcNetwork(app.config.stellar);
  await nothingReserved();
  const result = await reconcile(app.runtime, network);
  expect(result.differences).toEqual([]);
  expect(result.accounts).toBeGreaterThanOrEqual(3);
});
