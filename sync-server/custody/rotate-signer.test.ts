import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUDIT_LOG } from "#server/platform/vault/audit-rows.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { advance } from "#server/platform/submissions/worker.ts";
import { SignerChangingError } from "#server/platform/vault/signers.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { type SealedKey, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { AWS_ACCESS, AWS_OTHER_CURVE, AWS_SIGNER, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import type { FakeService } from "#tests/support/fake-http.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { testVault } from "#tests/support/vault.ts";
import { followRotations, rotateSigner } from "./rotate-signer.ts";

const DEADLINE_MS = 60_000;
const AWS_KEYS = AWS_SIGNER.slice(0, AWS_SIGNER.lastIndexOf("/") + 1);
/** In place of a day, which the service whose keys these are would notice. */
const APPROVAL_MS = 1500;
let kms: FakeService;
let app: TestApp;
let operator: TestUser;
let friend: TestUser;
let keys = 0;

beforeAll(async () => {
  kms = await startFakeAwsKms();
  app = await startTestApp({
    house: { channels: 2 },
    approvalMs: APPROVAL_MS,
    vault: { ...testVault(), kmsPrefixes: [AWS_KEYS], aws: { ...AWS_ACCESS, endpoint: kms.url } },
  });
  operator = await anAdmin(app);
  await confirm(operator);
  friend = await fundedUser();
});
afterAll(async () => {
  await app.stop();
  await kms.stop();
});

async function confirm({ cookie, password }: TestUser): Promise<void> {
  await app.server.inject({ method: "POST", url: "/api/confirm-identity", headers: { cookie }, payload: { password } });
}

async function fundedUser(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(async () => (await balanceOf(user)) !== null, DEADLINE_MS);
  return user;
}

function addressOf({ user }: TestUser): string {
  return user.walletAddress ?? "";
}

async function balanceOf({ cookie }: TestUser): Promise<string | null> {
  const response = await app.server.inject({ url: "/api/wallet", headers: { cookie } });
  return response.json().balances[0]?.balance ?? null;
}

