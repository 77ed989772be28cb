import { randomBytes } from "node:crypto";
import {
  Asset,
  AuthClawbackEnabledFlag,
  AuthRequiredFlag,
  AuthRevocableFlag,
  Keypair,
  LiquidityPoolAsset,
  LiquidityPoolFeeV18,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { AppError } from "#schemas/errors.ts";
import { listingReader } from "#server/listed-assets/index.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import type { StellarToml } from "#server/platform/outside/stellar-toml.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { type FactsDeps, factsOfHeld, lookUpAssets } from "./asset-facts.ts";
import { protect } from "#tests/support/seals.ts";
import { holdingsOf } from "./holdings.ts";

let app: TestApp;
/** Issues assets, outside of this service. */
let issuer: Outsider;
let EUR: { readonly assetCode: string; readonly issuer: string };
let ana: TestUser;

beforeAll(async () => {
  app = await startTestApp({
    hasDemo: true,
    house: { channels: 1, dailyReserveStroops: 0n, dailyFeeStroops: 10_000_000n },
  });
  [ana, issuer] = await Promise.all([aUser(app), anOutsider(app.stellar)]);
  EUR = { assetCode: "EUR", issuer: issuer.address };
  await isFunded(ana);
}, 60_000);
afterAll(() => app.stop());

async function isFunded({ user }: TestUser): Promise<void> {
  await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
}

async function call({ cookie }: { readonly cookie: string }, url: string, payload?: object) {
  const method = payload ? "POST" : "GET";
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

function confirmation(asset: object, idempotencyKey = randomBytes(12).toString("hex")): object {
  return { ...asset, networkFee: "0.1", idempotencyKey };
}

function add(person: TestUser, asset: object, key?: string) {
  return call(person, "/api/wallet/trustlines", confirmation(asset, key));
}

function remove(person: TestUser, asset: object, key?: string) {
  return call(person, "/api/wallet/trustlines/remove", confirmation(asset, key));
}

/** Waits until the ledger has it and our records know. */
async function settled(person: TestUser, { body }: Awaited<ReturnType<typeof add>>): Promise<string> {
  const id = body.submission?.id;
  expect(id, JSON.stringify(body)).toBeDefined();
  const done = await eventually(async () => {
    const found = await submissionCollection(app.database).findOne({ id });
    return found?.isReserving === false && found;
  }, 30_000);
  const told = await call(person, `/api/wallet/submissions/${id}`);
  expect(told.body.submission.state).toBe(done.state);
  return done.state;
}

async function lineOf({ user }: TestUser, assetCode: string) {
  const account = await accountCollection(app.database).findOne({ userId: user.id });
  return account?.lines.find((line) => line.assetCode === assetCode) ?? null;
}

test("an asset is added once however often the button is tapped, and removed again once it is empty", async () => {
  const look = await call(ana, "/api/wallet/trustlines/check", { ...EUR, change: "add" });
  expect(look.body).toEqual({
    networkFee: "0.0010000",
    isFeeSponsored: false,
    reserve: "0.5000000",
    left: [{ assetCode: "XLM", issuer: null, balance: expect.any(String), spendable: expect.any(String) }],
    refusals: [],
  });
  const [left] = look.body.left;
  // A reserve more than what the network keeps aside already: 1 XLM of each account.
  expect(parseAmount(left.balance) - parseAmount(left.spendable)).toBe(15_000_000n);
  const key = randomBytes(12).toString("hex");
  const taps = await Promise.all([add(ana, EUR, key), add(ana, EUR, key), add(ana, EUR, key)]);
  expect(taps.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(taps.map(({ body }) => body.submission.id)).size).toBe(1);
  expect((await add(ana, EUR)).body.code).toBe("trustline-under-way");
  const other = { ...EUR, assetCode: "EURX" };
  const devices = await Promise.all([add(ana, other), add(ana, other)]);
  expect(devices.map(({ body }) => body.code ?? "accepted").toSorted()).toEqual(["accepted", "trustline-under-way"]);
  expect((await remove(ana, EUR, key)).body.code).toBe("idempotency-key-reused");
  const [first] = taps;
  if (first) expect(await settled(ana, first)).toBe("confirmed");
  expect(await lineOf(ana, "EUR")).toMatchObject({ balance: "0" });
  expect((await add(ana, EUR)).body.code).toBe("trustline-exists");
  // The same confirmation long after is still the same.
  expect((await add(ana, EUR, key)).body.submission.state).toBe("confirmed");

  const destination = ana.user.walletAddress ?? "";
  const asset = new Asset("EUR", issuer.address);
  await issuer.apply(Operation.payment({ destination, asset, amount: "2.5" }));
  await eventually(async () => (await lineOf(ana, "EUR"))?.balance === "25000000");
  const refused = (await remove(ana, EUR)).body;
  expect(refused).toMatchObject({
    code: "trustline-balance-left",
    message: "You still hold 2.5 EUR. Send it away or swap it first.",
  });
  const back = await call(ana, "/api/wallet/send", {
    to: issuer.address,
    ...EUR,
    amount: "2.5",
    password: ana.password,
    idempotencyKey: randomBytes(12).toString("hex"),
  });
  expect(back.status, JSON.stringify(back.body)).toBe(202);
  expect(["trustline-payment-open", "trustline-balance-left"]).toContain((await remove(ana, EUR)).body.code);
  expect(await settled(ana, back)).toBe("confirmed");
  const gone = await Promise.all([remove(ana, EUR, `${key}x`), remove(ana, EUR, `${key}x`)]);
  expect(new Set(gone.map(({ body }) => body.submission?.id)).size).toBe(1);
  if (gone[0]) expect(await settled(ana, gone[0])).toBe("confirmed");
  expect(await lineOf(ana, "EUR")).toBe(null);
  expect((await remove(ana, EUR)).body.code).toBe("asset-unknown");
}, 60_000);

test("what one holds is told with its balance and its words, and without words while the network is away", async () => {
  const bob = await aUser(app);
  await isFunded(bob);
  const [listed] = (await listingReader(app.runtime)()).assets;
  if (!listed) throw new Error("the demo market lists no asset");
  for (const asset of [EUR, { assetCode: listed.assetCode, issuer: listed.issuer }])
    expect(await settled(bob, await add(bob, asset))).toBe("confirmed");
  const destination = bob.user.walletAddress ?? "";
  await issuer.apply(Operation.payment({ destination, asset: new Asset("EUR", issuer.address), amount: "2.5" }));
  const told = await eventually(async () => {
    const { body } = await call(bob, "/api/assets");
    return body.assets[1]?.balance === "2.5000000" && body.assets.length === 3 && body.assets;
  }, 30_000);
  expect(told[0]).toEqual({
    assetCode: "XLM",
    issuer: null,
    name: "Stellar Lumens",
    description: "The native coin of the Stellar network.",
    website: "https://stellar.org",
    balance: expect.stringMatching(/^\d+\.\d{7}$/),
  });
  expect(told[1]).toEqual({ ...EUR, name: "EUR", description: null, website: null, balance: "2.5000000" });
  expect(told[2]).toMatchObject({
    assetCode: listed.assetCode,
    issuer: listed.issuer,
    name: listed.name,
    description: listed.description,
    balance: "0.0000000",
  });
  const { body: hers } = await call(ana, "/api/assets");
  expect(hers.assets.map(({ assetCode }: { assetCode: string }) => assetCode)).toEqual(["XLM", "EURX"]);

  const network = { ...openRpcNetwork(app.config.stellar), holdings: () => Promise.reject(new NetworkError("away")) };
  const readToml = () => Promise.reject(new AppError("domain-unreadable", { domain: "", problem: "" }));
  const deps: FactsDeps = { runtime: app.runtime, network, listing: listingReader(app.runtime), readToml };
  expect((await holdingsOf(deps, bob.user.id)).map(({ name, balance }) => `${name} ${balance}`)).toEqual([
    `Stellar Lumens ${told[0].balance}`,
    "EUR 2.5000000",
    `${listed.assetCode} 0.0000000`,
  ]);
}, 60_000);

test("each thing that stands against it has its own refusal, and the check tells the same", async () => {
  const stranger = Keypair.random().publicKey();
  const check = async (asset: object, change: string) =>
    (await call(ana, "/api/wallet/trustlines/check", { ...asset, change })).body.refusals.map(
      ({ code }: { code: string }) => code,
    );
  expect((await add(ana, { ...EUR, issuer: stranger })).body.code).toBe("issuer-missing");
  expect(await check({ ...EUR, issuer: stranger }, "add")).toEqual(["issuer-missing"]);
  expect((await add(ana, { ...EUR, issuer: `${"G".padEnd(55, "A")}B` })).body.code).toBe("issuer-missing");
  expect((await add(ana, { ...EUR, issuer: ana.user.walletAddress })).body.code).toBe("trustline-own");
  expect((await add(ana, { assetCode: "not a code", issuer: EUR.issuer })).body.code).toBe("input-invalid");
  expect((await call(ana, "/api/wallet/trustlines", { ...confirmation(EUR), networkFee: "0.000001" })).body.code).toBe(
    "fees-risen",
  );
  await haltAsset(app.runtime, NATIVE, "a test", null);
  expect((await add(ana, EUR)).body.code).toBe("payments-halted");
  await resumeAsset(app.database, NATIVE, null);
  // What only the records of this account can be made to say.
  const account = accountCollection(app.database);
  const line = { ...EUR, assetCode: "OFF", limit: "100", buying: "0", isAuthorized: true, balance: "0", selling: "1" };
  await account.updateOne({ userId: ana.user.id }, { $set: { lines: [line] } });
  expect(await check({ ...EUR, assetCode: "OFF" }, "remove")).toEqual(["trustline-offers-open"]);
  await account.updateOne({ userId: ana.user.id }, { $set: { lines: [] } });
  const person = await aUser(app);
  await isFunded(person);
  await call(person, "/api/security/freeze", {});
  expect((await add(person, EUR)).body.code).toBe("account-frozen");
  expect((await remove(person, EUR)).body.code).toBe("account-frozen");
});

test("without the reserve it says what is missing; without the fee alone the house pays it", async () => {
  await eventually(async () => (await houseAccount(app.database, "sponsor", null))?.exists === true, 60_000);
  const poor = await aUser(app);
  await isFunded(poor);
  const asset = { ...EUR, assetCode: "POOR" };
  expect(await settled(poor, await add(poor, asset))).toBe("confirmed");
  const spendable = await eventually(() =>
    app.database.collection("balances").findOne({ userId: poor.user.id, uid: "XLM" }),
  );
  // All but 0.3 XLM is sent away, past every limit.
  await protect(app.runtime, poor.user.id, { transactionLimit: "100000", requirePasswordForSend: false });
  await sendXlm(poor, BigInt(String(spendable["spendable"]).replace(".", "")) - 3_000_000n - 100n);
  expect((await add(poor, EUR)).body).toMatchObject({
    code: "trustline-reserve-too-low",
    message: "You need 0.2 XLM more: the network keeps 0.5 XLM aside for each asset you add, besides its fee.",
  });
  await sendXlm(poor, 3_000_000n - 100n);
  const look = await call(poor, "/api/wallet/trustlines/check", { ...asset, change: "remove" });
  expect(look.body).toMatchObject({ isFeeSponsored: true, refusals: [] });
  expect(await settled(poor, await remove(poor, asset))).toBe("confirmed");
  // What the network kept aside is free again.
  const after = await app.database.collection("balances").findOne({ userId: poor.user.id, uid: "XLM" });
  expect(after?.["spendable"]).toBe("0.5000000");
}, 120_000);

async function sendXlm(person: TestUser, stroops: bigint): Promise<void> {
  const amount = `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, "0")}`;
  const payment = { to: issuer.address, assetCode: "XLM", amount };
  const idempotencyKey = randomBytes(12).toString("hex");
  const sent = await call(person, "/api/wallet/send", { ...payment, idempotencyKey });
  expect(await settled(person, sent)).toBe("confirmed");
}

test("an asset is known by its issuer's flags, its domain's own words, and what it could be taken for", async () => {
  const listed = (await call({ cookie: "" }, "/api/assets/listed")).body.assets;
  expect(listed.map(({ assetCode }: { assetCode: string }) => assetCode)).toEqual(["USDC", "NKDM", "SKL"]);
  const [usdc] = listed;
  const here = await call(ana, "/api/assets/lookup?domain=localhost:3000");
  expect(here.body.assets).toHaveLength(3);
  expect(here.body.assets[0]).toMatchObject({
    assetCode: "USDC",
    homeDomain: "localhost:3000",
    proof: "mutual",
    isListed: true,
    namesake: null,
    image: "/asset-images/usdc.png",
  });
  const fake = await call(ana, `/api/assets/lookup?code=U5DC&issuer=${EUR.issuer}`);
  expect(fake.body.assets).toMatchObject([{ isListed: false, namesake: "USDC", proof: "none", homeDomain: null }]);
  expect((await call(ana, `/api/assets/lookup?code=USDC&issuer=${usdc.issuer}`)).body.assets[0].isListed).toBe(true);
  const missing = Keypair.random().publicKey();
  expect((await call(ana, `/api/assets/lookup?code=EUR&issuer=${missing}`)).body.code).toBe("issuer-missing");
  for (const query of ["", "?code=EUR", `?code=EUR&issuer=${missing}&domain=a.example`])
    expect((await call(ana, `/api/assets/lookup${query}`)).body.code, query).toBe("input-invalid");
  for (const domain of ["127.0.0.1", "localhost", "a/b", "localhost:3001"])
    expect((await call(ana, `/api/assets/lookup?domain=${domain}`)).body.code, domain).toBe("domain-malformed");

  const described = { ...EUR, name: "Euro", description: null, conditions: null, image: null };
  const toml: StellarToml = { passphrase: null, organisation: "A mint", federationServer: null, assets: [described] };
  const sites: Record<string, StellarToml> = {
    "mint.example": toml,
    "copy.example": toml,
    "far.example": { ...toml, passphrase: "Elsewhere" },
  };
  const deps: FactsDeps = {
    runtime: app.runtime,
    network: openRpcNetwork(app.config.stellar),
    listing: listingReader(app.runtime),
    readToml: async (domain) => {
      const site = sites[domain];
      if (!site) throw new AppError("domain-unreadable", { domain, problem: "status", number: 404 });
      return site;
    },
  };
  const flags = AuthRequiredFlag | AuthRevocableFlag | AuthClawbackEnabledFlag;
  await issuer.apply(Operation.setOptions({ homeDomain: "mint.example", setFlags: flags }));
  expect(await lookUpAssets(deps, { domain: "mint.example" })).toMatchObject([
    {
      ...EUR,
      proof: "mutual",
      name: "Euro",
      organisation: "A mint",
      powers: { mustAdmit: true, canFreeze: true, canTakeBack: true, isFinal: false },
    },
  ]);
  // A site that names another's asset is not believed, and the asset's own words do not come from there.
  await expect(lookUpAssets(deps, { domain: "copy.example" })).rejects.toThrow("names no asset whose issuer");
  await expect(lookUpAssets(deps, { domain: "far.example" })).rejects.toThrow("another network");
  await expect(lookUpAssets(deps, { domain: "gone.example" })).rejects.toThrow("gone.example answered 404.");
  const other = { code: "EURX", issuer: EUR.issuer };
  expect(await lookUpAssets(deps, other)).toMatchObject([{ proof: "one-sided", name: null, organisation: null }]);

  // An asset that needs the issuer's consent can be added; it holds nothing before.
  expect(await settled(ana, await add(ana, EUR))).toBe("confirmed");
  expect(await lineOf(ana, "EUR")).toMatchObject({ isAuthorized: false });
  await issuer.apply(Operation.setOptions({ homeDomain: "gone.example" }));
  expect(await factsOfHeld(deps, ana.user.id)).toMatchObject([
    { ...EUR, homeDomain: "gone.example", proof: "unread", powers: { mustAdmit: true } },
  ]);
  await issuer.apply(Operation.setOptions({ homeDomain: "localhost:3000" }));
  expect((await call(ana, "/api/assets/held")).body.assets).toMatchObject([{ ...EUR, proof: "one-sided" }]);
}, 60_000);

test("the ledger tells that a share of a pool needs an asset's line", async () => {
  const outsider = await anOutsider(app.stellar);
  const eurl = new Asset("EURL", outsider.address);
  const holder = await anOutsider(app.stellar);
  const pool = new LiquidityPoolAsset(Asset.native(), eurl, LiquidityPoolFeeV18);
  await holder.apply(Operation.changeTrust({ asset: eurl }), Operation.changeTrust({ asset: pool }));
  const network = openRpcNetwork(app.config.stellar);
  const assets = [{ assetCode: "EURL", issuer: outsider.address }];
  expect((await network.holdings([{ address: holder.address, assets }])).lines).toMatchObject([{ pools: 1 }]);
}, 60_000);
