import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import type { InterfaceSetting } from "#schemas/interface.ts";
import type { ServiceSetting } from "#schemas/service-settings.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { eachMovement } from "#server/accounting/each-movement.ts";
import type { PointDocument } from "#server/prices/store.ts";
import { environmentSettings } from "#server/environment-settings.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aKey, aKeyWish, aPayingWish, callByKey } from "#tests/support/api-keys.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { sealConfig } from "#server/platform/seals/sealed-config.ts";
import { pull } from "#server/platform/sync/pull.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";

let app: TestApp;
let operator: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [operator, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
}, 300_000);
afterAll(() => app.stop());

describe("what everybody's screens show", () => {
  const URL = "/api/admin/interface";
  const EXPLORER = "https://explorer.example/testnet";
  const setting = (key: string, value: unknown, former: unknown = null) => ({
    setting: { key, value } as InterfaceSetting,
    former: { key, value: former } as InterfaceSetting,
    reason: "agreed",
  });
  const rowOf = (configKey: string) => app.database.collection("ui_config").findOne({ configKey });
  const told = async () => (await app.server.inject({ url: "/api/service" })).json().interface;

  test("nobody set anything: the defaults hold, also for guests", async () => {
    const { body } = await askAs(app, operator, "GET", URL);
    expect(body.settings).toEqual(INTERFACE_DEFAULTS);
    expect(body.defaults).toHaveLength(4);
    expect(await told()).toEqual(INTERFACE_DEFAULTS);
  });

  test("a feature is hidden by one operator, in a row that every device replicates, with before and after on record", async () => {
    const hide = setting("hiddenFeatures", ["trade"], []);
    const { body } = await askAs(app, operator, "PUT", URL, hide);
    expect(body).toMatchObject({ settings: { hiddenFeatures: ["trade"] } });
    expect(await told()).toMatchObject({ hiddenFeatures: ["trade"] });
    const row = await rowOf("hiddenFeatures");
    expect(row).toMatchObject({ userId: 0, deleted: false, configValue: '["trade"]', configCategory: "interface" });
    expect(row?.["revision"]).toBeGreaterThan(0);
    const [noted] = await app.database.collection("operator_actions").find().sort({ id: -1 }).limit(1).toArray();
    expect(noted).toMatchObject({ action: "set-interface", reason: "agreed", operatorId: operator.user.id });
    expect(JSON.parse(String(noted?.["change"]))).toEqual({
      before: { hiddenFeatures: [] },
      after: { hiddenFeatures: ["trade"] },
    });
    // Whoever still looks at what was before decides nothing.
    const late = await askAs(app, other, "PUT", URL, setting("hiddenFeatures", ["swap"], []));
    expect(late.body.code).toBe("interface-changed");
    expect(await told()).toMatchObject({ hiddenFeatures: ["trade"] });
  });

  test("an address that people follow takes two operators, and to take it away one", async () => {
    const set = setting("explorerUrl", EXPLORER);
    const asked = await askAs(app, operator, "PUT", URL, set);
    expect(asked.body.proposal).toMatchObject({ content: { kind: "set-interface" } });
    expect(await rowOf("explorerUrl")).toBeNull();
    const { id, digest } = asked.body.proposal;
    const url = `/api/admin/proposals/${id}/approve`;
    const own = await askAs(app, operator, "POST", url, { digest, reason: "mine" });
    expect(own.body.code).toBe("proposal-own");
    expect((await askAs(app, other, "POST", url, { digest, reason: "seen" })).body.state).toBe("done");
    expect(await told()).toMatchObject({ explorerUrl: EXPLORER });
    expect((await rowOf("explorerUrl"))?.["configValue"]).toBe(EXPLORER);
    const away = await askAs(app, operator, "PUT", URL, setting("explorerUrl", null, EXPLORER));
    expect(away.body.settings.explorerUrl).toBeNull();
  });

  test("a footer leads where operators set it, in what anybody reads and under another name", async () => {
    const url = "/api/content/site?language=en";
    const before = await app.server.inject({ url });
    expect(before.json().socialLinks).toEqual(INTERFACE_DEFAULTS.socialLinks);
    const links = { ...INTERFACE_DEFAULTS.socialLinks, github: "https://github.com/our-house", telegram: null };
    const set = setting("socialLinks", links, INTERFACE_DEFAULTS.socialLinks);
    const { id, digest } = (await askAs(app, operator, "PUT", URL, set)).body.proposal;
    await askAs(app, other, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "seen" });
    app.clock.advance(5000);
    const headers = { "if-none-match": String(before.headers.etag) };
    // The first to ask has them read anew, and waits for nothing.
    expect((await app.server.inject({ url, headers })).statusCode).toBe(304);
    await expect.poll(async () => (await app.server.inject({ url, headers })).statusCode).toBe(200);
    expect((await app.server.inject({ url })).json().socialLinks).toEqual(links);
    await app.database.collection("ui_config").deleteOne({ configKey: "socialLinks" });
  });

  test("what was set otherwise before the second operator agreed is void", async () => {
    const help = await askAs(app, operator, "PUT", URL, setting("supportAddress", "help@example.org"));
    const { id, digest } = help.body.proposal;
    const row = { uid: "supportAddress", configKey: "supportAddress", configValue: "other@example.org" };
    await app.database
      .collection("ui_config")
      .updateOne(
        { configKey: "supportAddress" },
        { $set: { ...row, userId: 0, deleted: false, seal: sealConfig(app.database, row) } },
        { upsert: true },
      );
    const url = `/api/admin/proposals/${id}/approve`;
    const { body } = await askAs(app, other, "POST", url, { digest, reason: "seen" });
    expect(body.code).toBe("proposal-outdated");
    expect(await told()).toMatchObject({ supportAddress: "other@example.org" });
    await app.database.collection("ui_config").deleteOne({ configKey: "supportAddress" });
  });

  test.each([
    setting("explorerUrl", "javascript:alert(1)"),
    setting("explorerUrl", "http://explorer.example"),
    setting("supportAddress", "javascript:alert(1)//@example.org"),
    setting("socialLinks", { ...INTERFACE_DEFAULTS.socialLinks, github: "https://evil.example" }),
    setting("hiddenFeatures", ["everything"], []),
    setting("listing", "7"),
  ])("$setting is refused, and nothing is done", async (body) => {
    const answer = await askAs(app, operator, "PUT", URL, body);
    expect([answer.status, answer.body.code]).toEqual([400, "input-invalid"]);
  });

  test("a row that was written past the server leads nobody to a script", async () => {
    await app.database
      .collection("ui_config")
      .updateOne({ configKey: "explorerUrl" }, { $set: { configValue: "javascript:alert(1)//" } });
    expect(await told()).toMatchObject({ explorerUrl: null });
  });

  test("an address that was written past the server is shown to nobody, until operators set one anew", async () => {
    const rows = app.database.collection("ui_config");
    const evil = "https://explorer.evil.example/testnet";
    const known = await rows.findOne({ configKey: "explorerUrl" });
    const revision = Number(known?.["revision"]) + 1000;
    await rows.updateOne({ configKey: "explorerUrl" }, { $set: { configValue: evil, revision } });
    // The seal of one row is worth nothing in another, and a row that only calls itself so is one of them as well.
    const { _id, ...rest } = { ...(await rows.findOne({ configKey: "hiddenFeatures" })) };
    const asked = { uid: "x", revision: revision + 1, configKey: "supportAddress", configValue: "help@evil.example" };
    await rows.insertOne({ ...rest, id: 999, ...asked });
    expect(await told()).toMatchObject({ explorerUrl: null, supportAddress: null });
    const misfits: string[] = [];
    const context = { database: app.database, reportMisfit: (name: string) => void misfits.push(name) };
    const pulled = async () =>
      (await pull(context, null, { collection: "ui_config", checkpoint: null, limit: 100 })).documents;
    expect(JSON.stringify(await pulled())).not.toContain("evil");
    expect(JSON.stringify(await pulled())).toContain("hiddenFeatures");
    expect(misfits).toEqual(["ui_config", "ui_config", "ui_config", "ui_config"]);
    await rows.deleteOne({ uid: "x" });
    const set = await askTwo(app, operator, other, ["PUT", URL, setting("explorerUrl", EXPLORER)]);
    expect(set.body.state, JSON.stringify(set.body)).toBe("done");
    expect(await told()).toMatchObject({ explorerUrl: EXPLORER });
    expect(JSON.stringify(await pulled())).toContain(EXPLORER);
  });

  test("finance reads it and sets nothing", async () => {
    const finance = await aConfirmedAdmin(app, ["finance"]);
    expect((await askAs(app, finance, "GET", URL)).status).toBe(200);
    const { body } = await askTwo(app, finance, other, ["PUT", URL, setting("hiddenFeatures", [], ["trade"])]);
    expect(body.code).toBe("role-required");
  });
});

