import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";
import { depositMethods, depositCollection } from "./store.ts";

const WHY = { reason: "as agreed" };
const TERMS = { xlmRate: "8", secondAbove: "500", rateTolerance: "3", minAmount: "5", maxAmount: "400" };
const BANK = {
  ...TERMS,
  recipient: "IBAN DE00 1234",
  displayName: "Bank transfer",
  instructions: "Write your user ID as the purpose.\nIt takes a day.",
  handleLabel: "Name on the account",
  idLabel: "Reference",
  order: 2,
};
const ZELLE = { ...BANK, recipient: "pay@example.org", displayName: "Zelle", order: 1 };
const CURRENT = { rate: "current", ...WHY };
let app: TestApp;
let ana: TestUser;
let finance: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 2 } });
  ana = await aUser(app);
  [finance, other] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }), 30_000);
  await eventually(() => accountCollection(app.database).findOne({ role: "channel", exists: true }), 30_000);
}, 60_000);
afterAll(() => app.stop());

function set(method: string, settings: object | null, by = finance) {
  return askAs(app, by, "PUT", `/api/admin/deposit-methods/${method}`, { settings, ...WHY });
}

async function setTwo(method: string, settings: object | null): Promise<void> {
  const asked = await askTwo(app, finance, other, [
    "PUT",
    `/api/admin/deposit-methods/${method}`,
    { settings, ...WHY },
  ]);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
}

function declare(cashAppTransactionId: string, fields: object = {}, by = ana) {
  const paid = { methodName: "bank", amount: "20.50", cashAppUsername: "Ana Example" };
  return askAs(app, by, "POST", "/api/deposits", { ...paid, cashAppTransactionId, ...fields });
}

async function offers() {
  return (await askAs(app, ana, "GET", "/api/deposits")).body;
}

function decided(query = "") {
  return askAs(app, finance, "GET", `/api/admin/decided-deposits${query}`).then(({ body }) => body);
}

const idsOf = ({ deposits }: { readonly deposits: readonly { readonly id: number }[] }) => deposits.map(({ id }) => id);

test("a way to pay in is taken on two operators' word, in its order, and people read how", async () => {
  expect((await offers()).others).toEqual([]);
  expect((await declare("EARLY")).body.code).toBe("deposit-method-off");
  const asked = await set("bank", BANK);
  expect(asked.body.proposal).toMatchObject({
    content: { kind: "set-deposit-method", methodName: "bank", former: null },
  });
  expect((await offers()).others).toEqual([]);
  const { id, digest } = asked.body.proposal;
  expect((await askAs(app, other, "POST", `/api/admin/proposals/${id}/approve`, { digest, ...WHY })).status).toBe(200);
  await setTwo("zelle", ZELLE);
  const { offer, others } = await offers();
  expect(offer).toBe(null);
  expect(others.map(({ displayName }: { displayName: string }) => displayName)).toEqual(["Zelle", "Bank transfer"]);
  const { secondAbove: _second, rateTolerance: _tolerance, order: _order, ...read } = BANK;
  expect(others[1]).toEqual({ methodName: "bank", ...read });
  expect((await app.server.inject({ url: ENDPOINTS.service.path })).json().offers).toContain("deposits");
});

test("one operator is more careful, moves it or switches it off, and two say what people read", async () => {
  const why = async (settings: object) => {
    const { body } = await set("zelle", settings);
    const { proposal } = body;
    if (proposal) await askAs(app, finance, "POST", `/api/admin/proposals/${proposal.id}/withdraw`, WHY);
    return proposal?.why ?? null;
  };
  expect(await why({ ...ZELLE, instructions: "Pay to $thief instead." })).toContain("read otherwise");
  expect(await why({ ...ZELLE, displayName: "Zelle pay" })).toContain("read otherwise");
  expect(await why({ ...ZELLE, recipient: "thief@example.org" })).toContain("thief@example.org");
  expect(await why({ ...ZELLE, secondAbove: null })).toContain("less often");
  expect(await why({ ...ZELLE, order: 3, maxAmount: "100" })).toBe(null);
  expect((await set("zelle", null)).status).toBe(200);
  expect((await offers()).others).toHaveLength(1);
  expect((await set("zelle", null)).body.code).toBe("deposit-method-off");
  // Off, it is still known; the same again takes no second one, and another recipient does.
  const { methods } = (await askAs(app, finance, "GET", "/api/admin/deposit-methods")).body;
  expect(methods.find(({ methodName }: { methodName: string }) => methodName === "zelle")).toMatchObject({
    isOn: false,
    settings: { recipient: "pay@example.org", order: 3 },
  });
  expect(await why({ ...ZELLE, order: 3, maxAmount: "100" })).toBe(null);
  expect(await why({ ...ZELLE, recipient: "thief@example.org" })).toContain("thief@example.org");
});

