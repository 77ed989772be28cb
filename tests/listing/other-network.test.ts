import { randomBytes } from "node:crypto";
import { Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { followListing } from "#server/listed-assets/index.ts";
import { previewListing } from "#server/listing/describe-listing.ts";
import { readMark } from "#server/listing/read-mark.ts";
import { openHorizonAssets } from "#server/platform/network/horizon-assets.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { aPng } from "#server/support/picture.fixture.ts";
import { decodePng } from "#server/platform/pictures/decode-png.ts";
import { eventually, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";
import { type Exchange, listingFor, listIt, openExchange } from "./exchange.ts";
import { depositThere, settle, tradeThere } from "./trade-there.ts";

// Each step waits for ledgers, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let exchange: Exchange;
let operator: TestUser;
let second: TestUser;
let ana: TestUser;
let USDX: string;
let GOLD: string;

beforeAll(async () => {
  exchange = await openExchange();
  const { app } = exchange;
  [operator, second, ana] = await Promise.all([aConfirmedAdmin(app), aConfirmedAdmin(app), aUser(app)]);
  USDX = await exchange.issue("USDX", 4);
  GOLD = await exchange.issue("GOLD", 20);
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }), 60_000);
});
afterAll(() => exchange.stop());

function quote(app: TestApp, receive: string) {
  const query = new URLSearchParams({ direction: "send", send: "XLM", receive, amount: "10" });
  return askAs(app, ana, "GET", `/api/markets/quote?${query.toString()}`);
}

async function priceOf(app: TestApp, code: string) {
  const { body } = await askAs(app, ana, "GET", "/api/markets/prices");
  return body.prices.find(({ assetCode }: { assetCode: string }) => assetCode === code);
}

/** How long it takes until it is true, in ms. */
async function msUntil(isTrue: () => Promise<boolean>): Promise<number> {
  const beganMs = performance.now();
  await eventually(isTrue, 60_000);
  return Math.round(performance.now() - beganMs);
}

test("what an operator lists is quoted within seconds by every process, without a restart", async () => {
  const { app, other } = exchange;
  expect((await quote(app, USDX)).body.code).toBe("market-assets-unlisted");
  const preview = await askAs(app, operator, "GET", `/api/admin/listing/preview?code=USDX&issuer=${USDX.slice(5)}`);
  expect(preview.body).toMatchObject({
    version: 0,
    assets: [{ assetCode: "USDX", state: "unlisted", refusals: [], supply: { accounts: 1, amount: "999999.0000000" } }],
  });
  const alone = await listIt(app, operator, null, USDX, { isFeatured: true });
  expect(alone.body.proposal).toMatchObject({
    says: `${USDX} is listed as "The USDX"; its issuer has no power over holders so far.`,
    why: "What is exchanged into a listed asset counts against nobody's limits.",
  });
  const { id, digest } = alone.body.proposal;
  const agreed = await askAs(other, second, "POST", `/api/admin/proposals/${id}/approve`, {
    digest,
    reason: "as proposed",
  });
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  expect(await listingFor(other, operator)).toMatchObject({
    version: 1,
    assets: [{ state: "listed", issuerNow: { isGone: false } }],
  });
  const [here, there] = await Promise.all(
    [app, other].map((each) => msUntil(async () => (await quote(each, USDX)).status === 200)),
  );
  process.stdout.write(`listing to first quote: ${here} ms in its process, ${there} ms in the other\n`);
  expect(Math.max(here ?? 0, there ?? 0)).toBeLessThan(30_000);
  for (const each of [app, other]) {
    expect((await askAs(each, ana, "GET", "/api/assets/listed")).body).toMatchObject({
      version: 1,
      assets: [{ assetCode: "USDX", name: "The USDX", image: null }],
      pairs: [{ base: USDX, quote: "XLM" }],
      dollar: null,
    });
    expect((await askAs(each, ana, "GET", "/api/featured-tokens")).body.tokens).toMatchObject([{ assetCode: "USDX" }]);
    const { tickers } = (await askAs(each, ana, "GET", "/api/markets")).body;
    expect(tickers).toHaveLength(1);
  }
  const row = await app.database.collection("ui_config").findOne({ configKey: "listing" });
  expect(row, "devices hear of it").toMatchObject({ configValue: "1", userId: 0, deleted: false });
});

