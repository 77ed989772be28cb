import { Asset, AuthRequiredFlag, Claimant, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { claimableCollection } from "#server/claimables/claimables.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { protect } from "#tests/support/seals.ts";

type Terms = Parameters<typeof Operation.createClaimableBalance>[0]["claimants"][number]["predicate"];

let app: TestApp;
let issuer: Outsider;
let strict: Outsider;
let usd: Asset;
let ana: TestUser;
let ben: TestUser;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  [issuer, strict, ana, ben] = await Promise.all([
    anOutsider(app.stellar),
    anOutsider(app.stellar),
    funded(),
    funded(),
  ]);
  await strict.apply(Operation.setOptions({ setFlags: AuthRequiredFlag }));
  usd = new Asset("USD", issuer.address);
});
afterAll(() => app.stop());

async function funded(): Promise<TestUser> {
  const person = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: person.user.id, exists: true }));
  return person;
}

/** Sets something aside for people, and answers with its id once we know of it. */
async function setAside(
  people: readonly TestUser[],
  {
    by = issuer,
    asset = Asset.native(),
    amount = "5",
    terms,
  }: { by?: Outsider; asset?: Asset; amount?: string; terms?: Terms } = {},
): Promise<string> {
  const claimants = people.map(({ user }) => new Claimant(user.walletAddress ?? "", terms));
  const hash = await by.apply(Operation.createClaimableBalance({ asset, amount, claimants }));
  return (await eventually(() => claimableCollection(app.database).findOne({ hash }))).balanceId;
}

async function post({ cookie }: TestUser, url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

function aKey(): string {
  keys += 1;
  return `claim-key-${String(keys).padStart(10, "0")}`;
}

function claim(person: TestUser, balanceId: string, idempotencyKey = aKey(), networkFee = "0.1") {
  return post(person, "/api/wallet/claims", { balanceId, networkFee, idempotencyKey });
}

async function check(person: TestUser, balanceId: string) {
  const { body } = await post(person, "/api/wallet/claims/check", { balanceId });
  return { ...body, codes: body.refusals?.map(({ code }: { code: string }) => code) };
}

/** How a submission ended, once ingestion has folded that. */
async function ended(id: number) {
  return eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 20_000);
}

async function balanceOf({ user }: TestUser, code = "XLM"): Promise<bigint> {
  const row = await app.database.collection("balances").findOne({ userId: user.id, assetCode: code, deleted: false });
  return parseAmount(String(row?.["balance"] ?? "0"));
}

function stateOf({ user }: TestUser, balanceId: string) {
  return claimableCollection(app.database).findOne({ userId: user.id, balanceId });
}

test("a claim is carried out once, however often it is asked for, and counts to the stroop", async () => {
  const balanceId = await setAside([ana], { amount: "12.3456789" });
  const before = await balanceOf(ana);
  expect(await check(ana, balanceId)).toMatchObject({
    networkFee: "0.0010000",
    isFeeSponsored: false,
    addsAsset: false,
    reserve: "0.0000000",
    refusals: [],
  });
  const key = aKey();
  const taps = await Promise.all([claim(ana, balanceId, key), claim(ana, balanceId, key), claim(ana, balanceId, key)]);
  const [{ body }] = taps;
  expect(taps.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(taps.map((tap) => tap.body.submission.id)).size).toBe(1);
  const submission = await ended(body.submission.id);
  expect(submission).toMatchObject({ kind: "claim", state: "confirmed" });
  expect((await claim(ana, balanceId, key)).body.submission).toMatchObject({ id: submission.id, state: "confirmed" });
  expect((await balanceOf(ana)) - before).toBe(123_456_789n - 100n);
  expect(await stateOf(ana, balanceId)).toMatchObject({ state: "claimed" });
  // Told of what was set aside, and not of what she took herself.
  const told = await app.database.collection("notifications").find({ userId: ana.user.id }).toArray();
  expect(told.map(({ kind }) => kind)).toEqual(["claimable-received"]);
  const other = await setAside([ana]);
  expect((await claim(ana, other, key)).body.code).toBe("idempotency-key-reused");
  expect((await claim(ana, balanceId)).body.code).toBe("claim-gone");
});