test("a deposit says what it was paid by, is credited at that way's rate, and tells its owner", async () => {
  const declared = await declare("ref 77/a");
  expect(declared.body, JSON.stringify(declared.body)).toMatchObject({
    status: "pending",
    cashAppUsername: "Ana Example",
    cashAppTransactionId: "REF 77/A",
  });
  const { id } = declared.body;
  expect((await declare("REF 77/A")).body.id).toBe(id);
  expect((await declare("REF 77/A", { amount: "30" })).body.code).toBe("deposit-claimed");
  const row = await app.database.collection("deposits").findOne({ uid: String(id) });
  expect(row).toMatchObject({ method: "Bank transfer", recipient: "IBAN DE00 1234" });
  const queue = (await askAs(app, finance, "GET", "/api/admin/deposits")).body.deposits;
  expect(queue[0]).toMatchObject({ id, methodName: "bank", methodLabel: "Bank transfer", needsSecond: false });
  expect(idsOf((await askAs(app, finance, "GET", "/api/admin/deposits?method=bank")).body)).toEqual([id]);
  expect(idsOf((await askAs(app, finance, "GET", "/api/admin/deposits?method=cashapp")).body)).toEqual([]);
  const approved = await askAs(app, finance, "POST", `/api/admin/deposits/${id}/approve`, CURRENT);
  expect(approved.body, JSON.stringify(approved.body)).toMatchObject({ xlmRate: "8", xlmCredited: "164.0000000" });
  await eventually(() => app.database.collection("deposits").findOne({ uid: String(id), status: "credited" }), 30_000);
  // What is declared by Cash App alone stands among its payments.
  expect(await app.database.collection("cashapp_payments").countDocuments({})).toBe(0);
  expect((await askAs(app, finance, "GET", `/api/admin/deposits/${id}`)).body.payment.state).toBe("confirmed");
});

test("the same transaction id of another way is another payment, and of the same way is a duplicate", async () => {
  await setTwo("zelle", ZELLE);
  const ben = await aUser(app);
  const [one, another] = [await declare("SAME-1"), await declare("SAME-1", { methodName: "zelle" })];
  const twin = await declare("SAME-1", {}, ben);
  const ids = [one, another, twin].map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(3);
  const seen = async (id: number) => (await askAs(app, finance, "GET", `/api/admin/deposits/${id}`)).body.duplicates;
  expect(await Promise.all(ids.map(seen))).toEqual([[ids[2]], [], [ids[0]]]);
  const approve = (id: number) => askAs(app, finance, "POST", `/api/admin/deposits/${id}/approve`, CURRENT);
  expect((await approve(ids[0])).status).toBe(200);
  expect((await approve(ids[1])).status).toBe(200);
  expect((await approve(ids[2])).body.code).toBe("deposit-duplicate");
  expect((await askAs(app, finance, "POST", `/api/admin/deposits/${ids[2]}/reject`, WHY)).status).toBe(200);
}, 30_000);

test("who writes another recipient into the database has nobody pay it", async () => {
  const methods = app.database.collection("payment_methods");
  await methods.updateOne({ methodName: "zelle" }, { $set: { "configSettings.recipient": "thief@example.org" } });
  expect(JSON.stringify(await offers())).not.toContain("thief");
  expect((await declare("FORGED", { methodName: "zelle" })).body.code).toBe("deposit-method-off");
  // Nor is a deposit paid by another way than it was declared by.
  const { id } = (await declare("MOVED-1")).body;
  await app.database.collection("cash_app_deposits").updateOne({ id }, { $set: { methodName: "cashapp" } });
  expect((await askAs(app, finance, "POST", `/api/admin/deposits/${id}/approve`, CURRENT)).status).not.toBe(200);
  await app.database.collection("cash_app_deposits").deleteOne({ id });
  await methods.updateOne({ methodName: "zelle" }, { $set: { "configSettings.recipient": ZELLE.recipient } });
});