test("a second asset is listed while the first one is quoted on", async () => {
  const { app, other } = exchange;
  let unquoted = 0;
  const life = { isOver: false };
  const watching = (async () => {
    while (!life.isOver) {
      if ((await quote(other, USDX)).body.code === "market-building") unquoted += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  expect((await listIt(app, operator, second, GOLD)).body).toMatchObject({ state: "done" });
  const ms = await msUntil(async () => (await quote(other, GOLD)).status === 200);
  life.isOver = true;
  await watching;
  process.stdout.write(`a second listing to its first quote: ${ms} ms; others unquoted at ${unquoted} looks\n`);
  // None to two where the machine does nothing else; an index that was built anew would be away for a hundred of them.
  expect(unquoted).toBeLessThanOrEqual(20);
});

test("two operators choose the dollar: prices in USD and limits follow", async () => {
  const { app, other } = exchange;
  expect(await priceOf(app, "XLM")).toMatchObject({ usd: null });
  const { version } = await listingFor(app, operator);
  const input = { asset: USDX, version, reason: "it is redeemed in dollars" };
  const proposed = await askAs(app, operator, "PUT", "/api/admin/listing/dollar", input);
  expect(proposed.body.proposal).toMatchObject({ why: expect.stringContaining("limits in USD") });
  expect((await listingFor(other, operator)).dollar).toBeNull();
  const { id, digest } = proposed.body.proposal;
  expect(
    (await askAs(app, operator, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "as proposed" })).body
      .code,
  ).toBe("proposal-own");
  expect(
    (await askAs(other, second, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "as proposed" }))
      .status,
  ).toBe(200);
  const ms = await msUntil(async () => (await priceOf(other, "XLM"))?.usd !== null);
  process.stdout.write(`choosing the dollar to a price in USD: ${ms} ms\n`);
  expect(Number((await priceOf(other, "XLM")).usd)).toBeCloseTo(0.25, 1);
  expect((await listingFor(app, operator)).pairs).toHaveLength(2);
  const check = { to: second.user.walletAddress, assetCode: "XLM", amount: "900000000" };
  const { refusals } = (await askAs(other, ana, "POST", "/api/wallet/send/check", check)).body;
  expect(refusals.find(({ code }: { code: string }) => code === "limit-exceeded")?.facts).toMatchObject({
    counted: "usd",
  });
});

async function swap(app: TestApp, send: string, receive: string, sendAmount: string, receiveAmount: string) {
  const terms = { direction: "send", send, receive, sendAmount, receiveAmount, path: [] };
  const idempotencyKey = randomBytes(12).toString("hex");
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const answer = await askAs(app, ana, "POST", "/api/trading/swaps", { swap: terms, agreed, idempotencyKey });
  if (answer.status !== 202) return answer;
  const { id } = answer.body.submission;
  const ended = await eventually(() => submissionCollection(app.database).findOne({ id, isReserving: false }), 60_000);
  expect(ended, ended.reason).toMatchObject({ state: "confirmed" });
  return answer;
}

test("a person swaps there, without being asked for more than on the demo's network", async () => {
  for (const code of ["GOLD", "USDX"])
    await msUntil(async () => typeof (await priceOf(exchange.app, code))?.usd === "string");
  expect((await swap(exchange.other, "XLM", GOLD, "200", "9.97")).body).toHaveProperty("submission");
  expect((await swap(exchange.app, "XLM", USDX, "40", "9.97")).body).toHaveProperty("submission");
});

test("everything of trading works there: orders, tape, candles, tickers, kept orders and pools", () =>
  tradeThere(exchange, ana, USDX));

test("what is taken off the list is bought no more: holders sell it, send it and remove it, and standing orders end", async () => {
  const { app, other } = exchange;
  const stop = {
    kind: "stop-limit",
    side: "sell",
    base: GOLD,
    quote: "XLM",
    amount: "1",
    triggerPrice: "1",
    price: "1",
  };
  const uid = "stop-of-gold-0001";
  const order = { ...stop, expiresAt: null };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  await askAs(app, ana, "POST", "/api/confirm-identity", { password: ana.password });
  const placed = await askAs(other, ana, "POST", "/api/durable-orders", {
    order,
    agreed,
    idempotencyKey: uid,
    password: ana.password,
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const { poolId, shares } = await depositThere(exchange, ana, GOLD, 20);
  const { version } = await listingFor(app, operator);
  const url = `/api/admin/listing/assets/${GOLD}/delist`;
  const gone = await askAs(app, operator, "POST", url, { version, reason: "its issuer answers nobody" });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  for (const each of [app, other]) {
    await msUntil(async () => (await quote(each, GOLD)).body.code === "market-assets-unlisted");
    const bought = await swap(each, "XLM", GOLD, "20", "0.9");
    expect(bought.body, "no more of it").toMatchObject({ code: "asset-delisted" });
    expect((await askAs(each, ana, "GET", "/api/assets/listed")).body.assets).toHaveLength(1);
    const held = (await askAs(each, ana, "GET", "/api/assets/held")).body.assets;
    expect(held, "its holders see what it is").toContainEqual(
      expect.objectContaining({ name: "The GOLD", isListed: false }),
    );
  }
  const ended = await eventually(async () => {
    const stored = await app.database.collection("durable_orders").findOne({ userId: ana.user.id, uid });
    return stored?.["state"] === "failed" && stored;
  }, 60_000);
  expect(wordsIn("en").said(String(ended["reason"]))).toBe("GOLD is no longer traded here.");
  const deposit = { assetA: "XLM", assetB: GOLD, maxA: "20", maxB: "1", minPrice: "10", maxPrice: "30" };
  const intoPool = (await askAs(app, ana, "POST", "/api/trading/pools/deposit/check", deposit)).body;
  expect(intoPool.refusals).toContainEqual(expect.objectContaining({ code: "asset-delisted" }));
  const poolsOf = async (person: TestUser) =>
    (await askAs(other, person, "GET", "/api/markets/pools")).body.pools.map((pool: { poolId: string }) => pool.poolId);
  expect(await poolsOf(second), "nobody finds its pool").not.toContain(poolId);
  expect(await poolsOf(ana), "but whoever has a share of it").toContain(poolId);
  await settle(other, ana, "/api/trading/pools/withdraw", {
    withdrawal: { poolId, shares, minA: "19", minB: "0.9" },
  });
  const line = { assetCode: "GOLD", issuer: GOLD.slice(5) };
  const payment = { to: exchange.maker.address, ...line, amount: "1" };
  const sent = (await askAs(app, ana, "POST", "/api/wallet/send/check", payment)).body;
  expect(sent.refusals.map(({ code }: { code: string }) => code)).not.toContain("asset-delisted");
  const sell = { direction: "send", send: GOLD, receive: "XLM", sendAmount: "9", receiveAmount: "150", path: [] };
  const sold = (await askAs(other, ana, "POST", "/api/trading/swaps/check", sell)).body;
  expect(sold.refusals, "holders sell it").toEqual([]);
  const removed = (await askAs(app, ana, "POST", "/api/wallet/trustlines/check", { ...line, change: "remove" })).body;
  expect(removed.refusals.map(({ code }: { code: string }) => code)).toEqual(["trustline-balance-left"]);
});

test("each change is on record with its reason, before and after", async () => {
  const { actions } = (await askAs(exchange.app, operator, "GET", "/api/admin/operator-actions")).body;
  const own = actions.filter(({ action }: { action: string }) => /list|dollar/.test(action));
  expect(own.map(({ action }: { action: string }) => action)).toEqual([
    "delist-asset",
    "set-dollar",
    "list-asset",
    "list-asset",
  ]);
  expect(own[0]).toMatchObject({
    reason: "its issuer answers nobody",
    details: expect.stringContaining("state from listed to delisted"),
  });
  expect(own[1].details).toMatch(new RegExp(`from none to ${USDX}; proposal \\d+ by operator ${operator.user.id}`));
});

test("whatever cannot be listed is refused in one sentence, and nothing is half-done", async () => {
  const { app, mint } = exchange;
  const before = await listingFor(app, operator);
  const refusal = async (key: string, fields: object = {}) =>
    (await listIt(app, operator, null, key, fields)).body.code;
  expect(await refusal(USDX), "listed twice").toBe("listing-known");
  expect(await refusal(`NONE-${mint.address}`), "nobody holds it").toBe("listing-asset-missing");
  const { version: seen } = before;
  expect(await refusal("EUR-GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7", { version: seen })).toBe(
    "issuer-missing",
  );
  const ALIKE = await exchange.issue("U5DX", 1);
  expect(await refusal(ALIKE), "it looks like another").toBe("listing-namesake");
  const LOWER = await exchange.issue("usdx", 1);
  expect(await refusal(LOWER, { acceptsNamesake: true }), "nobody could tell them apart").toBe("listing-code-taken");
  const XLM2 = await exchange.issue("xlm", 1);
  expect(await refusal(XLM2, { acceptsNamesake: true })).toBe("listing-code-taken");
  const svg = { kind: "file", png: Buffer.from("<svg/>").toString("base64") };
  expect(await refusal(ALIKE, { acceptsNamesake: true, picture: svg })).toBe("picture-refused");
  const bomb = { kind: "file", png: aPng(60_000, 60_000).toString("base64") };
  expect(await refusal(ALIKE, { acceptsNamesake: true, picture: bomb })).toBe("picture-refused");
  const inside = { kind: "address", url: "https://127.0.0.1/mark.png" };
  expect(await refusal(ALIKE, { acceptsNamesake: true, picture: inside })).toBe("domain-unreadable");
  expect(await refusal(ALIKE, { acceptsNamesake: true, version: before.version - 1 })).toBe("listing-changed");
  const powers = { mustAdmit: true, canFreeze: true, canTakeBack: true, isFinal: false };
  expect(await refusal(ALIKE, { acceptsNamesake: true, powers }), "not what was shown").toBe("listing-powers-changed");
  const delistDollar = `/api/admin/listing/assets/${USDX}/delist`;
  const { version } = before;
  expect((await askAs(app, operator, "POST", delistDollar, { version, reason: "x" })).body.code).toBe(
    "listing-is-dollar",
  );
  const pairs = [
    { base: USDX, quote: "XLM" },
    { base: "XLM", quote: USDX },
  ];
  expect(
    (await askAs(app, operator, "PUT", "/api/admin/listing/pairs", { pairs, version, reason: "x" })).body.code,
  ).toBe("listing-pair-twice");
  expect(await listingFor(app, operator)).toEqual(before);
});

test("issuers' powers are said before listing, and an issuer that is gone", async () => {
  const { app, mint } = exchange;
  await mint.apply(Operation.setOptions({ setFlags: 10 }));
  const look = await askAs(app, operator, "GET", `/api/admin/listing/preview?code=U5DX&issuer=${mint.address}`);
  expect(look.body.assets[0]).toMatchObject({
    powers: { mustAdmit: false, canFreeze: true, canTakeBack: true, isFinal: false },
    namesake: "USDX",
    refusals: [{ code: "listing-namesake" }],
  });
  expect((await listingFor(app, operator)).assets[0].issuerNow.powers).toMatchObject({ canTakeBack: true });
});

test("of two operators at once one changes the list, and the other looks again", async () => {
  const { app, other } = exchange;
  const { version, pairs: before } = await listingFor(app, operator);
  const pairs = before.map(({ base, quote }: { base: string; quote: string }) => ({ base, quote }));
  const input = { pairs, version, reason: "the busiest first" };
  const both = await Promise.all([
    askAs(app, operator, "PUT", "/api/admin/listing/pairs", { ...input, pairs: [] }),
    askAs(other, second, "PUT", "/api/admin/listing/pairs", input),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe("listing-changed");
});

test("what was delisted comes back, with a picture that every process serves", async () => {
  const { app, other } = exchange;
  const png = { kind: "file", png: aPng(60, 60).toString("base64") };
  expect((await listIt(app, operator, second, GOLD, { picture: png })).body).toMatchObject({ state: "done" });
  const { assets } = await listingFor(app, operator);
  const marked = assets.find(({ assetCode }: { assetCode: string }) => assetCode === "GOLD");
  expect(marked.state).toBe("listed");
  for (const each of [app, other]) {
    const image = await each.server.inject({ method: "GET", url: marked.image });
    expect(image.headers["content-type"]).toBe("image/png");
    expect(image.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  }
  expect((await app.server.inject({ method: "GET", url: `/asset-images/${"0".repeat(64)}.png` })).statusCode).toBe(404);
  await msUntil(async () => (await quote(other, GOLD)).status === 200);
  const stored = await app.database.collection("asset_pictures").findOne({});
  await app.database.collection("asset_pictures").updateOne({}, { $set: { png: Buffer.from("<script>") } });
  expect((await other.server.inject({ method: "GET", url: marked.image })).statusCode, "not what was named").toBe(404);
  expect(stored).not.toBeNull();
});

test("an asset is found by its home domain, and its picture fetched once and drawn anew", async () => {
  const { app, mint } = exchange;
  await mint.apply(Operation.setOptions({ homeDomain: "mint.example" }));
  const described = { assetCode: "U5DX", issuer: mint.address, name: "Another", description: null, conditions: null };
  const image = "https://mint.example/mark.png";
  const asked: string[] = [];
  const { runtime } = app;
  const network = openRpcNetwork(app.config.stellar);
  const listing = followListing(runtime);
  const site = { passphrase: null, organisation: "A mint", federationServer: null, assets: [{ ...described, image }] };
  const deps = {
    runtime,
    network,
    listing,
    readToml: () => Promise.resolve(site),
    supplyOf: openHorizonAssets(app.config.stellar, network),
    readFile: (url: string) => {
      asked.push(url);
      return Promise.resolve(url === image ? aPng(90, 90) : Buffer.from("<svg/>"));
    },
  };
  const found = await previewListing(deps, operator.user.id, { domain: "mint.example" });
  expect(found.assets).toMatchObject([
    { assetCode: "U5DX", pictureUrl: image, proof: "mutual", organisation: "A mint" },
  ]);
  expect(asked).toEqual([]);
  const mark = await readMark(deps, { kind: "address", url: image });
  expect(mark && decodePng(mark, { side: 192, pixels: 192 ** 2 })).toMatchObject({ width: 90, height: 90 });
  await expect(readMark(deps, { kind: "address", url: "https://mint.example/a.svg" })).rejects.toThrow("it is no PNG");
  expect(asked).toHaveLength(2);
  await listing.stop();
});

test("a list that was written past the server is not believed", async () => {
  const { app, other } = exchange;
  const before = (await askAs(other, ana, "GET", "/api/assets/listed")).body;
  const list = app.database.collection("asset_listing");
  const stored = await list.findOne({});
  await list.updateOne({}, { $set: { dollar: GOLD, version: before.version + 1 } });
  await eventually(() =>
    app.database.collection("system_issues").findOne({ checkId: "forged", subject: "the-list-of-assets" }),
  );
  expect((await askAs(other, ana, "GET", "/api/assets/listed")).body).toEqual(before);
  await list.replaceOne({}, stored ?? {});
  expect(await askTwo(app, operator, second, ["GET", "/api/admin/listing"])).toMatchObject({ status: 200 });
});