describe("what the service is set to", () => {
  const URL = "/api/admin/service-settings";
  const settings = async (): Promise<ServiceSetting[]> => (await askAs(app, operator, "GET", URL)).body.settings;

  test("each setting says where it comes from", async () => {
    const all = await settings();
    const of = (name: string) => all.find((setting) => setting.name === name);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(of("PUBLIC_URL")).toMatchObject({ source: "default", value: app.runtime.config.publicUrl });
    expect(of("policy.coolOffHours")).toMatchObject({ source: "default", value: "24" });
    const policy = { isKycRequired: false, coolOffHours: 48, dailyLimit: "10000", approveAbove: null };
    await askAs(app, operator, "PUT", "/api/admin/policy", { ...policy, reason: "more careful" });
    expect((await settings()).find(({ name }) => name === "policy.coolOffHours")).toMatchObject({
      source: "database",
      value: "48",
    });
  });

  test("of a secret it is said whether it is set, and nothing else, whatever it stands in", async () => {
    const all = await settings();
    const secrets = all.filter(({ isSecret }) => isSecret);
    expect(secrets.length).toBeGreaterThan(10);
    for (const { name, value } of secrets) expect(value, name).toBeNull();
    expect(all.find(({ name }) => name === "MONGODB_URL")).toMatchObject({ isSet: true, source: "environment" });
    expect(all.find(({ name }) => name === "SMTP_URL")).toMatchObject({ isSet: false, source: "default" });
    const given = {
      ...app.runtime.config,
      smtpUrl: "smtps://name:hidden-0@mail.example.org",
      cardProviderUrl: "https://cards.example.org/hidden-1?key=hidden-2&wallet={address}",
      stellar: { ...app.runtime.config.stellar, rpcUrls: ["https://user:hidden-3@rpc.example.org/hidden-4"] },
    };
    const told = JSON.stringify(environmentSettings(given));
    expect(told).not.toContain("hidden");
    expect(told).toContain("https://cards.example.org");
    for (const key of [given.sessionKey, given.vault.current.kind === "local" ? given.vault.current.key : null])
      if (key) for (const encoding of ["hex", "base64"] as const) expect(told).not.toContain(key.toString(encoding));
    expect(told).not.toContain(given.mongodbUrl);
  });

  test("finance does not read it", async () => {
    const finance = await aConfirmedAdmin(app, ["finance"]);
    expect((await askAs(app, finance, "GET", URL)).body.code).toBe("role-required");
  });
});