test.each([
  ["a name that is Cash App's", "cashapp", BANK],
  ["a name that is none", "No%20Name", BANK],
  ["no recipient", "wire", { ...BANK, recipient: " " }],
  ["text that hides what it says", "wire", { ...BANK, instructions: "Pay \u202Eevil" }],
  ["a rate of nothing", "wire", { ...BANK, xlmRate: "0" }],
  ["a field that there is not", "wire", { ...BANK, script: "x" }],
])("%s is refused, and nothing is set", async (_what, method, settings) => {
  expect((await set(method, settings)).body.code).toBe("input-invalid");
});

test.each([
  [{ amount: "1" }, "deposit-too-small"],
  [{ amount: "401" }, "deposit-too-large"],
  [{ amount: "0" }, "amount-not-positive"],
  [{ methodName: "nothing" }, "deposit-method-off"],
  [{ methodName: { $ne: "" } }, "input-invalid"],
  [{ cashAppUsername: "x" }, "input-invalid"],
  [{ cashAppUsername: "evil\u202Eeman" }, "input-invalid"],
])("%j is refused as %s", async (fields, code) => {
  expect((await declare("BAD-1", fields)).body.code).toBe(code);
});

test("what was decided is found by status, person, way and days, in pages", async () => {
  const paying = () => depositCollection(app.database).countDocuments({ status: { $in: ["approved", "crediting"] } });
  await eventually(async () => (await paying()) === 0, 30_000);
  const all = await decided();
  expect(all.deposits.length).toBeGreaterThanOrEqual(4);
  expect(all.deposits[0]).toMatchObject({ decidedAt: expect.any(String), verifiedBy: finance.user.id });
  const rejected = await decided("?status=rejected");
  expect(rejected.deposits.map(({ status }: { status: string }) => status)).toEqual(["rejected"]);
  expect(idsOf(await decided(`?userId=${ana.user.id}`))).toEqual(
    all.deposits.filter(({ userId }: { userId: number }) => userId === ana.user.id).map(({ id }: { id: number }) => id),
  );
  const byZelle = await decided("?method=zelle&status=credited");
  expect(new Set(byZelle.deposits.map(({ methodName }: { methodName: string }) => methodName))).not.toContain("bank");
  const today = app.clock.now().toISOString().slice(0, 10);
  expect(idsOf(await decided(`?from=${today}&to=${today}`))).toEqual(idsOf(all));
  expect(idsOf(await decided("?to=2001-01-01"))).toEqual([]);
  expect((await decided("?from=yesterday")).code).toBe("input-invalid");

  const [known] = await depositCollection(app.database).find({ status: "rejected" }).limit(1).toArray();
  const { _id, ...fields } = known ?? {};
  const planted = Array.from({ length: 205 }, (_, index) => ({
    ...fields,
    id: 900_000 + index,
    cashAppTransactionId: `PLANTED-${index}`,
  }));
  await app.database.collection("cash_app_deposits").insertMany(planted);
  const seen: number[] = [];
  let next: number | null = null;
  do {
    const page: { deposits: { id: number }[]; next: number | null } = await decided(
      `?status=rejected${next === null ? "" : `&before=${next}`}`,
    );
    seen.push(...idsOf(page));
    next = page.next;
  } while (next !== null);
  expect(seen).toHaveLength(206);
  expect(seen).toEqual([...new Set(seen)].toSorted((one, another) => another - one));
  await app.database.collection("cash_app_deposits").deleteMany({ id: { $gte: 900_000 } });
});

test("deposits from before are Cash App's, and what was sealed of them still holds", async () => {
  const cashApp = { settings: { ...TERMS, recipient: "$astrolabe" }, ...WHY };
  await askTwo(app, finance, other, ["PUT", "/api/admin/deposit-settings", cashApp]);
  const before = { amount: "20", cashAppUsername: "$ana", cashAppTransactionId: "OLD-1" };
  const { id } = (await askAs(app, ana, "POST", "/api/deposits", before)).body;
  const deposits = app.database.collection("cash_app_deposits");
  await deposits.updateOne({ id }, { $unset: { methodName: "" } });
  for (let run = 0; run < 2; run += 1) await depositMethods.run(app.database, new Date());
  expect(await deposits.findOne({ id })).toMatchObject({ methodName: "cashapp" });
  expect((await askAs(app, finance, "POST", `/api/admin/deposits/${id}/approve`, CURRENT)).status).toBe(200);
  expect((await deposits.indexes()).map(({ name }) => name)).not.toContain("one_accepted");
});