async function rotate(user: TestUser, wish: object = {}) {
  const payload = { reason: "a leak", ...wish };
  const url = `/api/admin/users/${user.user.id}/rotate-key`;
  const response = await app.server.inject({ method: "POST", url, headers: { cookie: operator.cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

async function send(from: TestUser, amount: string): Promise<number> {
  keys += 1;
  const idempotencyKey = `rotation-test-key-${String(keys).padStart(8, "0")}`;
  const response = await app.server.inject({
    method: "POST",
    url: "/api/wallet/send",
    headers: { cookie: from.cookie },
    payload: { to: addressOf(friend), amount, assetCode: "XLM", password: from.password, idempotencyKey },
  });
  expect(response.statusCode, response.body).toBe(202);
  return response.json().submission.id;
}

function stateOf(id: number) {
  return eventually(async () => {
    const submission = await submissionCollection(app.database).findOne({ id });
    return ["confirmed", "failed"].includes(submission?.state ?? "") && submission?.state;
  }, DEADLINE_MS);
}

/** Weight per key as the ledger has them, keys of no weight left out. */
async function signersOf(address: string): Promise<Record<string, number>> {
  const account: unknown = await (await fetch(`${app.stellar.horizonUrl}/accounts/${address}`)).json();
  const signers: { key: string; weight: number }[] = Object(account).signers;
  return Object.fromEntries(signers.filter(({ weight }) => weight > 0).map(({ key, weight }) => [key, weight]));
}

/** Resolves once the vault has followed the ledger. */
function signsWith(address: string, signer: string): Promise<boolean> {
  const keyDocuments = app.database.collection<SealedKey>(VAULT_KEYS);
  return eventually(async () => {
    const own = await keyDocuments.findOne({ _id: address });
    return own?.next === undefined && own?.signer?.publicKey === signer;
  }, DEADLINE_MS);
}

test("a leaked key loses its account to the next one, generation after generation, and no payment is lost over it", async () => {
  const user = await fundedUser();
  const address = addressOf(user);
  const before = await Promise.all([send(user, "1"), send(user, "2")]);
  const first = await rotate(user);
  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({ account: address, formerSigner: address });
  const meanwhile = await Promise.all([send(user, "3"), send(user, "4")]);
  // Asked again, by an operator who saw no answer, it is the same change until it is done.
  const again = await rotate(user);
  if (again.body.formerSigner === address) expect(again.body).toEqual(first.body);
  for (const id of [...before, ...meanwhile]) expect(await stateOf(id)).toBe("confirmed");

  const last = again.body.signer;
  await signsWith(address, last);
  expect(await signersOf(address)).toEqual({ [last]: 255 });
  const second = await rotate(user);
  expect(second.body).toMatchObject({ account: address, formerSigner: last });
  expect(await stateOf(await send(user, "5"))).toBe("confirmed");
  await signsWith(address, second.body.signer);
  expect(await signersOf(address)).toEqual({ [second.body.signer]: 255 });

  const rows = await app.database
    .collection(AUDIT_LOG)
    .find({ address, action: "sign" }, { sort: { _id: 1 } })
    .toArray();
  expect(rows.at(-1)?.["reason"]).toContain(`with key ${second.body.signer}`);
  expect((await walkAudit(app.database)).problem).toBeNull();
  const own = await app.database.collection<SealedKey>(VAULT_KEYS).findOne({ _id: address });
  const notes = () => app.database.collection(AUDIT_LOG).countDocuments({ address, action: "rotate" });
  // Prepared and taken over, once each, whichever process followed the ledger.
  await eventually(async () => (await notes()) === 2 * (own?.signer?.generation ?? 0), DEADLINE_MS);
}, 180_000);

test("an account that has nothing to spend is handed over at the sponsor's cost", async () => {
  const user = await fundedUser();
  const address = addressOf(user);
  // All but the account's own reserve and the fee.
  const amount = String(BigInt((await balanceOf(user))?.replace(".", "") ?? "0") - 10_000_000n - 100n);
  await submit(user, [{ type: "payment", source: address, to: addressOf(friend), ...NATIVE, amount }]);
  await eventually(async () => (await balanceOf(user)) === "1.0000000", DEADLINE_MS);
  const { status, body } = await rotate(user);
  expect(status, JSON.stringify(body)).toBe(202);
  expect(await stateOf(body.submissionId)).toBe("confirmed");
  await signsWith(address, body.signer);
  expect(await signersOf(address)).toEqual({ [body.signer]: 255 });
}, 180_000);

test("a key of AWS takes over and signs payments; one that cannot is refused before anything is done", async () => {
  const user = await fundedUser();
  const refused = await rotate(user, { kmsKey: AWS_OTHER_CURVE });
  expect(refused).toMatchObject({ status: 409, body: { code: "kms-key-unusable" } });
  expect((await rotate(user, { kmsKey: "projects/p" })).status).toBe(400);
  const second = await aConfirmedAdmin(app);
  const { proposal } = (await rotate(user, { kmsKey: AWS_SIGNER })).body;
  expect(proposal.content).toMatchObject({ account: addressOf(user), kmsKey: AWS_SIGNER });
  const decide = (by: TestUser, verb: string, body: object) =>
    askAs(app, by, "POST", `/api/admin/proposals/${proposal.id}/${verb}`, body);
  expect((await decide(operator, "approve", { digest: proposal.digest })).body.code).toBe("proposal-own");
  expect((await decide(second, "approve", { digest: proposal.digest })).body).toMatchObject({ state: "approved" });
  const notifications = app.database.collection("notifications");
  const told = { userId: user.user.id, kind: "key-change-planned" };
  expect(await notifications.countDocuments(told)).toBe(1);
  expect(await submissionCollection(app.database).countDocuments({ kind: "rotation", account: addressOf(user) })).toBe(
    0,
  );
  await signsWith(addressOf(user), proposal.content.publicKey);
  kms.seen.length = 0;
  expect(await stateOf(await send(user, "1"))).toBe("confirmed");
  expect(kms.seen.map(({ headers }) => headers["x-amz-target"])).toEqual(["TrentService.Sign"]);
}, 180_000);

test("the treasury is handed over while it pays through channels, by the command, and every payment arrives", async () => {
  const treasury = (await eventually(() => houseAccount(app.database, "treasury", null), DEADLINE_MS))._id;
  await eventually(async () => {
    const open = await app.database.collection("accounts").countDocuments({ role: "channel", exists: true });
    return open === 2;
  }, DEADLINE_MS);
  const pay = (count: number) => Promise.all(Array.from({ length: count }, () => payFromTreasury()));
  const before = await pay(4);
  const [said] = await Promise.all([runRotateSigner(treasury), pay(4)]);
  expect(said).toMatch(/^G[A-Z2-7]{55} signs for G[A-Z2-7]{55} as soon as the network has submission \d+\.\n$/);
  const after = await pay(4);
  for (const id of [...before, ...after]) expect(await stateOf(id)).toBe("confirmed");
  const signer = said.slice(0, 56);
  await signsWith(treasury, signer);
  expect(await signersOf(treasury)).toEqual({ [signer]: 255 });
  const kept = await submissionCollection(app.database)
    .find({ idempotencyKey: /^test-payment-/ })
    .toArray();
  for (const { id } of kept) expect(await stateOf(id)).toBe("confirmed");
}, 180_000);

async function payFromTreasury(): Promise<number> {
  keys += 1;
  const payment = { from: "treasury", to: addressOf(friend), asset: NATIVE, amount: 10_000_000n, memo: "" } as const;
  const key = `test-payment-${keys}`;
  const { id } = await app.database.transaction((session) =>
    payFromHouse(app.runtime, session, { ...payment, key, kind: "house", knownSince: null, fee: 100n }),
  );
  return id;
}

/** `npm run vault:rotate-signer` beside the running server; answers with what it printed. */
async function runRotateSigner(account: string): Promise<string> {
  const { stellar, dataDir, mongodbUrl, vault } = app.config;
  if (vault.current.kind !== "local") throw new Error("the test's vault is locked with a key of its own");
  const script = join(import.meta.dirname, "cli/rotate-signer.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--account", account], {
    env: {
      DATA_DIR: dataDir,
      MONGODB_URL: mongodbUrl.replace("/?", "/astrolabe?"),
      STELLAR_RPC_URL: stellar.rpcUrls.join(","),
      STELLAR_HORIZON_URL: stellar.horizonUrls.join(","),
      VAULT_KEY: vault.current.key.toString("hex"),
    },
  });
  return stdout;
}

test("a change that the ledger refuses leaves the present key in place, and can be asked for anew", async () => {
  const user = await fundedUser();
  const address = addressOf(user);
  // Someone with the leaked key was here first: the account takes no more signers than it has now.
  const keysOf = app.database.collection<SealedKey>(VAULT_KEYS);
  const filled = await fillSigners(user);
  const { body } = await rotate(user);
  expect(await stateOf(body.submissionId)).toBe("failed");
  await eventually(async () => (await keysOf.findOne({ _id: address }))?.next === undefined, DEADLINE_MS);
  expect(await signersOf(address)).toMatchObject({ [address]: 1 });
  expect(Object.keys(await signersOf(address))).toHaveLength(filled + 1);
  expect(await stateOf(await send(user, "1"))).toBe("confirmed");
  const another = await rotate(user);
  expect(another.status).toBe(202);
  expect(another.body.submissionId).not.toBe(body.submissionId);
  expect(another.body.signer).not.toBe(body.signer);
  expect(await stateOf(another.body.submissionId)).toBe("failed");
}, 180_000);

/** Adds as many signers as an account can have. */
async function fillSigners(user: TestUser): Promise<number> {
  const source = addressOf(user);
  const steps = Array.from({ length: 20 }, () => {
    const signer = Keypair.random().publicKey();
    return { type: "set_signer", source, signer, weight: 1, masterWeight: null } as const;
  });
  await submit(user, steps);
  return steps.length;
}

/** Has the pipeline carry out what no rule of sending has looked at. */
async function submit({ user }: TestUser, steps: readonly Step[]): Promise<void> {
  keys += 1;
  const submission = await app.database.transaction((session) =>
    insertSubmission(app.runtime, session, {
      userId: user.id,
      idempotencyKey: `prepared-${keys}`,
      fingerprint: "",
      kind: "send",
      account: user.walletAddress ?? "",
      steps,
      memo: "",
      holds: [],
      fee: String(100 * steps.length),
      feePayer: null,
      viaChannel: false,
    }),
  );
  expect(await stateOf(submission.id)).toBe("confirmed");
}

test("a server that dies on the way leaves nothing half: the next one carries the change on from wherever it was", async () => {
  const user = await fundedUser();
  const account = addressOf(user);
  await app.app.server.close();
  const network = openRpcNetwork(app.config.stellar);
  /** A process that knows only what is stored. */
  const started = () => {
    const runtime = { ...app.runtime };
    return { runtime, network, vault: custodyOf(runtime).vault, database: app.database, clock: app.clock };
  };
  const rotateNow = () => rotateSigner(started(), { account, requestedBy: "test", kmsKey: null, feeBid: 100n });
  const signPlainly = () =>
    started().vault.sign({
      address: account,
      purpose: "wallet",
      hash: randomBytes(32),
      userId: HOUSE_USER,
      requestedBy: "test",
      reason: "",
    });

  const { change, submission } = await rotateNow();
  const states = new Set<string>();
  await eventually(async () => {
    const seen = await submissionCollection(app.database).findOne({ id: submission.id });
    if (!seen) throw new Error("the submission is gone");
    states.add(seen.state);
    // Whatever has happened: one key signs on the ledger, nothing else is signed, and asking again changes nothing.
    expect([{ [account]: 1 }, { [change.next.publicKey]: 255 }]).toContainEqual(await signersOf(account));
    await expect(signPlainly()).rejects.toThrow(SignerChangingError);
    expect((await rotateNow()).submission.id).toBe(submission.id);
    if (seen.state === "confirmed") return true;
    expect(await followRotations(started())).toBe(1);
    await advance(started(), seen);
    return false;
  }, DEADLINE_MS);
  expect([...states]).toEqual(["created", "signed", "submitted", "confirmed"]);
  await Promise.all([followRotations(started()), followRotations(started())]);
  expect(await followRotations(started())).toBe(0);
  expect((await signPlainly()).publicKey).toBe(change.next.publicKey);
}, 180_000);