describe("what an accountant asks for", () => {
  const DAY = "2024-03-05";
  const NOON = Date.parse(`${DAY}T12:00:00Z`);
  const ISSUER = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
  const ROWS = 3500;
  let made = 0;

  /** Rows as ingestion writes them, of an operator's own account, in days long before the test. */
  function row(fields: object) {
    made += 1;
    const id = 900_000_000 + made;
    return {
      id,
      uid: `t${id}`,
      userId: operator.user.id,
      revision: id,
      deleted: false,
      operationId: `op${id}`,
      type: "receive",
      assetCode: "XLM",
      issuer: "",
      amount: "1.0000001",
      fee: "0.0000000",
      from: ISSUER,
      to: operator.user.walletAddress,
      hash: "",
      memo: "",
      status: "confirmed",
      ledger: 1,
      timestamp: new Date(NOON),
      partyName: "",
      event: null,
      ...fields,
    };
  }

  async function ask(part: string, fields: object = {}, by = operator) {
    const query = new URLSearchParams({ part, from: DAY, to: DAY, reason: "the year's books", ...fields });
    const url = `/api/admin/accounting/export?${query}`;
    return app.server.inject({ url, headers: { cookie: by.cookie } });
  }

  async function linesOf(part: string): Promise<Record<string, string>[]> {
    const { body, statusCode } = await ask(part);
    expect(statusCode, body).toBe(200);
    const [head = "", ...lines] = body.trimEnd().split("\r\n");
    const names = head.split(",");
    return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
  }

  beforeAll(async () => {
    const rows = Array.from({ length: ROWS }, () => row({}));
    const own = operator.user.walletAddress;
    const out = { type: "send", from: own, to: ISSUER };
    const all = [
      ...rows,
      row({ ...out, amount: "2.0000000", fee: "0.0000100", memo: "=1+1" }),
      row({ ...out, type: "operator_fee", amount: "0.5000000" }),
      row({ ...out, type: "operator_fee", amount: "7.0000000", status: "failed", fee: "0.0000200" }),
      row({ assetCode: "EUR", issuer: ISSUER, amount: "3.0000000" }),
      // Of the days around it.
      row({ amount: "1000.0000000", timestamp: new Date(`2024-03-04T23:59:59.999Z`) }),
      row({ amount: "1000.0000000", timestamp: new Date(`2024-03-06T00:00:00Z`) }),
    ];
    const transactions = app.database.collection("transactions");
    for (let at = 0; at < all.length; at += 500) await transactions.insertMany(all.slice(at, at + 500));
    await app.database.collection<PointDocument>("market_price_points").insertOne({
      _id: `XLM 1d ${Date.parse(`${DAY}T00:00:00Z`)}`,
      asset: "XLM",
      size: "1d",
      at: new Date(`${DAY}T00:00:00Z`),
      usd: "0.5",
      xlm: "1",
    });
  }, 120_000);

  test("every movement of the period once, however many share one ledger's time, and their sums are the database's", async () => {
    const lines = await linesOf("movements");
    expect(lines).toHaveLength(ROWS + 4);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(ROWS + 4);
    const sum = lines
      .filter((line) => line["asset"] === "XLM" && line["direction"] === "in")
      .reduce((total, line) => total + parseAmount(line["amount"] ?? ""), 0n);
    expect(sum).toBe(BigInt(ROWS) * 10_000_001n);
    expect(lines[0]).toMatchObject({ usd_price_of_day: "0.5", usd_worth: "0.5000001", direction: "in" });
    expect(lines.find((line) => line["asset"] === "EUR")).toMatchObject({ usd_price_of_day: "", usd_worth: "" });
    expect(lines.find((line) => line["type"] === "send")).toMatchObject({ direction: "out", memo: "'=1+1" });
  });

  test("the fees earned are those that were paid, and the sums by asset are those of the movements", async () => {
    expect(await linesOf("fees")).toMatchObject([{ amount: "0.5000000", usd_worth: "0.2500000" }]);
    const [xlm, eur] = await linesOf("assets");
    expect(xlm).toMatchObject({
      asset: "XLM",
      movements: String(ROWS + 2),
      in: formatAmount(BigInt(ROWS) * 10_000_001n),
      out: "2.5000000",
      fees_earned: "0.5000000",
      network_fees: "0.0000300",
      movements_without_price: "0",
    });
    expect(eur).toMatchObject({
      asset: "EUR",
      in: "3.0000000",
      in_usd_worth: "0.0000000",
      movements_without_price: "1",
    });
  });

  test("whoever takes it along says why, and it is noted", async () => {
    const [noted] = await app.database
      .collection("operator_actions")
      .find({ action: "export-accounts" })
      .sort({ id: -1 })
      .toArray();
    expect(noted).toMatchObject({ reason: "the year's books", details: `assets from ${DAY} to ${DAY}` });
    for (const fields of [{ reason: " " }, { to: "2024-03-04" }, { from: "2022-01-01" }, { from: "yesterday" }])
      expect((await ask("movements", fields)).json().code, JSON.stringify(fields)).toBe("input-invalid");
    const support = await aConfirmedAdmin(app, ["support"]);
    expect((await ask("movements", {}, support)).json().code).toBe("role-required");
  });

  test("no more than some rows are held at a time", async () => {
    const period = { from: new Date(`${DAY}T00:00:00Z`), until: new Date(`2024-03-06T00:00:00Z`) };
    const sizes: number[] = [];
    for await (const rows of eachMovement(app.database, period)) sizes.push(rows.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ROWS + 4);
  });
});