test("a claim never costs more than was agreed", async () => {
  const balanceId = await setAside([ana]);
  const key = aKey();
  expect((await claim(ana, balanceId, key, "0.0000099")).body.code).toBe("fees-risen");
  expect((await claim(ana, balanceId, key, "0")).body.code).toBe("fees-risen");
  const { networkFee } = await check(ana, balanceId);
  const { body } = await claim(ana, balanceId, key, networkFee);
  expect(await ended(body.submission.id)).toMatchObject({ state: "confirmed", fee: "100", feeLimit: "10000" });
});

test("two devices with keys of their own make one claim", async () => {
  const balanceId = await setAside([ana]);
  const answers = await Promise.all([claim(ana, balanceId), claim(ana, balanceId), claim(ana, balanceId)]);
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 202)) expect(body.code).toBe("claim-under-way");
  const made = await submissionCollection(app.database).countDocuments({ "steps.balanceId": balanceId });
  expect(made).toBe(1);
  expect(await ended(accepted[0]?.body.submission.id)).toMatchObject({ state: "confirmed" });
});

test("of two people whose claims are both accepted only one gets it, and the other is told why not", async () => {
  const people = [await funded(), await funded()];
  const balanceId = await setAside(people, { asset: usd, amount: "3" });
  // While fees cannot be paid, neither claim can reach a ledger.
  await haltAsset(app.runtime, NATIVE, "test", null);
  const answers = await Promise.all(people.map((person) => claim(person, balanceId)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await resumeAsset(app.database, NATIVE, null);
  const fates = await Promise.all(answers.map(({ body }) => ended(body.submission.id)));
  expect(fates.map(({ state }) => state).toSorted()).toEqual(["confirmed", "failed"]);
  const loser = fates.find(({ state }) => state === "failed");
  expect(loser?.reason).toBe(writeSaid("failure.claim-claimable-balance-does-not-exist"));
  for (const [index, person] of people.entries()) {
    const isWinner = fates[index]?.state === "confirmed";
    expect(await balanceOf(person, "USD")).toBe(isWinner ? 30_000_000n : 0n);
    expect(await stateOf(person, balanceId)).toMatchObject({ state: isWinner ? "claimed" : "gone" });
    if (!isWinner) expect((await claim(person, balanceId)).body.code).toBe("claim-gone");
  }
});

test("nobody claims what is another's, or nothing at all", async () => {
  const balanceId = await setAside([ana]);
  expect((await claim(ben, balanceId)).body.code).toBe("claim-unknown");
  expect((await check(ben, balanceId)).code).toBe("claim-unknown");
  expect((await claim(ben, `00000000${"ab".repeat(32)}`)).body.code).toBe("claim-unknown");
  expect((await claim(ben, "ab".repeat(32))).body.code).toBe("input-invalid");
});

test("a balance is claimed at its time, by the network's clock", async () => {
  const later = await setAside([ana], {
    terms: Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime("4000000000")),
  });
  expect((await claim(ana, later)).body).toMatchObject({
    code: "claim-not-yet",
    message: "This can be claimed from Oct 2, 2096, 7:06 AM UTC.",
  });
  const over = await setAside([ana], { terms: Claimant.predicateBeforeAbsoluteTime("1000") });
  expect((await claim(ana, over)).body).toMatchObject({
    code: "claim-expired",
    message: "This could be claimed until Jan 1, 1970, 12:16 AM UTC. It no longer can.",
  });
});

test("an asset that is not held yet is added, for the reserve that the look beforehand tells", async () => {
  const balanceId = await setAside([ana], { asset: usd, amount: "7.5" });
  expect(await check(ana, balanceId)).toMatchObject({
    networkFee: "0.0010000",
    addsAsset: true,
    reserve: "0.5000000",
    refusals: [],
  });
  const { body } = await claim(ana, balanceId);
  expect(await ended(body.submission.id)).toMatchObject({ state: "confirmed" });
  expect(await balanceOf(ana, "USD")).toBe(75_000_000n);
  const second = await setAside([ana], { asset: usd, amount: "1" });
  expect(await check(ana, second)).toMatchObject({ addsAsset: false, networkFee: "0.0010000" });
});

test("who has too little XLM for a new asset is told how much is missing", async () => {
  const poor = await funded();
  await protect(app.runtime, poor.user.id, { transactionLimit: "100000" });
  const spare = parseAmount("0.3");
  const amount = formatAmount((await balanceOf(poor)) - 10_000_000n - 100n - spare);
  const sent = await post(poor, "/api/wallet/send", {
    to: ana.user.username,
    assetCode: "XLM",
    amount,
    idempotencyKey: aKey(),
    password: poor.password,
  });
  expect(await ended(sent.body.submission.id)).toMatchObject({ state: "confirmed" });
  const balanceId = await setAside([poor], { asset: usd });
  const refused = await claim(poor, balanceId);
  expect(refused.body).toMatchObject({
    code: "claim-reserve-too-low",
    message:
      "Claiming adds USD to your account, and the network keeps 0.5 XLM back for that. You need 0.20002 XLM more.",
  });
  const xlm = await setAside([poor], { amount: "0.20002" });
  expect(await ended((await claim(poor, xlm)).body.submission.id)).toMatchObject({ state: "confirmed" });
  expect((await claim(poor, balanceId)).body.message).toContain("You need 0.00001 XLM more.");
});

test("what the issuer has not allowed cannot be claimed", async () => {
  const asset = new Asset("STRICT", strict.address);
  const balanceId = await setAside([ben], { by: strict, asset });
  expect((await claim(ben, balanceId)).body.code).toBe("claim-not-authorized");
});

test("a frozen person claims nothing, also where the claim was accepted before", async () => {
  const person = await funded();
  const [first, second] = [await setAside([person], { asset: usd }), await setAside([person])];
  await haltAsset(app.runtime, NATIVE, "test", null);
  const { status, body } = await claim(person, first);
  expect(status, "the fee is what is halted").toBe(202);
  await app.server.inject({ method: "POST", url: "/api/security/freeze", headers: { cookie: person.cookie } });
  await resumeAsset(app.database, NATIVE, null);
  const fate = await ended(body.submission.id);
  expect(fate.state).toBe("failed");
  expect(fate.reason).toContain("frozen");
  expect(fate.attempt).toBeNull();
  expect((await claim(person, second)).body.code).toBe("account-frozen");
  expect((await check(person, second)).codes).toContain("account-frozen");
  expect((await claim(person, `00000000${"cd".repeat(32)}`)).body.code).toBe("account-frozen");
});

test("nothing is claimed for an account on its way out", async () => {
  const person = await funded();
  const balanceId = await setAside([person]);
  const account = person.user.walletAddress ?? "";
  await app.database.transaction((session) =>
    insertSubmission(
      app.runtime,
      session,
      {
        userId: person.user.id,
        idempotencyKey: aKey(),
        fingerprint: "",
        kind: "send",
        account,
        steps: [{ type: "account_merge", source: account, to: issuer.address }],
        memo: "",
        holds: [],
        fee: "100",
        feePayer: null,
        viaChannel: false,
      },
      "held",
    ),
  );
  expect((await claim(person, balanceId)).body.code).toBe("account-closing");
  expect((await check(person, balanceId)).codes).toEqual(["account-closing"]);
});

test("a halted asset is claimed once it goes on", async () => {
  const balanceId = await setAside([ana], { asset: usd, amount: "2" });
  const asset = { assetCode: "USD", issuer: issuer.address };
  await haltAsset(app.runtime, asset, "test", null);
  expect((await claim(ana, balanceId)).body.code).toBe("payments-halted");
  await resumeAsset(app.database, asset, null);
  const { body } = await claim(ana, balanceId);
  expect(await ended(body.submission.id)).toMatchObject({ state: "confirmed" });
});

test("what nobody wants to see is hidden on all of one's devices, stays claimable, and is shown again", async () => {
  const balanceId = await setAside([ana, ben]);
  const rowOf = ({ user }: TestUser) => claimableCollection(app.database).findOne({ userId: user.id, balanceId });
  const hide = (person: TestUser, isHidden: boolean, id = balanceId) =>
    post(person, "/api/wallet/claims/hide", { balanceId: id, isHidden });
  const before = await rowOf(ana);
  expect(await hide(ana, true)).toMatchObject({ status: 200, body: { isHidden: true } });
  const hidden = await rowOf(ana);
  expect(hidden).toMatchObject({ isHidden: true, state: "open", uid: before?.uid });
  expect(hidden?.revision).toBeGreaterThan(before?.revision ?? 0);
  await hide(ana, true);
  expect((await rowOf(ana))?.revision, "nothing changed, nothing is sent").toBe(hidden?.revision);
  expect(await rowOf(ben)).toMatchObject({ isHidden: false });
  expect((await check(ana, balanceId)).codes).toEqual([]);
  await hide(ana, false);
  expect(await rowOf(ana)).toMatchObject({ isHidden: false });
  expect((await hide(ana, true, `00000000${"ef".repeat(32)}`)).body.code).toBe("claim-unknown");
});