describe("keys", () => {
  test("of what the service holds the ages are told, and of what locks it how far a change has come", async () => {
    const { body, status } = await askAs(app, operator, "GET", "/api/admin/keys");
    expect(status, JSON.stringify(body)).toBe(200);
    const of = (kind: string) => body.keys.find((key: { kind: string }) => key.kind === kind);
    expect(of("wallets").count).toBeGreaterThan(0);
    expect(of("wallets").oldest).not.toBeNull();
    for (const kind of ["seals", "session"]) {
      expect(of(kind).count).toBe(1);
      expect(Date.parse(of(kind).oldest), kind).toBeLessThanOrEqual(Date.now());
    }
    expect(of("wallets").count).toBe(await app.database.collection("vault_keys").countDocuments({ purpose: "wallet" }));
    expect(body.changing).toEqual({ count: 0, accounts: [] });
    expect(body.lastEndedAt).toBeNull();
    expect(body.wrapping.former).toBe(0);
    const keys = app.database.collection<{ _id: string; keyVersion: string }>("vault_keys");
    const some = await keys.findOne({ purpose: "wallet" });
    await keys.updateOne({ _id: some?._id ?? "" }, { $set: { keyVersion: "key-former" } });
    const after = (await askAs(app, operator, "GET", "/api/admin/keys")).body.wrapping;
    expect(after).toEqual({ ...body.wrapping, own: body.wrapping.own - 1, former: 1 });
    await keys.updateOne({ _id: some?._id ?? "" }, { $set: { keyVersion: String(some?.keyVersion) } });
  });

  test("every API key is found by its owner, its id and its state, and one is revoked with a reason", async () => {
    const owner = await aUser(app);
    const [{ id, key }, paying] = [
      await aKey(app, owner, aKeyWish({ name: "Accounting" })),
      await aKey(app, owner, aPayingWish("GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7")),
    ];
    const list = async (query: string) => (await askAs(app, operator, "GET", `/api/admin/api-keys?${query}`)).body.keys;
    const mine = await list(`find=${owner.user.id}`);
    expect(mine.map((each: { id: string }) => each.id)).toEqual([paying.id, id]);
    expect(mine[1]).toMatchObject({ username: owner.user.username, scopes: ["read"], isLive: true, lastUsedAt: null });
    expect(JSON.stringify(mine)).not.toContain(key.split("_").at(-1));
    expect(JSON.stringify(mine)).not.toContain("hash");
    expect(await list(`find=${id}`)).toHaveLength(1);
    expect(await list(`find=${owner.user.id}&show=pays`)).toMatchObject([{ id: paying.id }]);
    expect(await list(`find=${owner.user.id}&after=${mine[0].number}`)).toMatchObject([{ id }]);
    expect(await list(`find=${owner.user.id}&after=${mine[1].number}`)).toEqual([]);
    expect((await askAs(app, operator, "GET", `/api/admin/api-keys?find=${key}`)).body.code).toBe("input-invalid");
    const lists = `/api/admin/lists/api-keys`;
    const counted = await askAs(app, operator, "GET", `${lists}/count?find=${owner.user.id}`);
    expect(counted.body).toEqual({ count: 2 });
    const url = `${lists}/export?reason=review&find=${owner.user.id}&show=pays&count=1`;
    const file = await app.server.inject({ method: "GET", url, headers: { cookie: operator.cookie } });
    expect(file.body).toMatch(new RegExp(`^id,user_id,username,name[^\\r]*\\r\\n${paying.id},[^\\r]*\\r\\n$`));
    expect(file.body).not.toContain(paying.key.split("_").at(-1));
    const revoke = (by: TestUser) => askAs(app, by, "POST", `/api/admin/api-keys/${id}/revoke`, { reason: "leaked" });
    const history = await callByKey(app, key, "GET", "/api/wallet/history");
    expect([history.status, history.body.next]).toEqual([200, null]);
    expect((await revoke(operator)).status).toBe(200);
    expect((await callByKey(app, key, "GET", "/api/wallet/history")).body.code).toBe("api-key-invalid");
    expect((await revoke(operator)).body.code).toBe("api-key-unknown");
    const own = await aKey(app, operator, aKeyWish());
    const ownUrl = `/api/admin/api-keys/${own.id}/revoke`;
    expect((await askAs(app, operator, "POST", ownUrl, { reason: "mine" })).body.code).toBe("operator-own");
    const told = await app.database.collection("notifications").find({ userId: owner.user.id }).toArray();
    expect(told.map(({ kind, detail }) => [kind, detail])).toContainEqual(["api-key-revoked", "Accounting"]);
  });
});
