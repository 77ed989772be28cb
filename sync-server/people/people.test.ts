import { MuxedAccount, Account, Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FoundBy, type PeopleOutput, PEOPLE_PAGE, type PersonRow } from "#schemas/people.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { sealSecurityAtFirst, sealUserNamesAtFirst, sealUsersAtFirst } from "#server/users/index.ts";
import { protect } from "#tests/support/seals.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

const HASH = "ab".repeat(32);
const KEPT = Keypair.random().publicKey();
let app: TestApp;
let operator: TestUser;
let maria: TestUser;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  operator = await aConfirmedAdmin(app);
  maria = await aUser(app, { username: "Maria.Lopez", email: "ml@mail.example", uniqueUserId: "maria-7788" });
  thief = await aUser(app, { username: "quiet-one", email: "q1@else.example" });
  for (const { user } of [maria, thief])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  const [from, to] = [maria.user.walletAddress, thief.user.walletAddress];
  const moved = { type: "send", assetCode: "XLM", issuer: "", amount: "5", fee: "0", from, to, hash: HASH, memo: "" };
  const row = { ...moved, status: "confirmed", ledger: 3, timestamp: new Date(), deleted: false };
  const ids = { id: 900_001, uid: "m1", operationId: "m1", revision: 900_001, userId: maria.user.id };
  await app.database.collection("transactions").insertMany([
    { ...row, ...ids },
    { ...row, ...ids, id: 900_002, userId: thief.user.id, type: "receive" },
  ]);
  const contact = { id: 900_001, uid: "c1", revision: 900_001, deleted: false, name: "Kept", stellarAddress: KEPT };
  await app.database.collection("contacts").insertOne({ ...contact, userId: maria.user.id });
}, 120_000);
afterAll(() => app.stop());

async function ask(query: Record<string, string>, by = operator) {
  const url = `/api/admin/people?${new URLSearchParams(query).toString()}`;
  const answer = await app.server.inject({ method: "GET", url, headers: { cookie: by.cookie } });
  return { status: answer.statusCode, body: answer.json() };
}

async function find(query: Record<string, string>): Promise<PersonRow[]> {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.people;
}

async function names(query: Record<string, string>): Promise<string[]> {
  return (await find(query)).map(({ username }) => username);
}

function muxed(address: string | undefined): string {
  return new MuxedAccount(new Account(address ?? "", "0"), "42").accountId();
}

describe("a person is found by", () => {
  const ways: readonly (readonly [what: string, text: () => string, foundBy: readonly FoundBy[]])[] = [
    ["the beginning of the name, whatever its case", () => "mARIA.l", ["name"]],
    ["the user ID", () => "maria-7788", ["user-id"]],
    ["the beginning of both", () => "maria", ["name", "user-id"]],
    ["the mail", () => "ML@mail.example", ["email"]],
    ["the number", () => String(maria.user.id), ["number"]],
    ["the address", () => maria.user.walletAddress ?? "", ["address"]],
    ["the address with a number", () => muxed(maria.user.walletAddress), ["address"]],
    ["an address that they keep", () => KEPT, ["contact"]],
  ];
  test.each(ways)("%s", async (_name, text, foundBy) => {
    const people = await find({ q: text() });
    expect(people).toMatchObject([{ id: maria.user.id, username: "Maria.Lopez", foundBy }]);
  });

  test("a transaction's hash, which tells who paid and who was paid", async () => {
    const people = await find({ q: HASH.toUpperCase(), sort: "name" });
    expect(people).toMatchObject([
      { id: maria.user.id, foundBy: ["sent"] },
      { id: thief.user.id, foundBy: ["received"] },
    ]);
  });

  test("a claimed mail as well as by one that was shown to be theirs", async () => {
    const { user } = await aUser(app);
    await app.database
      .collection("users")
      .updateOne({ id: user.id }, { $set: { claimedEmail: "claims@nowhere.example" } });
    expect((await find({ q: "claims@" })).map(({ id }) => id)).toEqual([user.id]);
  });

  test.each([".*", "^maria", "maria.*", "$ne", '{"$ne":1}', "%", "_", "ab".repeat(31), "G".repeat(56), "0"])(
    "nothing that only looks like it: %s",
    async (q) => {
      expect(await find({ q })).toEqual([]);
    },
  );
});

test("names are told by numbers, and of nobody nothing", async () => {
  const named = async (ids: string) => askAs(app, operator, "GET", `/api/admin/people/names?ids=${ids}`);
  const { id, username } = operator.user;
  expect((await named(`${id},123456789012`)).body).toEqual({ names: [{ id, username }] });
  for (const odd of ["", "0", "a", "1,", "1,,2", Array.from({ length: 51 }, (_, at) => at + 1).join(",")])
    expect((await named(odd)).body.code).toBe("input-invalid");
});

describe("what is asked is refused where it is", () => {
  test.each([
    ["an operator of the database", "q[$ne]=1"],
    ["two searches", "q=a&q=b"],
    ["an unknown filter", "password=x"],
    ["a state that is none", "frozen=maybe"],
    ["an order that is none", "sort=password"],
    ["a day that is none", "from=yesterday"],
    ["a place that is none", "after=%7B%22%24gt%22%3A0%7D"],
    ["a text without end", `q=${"a".repeat(300)}`],
  ])("%s", async (_name, query) => {
    const headers = { cookie: operator.cookie };
    const answer = await app.server.inject({ method: "GET", url: `/api/admin/people?${query}`, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "input-invalid"]);
  });

  test.each(["", "/export", "/1", "/1/wallet", "/1/movements", "/1/notes"])(
    "by whoever is no operator: %s",
    async (part) => {
      const url = `/api/admin/people${part}`;
      const codeFor = async (cookie: string) =>
        (await app.server.inject({ method: "GET", url, headers: { cookie } })).json().code;
      expect(await codeFor("")).toBe("session-required");
      expect(await codeFor(maria.cookie)).toBe("admin-required");
    },
  );
});

describe("filters", () => {
  test("the frozen, those with a second factor and those who wait for a deposit", async () => {
    const { user } = await aUser(app, { username: "filtered-one" });
    const q = "filtered-one";
    const both = async (filter: string) => [await names({ q, [filter]: "yes" }), await names({ q, [filter]: "no" })];
    for (const filter of ["frozen", "factor", "deposit"]) expect(await both(filter), filter).toEqual([[], [q]]);
    await protect(app.runtime, user.id, { isFrozen: true, hasSecondFactor: true });
    await app.database
      .collection("cash_app_deposits")
      .insertOne({ id: 900_001, userId: user.id, status: "pending", cashAppTransactionId: "PEOPLE1" });
    for (const filter of ["frozen", "factor", "deposit"]) expect(await both(filter), filter).toEqual([[q], []]);
    expect(await find({ q })).toMatchObject([{ isFrozen: true, hasSecondFactor: true, openDeposits: 1 }]);
    expect(await names({ frozen: "yes", factor: "yes", deposit: "yes" })).toEqual([q]);
  });

  test("days on which they signed up, the last of them whole", async () => {
    const day = (id: number, createdAt: string) => {
      const set = { createdAt: new Date(createdAt), signedUpOn: createdAt.slice(0, 10) };
      return app.database.collection("users").updateOne({ id }, { $set: set });
    };
    const [one, two] = [await aUser(app, { username: "old-one" }), await aUser(app, { username: "old-two" })];
    await day(one.user.id, "2020-02-28T00:00:00.000Z");
    await day(two.user.id, "2020-02-29T23:59:59.999Z");
    expect(await names({ from: "2020-02-28", to: "2020-02-29", sort: "oldest" })).toEqual(["old-one", "old-two"]);
    expect(await names({ from: "2020-02-28", to: "2020-02-28" })).toEqual(["old-one"]);
    expect(await names({ to: "2020-02-27" })).toEqual([]);
    // In the order of names some days are read one by one, and more of them whole.
    for (const from of ["2020-02-28", "2019-03-01"]) {
      expect(await names({ from, to: "2020-02-29", sort: "name" }), from).toEqual(["old-one", "old-two"]);
      expect(await names({ from, to: "2020-02-28", sort: "name" }), from).toEqual(["old-one"]);
    }
    expect(await names({ from: "2020-02-29", to: "2020-02-28", sort: "name" })).toEqual([]);
    expect(await names({ to: "2020-02-28", sort: "name" })).toEqual(["old-one"]);
  });
});

/** More than a condition is asked for before anybody is looked at, and than are looked at first. */
const MANY = PEOPLE_PAGE * 5 + 7;

describe("pages", () => {
  beforeAll(async () => {
    const people = Array.from({ length: MANY }, (_, index) => aStored(index));
    await app.database.collection("users").insertMany(people);
    await sealUsersAtFirst(app.database);
    await sealUserNamesAtFirst(app.database);
    await sealSecurityAtFirst(app.database);
  }, 120_000);

  /** Many of one instant: the number tells them apart. */
  function aStored(index: number) {
    const username = `paged-${String(index).padStart(4, "0")}`;
    const key = { usernameKey: username, uniqueUserIdKey: `${username}-id` };
    const createdAt = new Date(Date.UTC(2021, 0, 1, 0, Math.floor(index / 30)));
    const names = { username, uniqueUserId: `${username}-id`, email: `${username}@example.org` };
    const since = { createdAt, signedUpOn: "2021-01-01" };
    return {
      id: 500_000 + index,
      ...names,
      ...key,
      password: "x",
      isAdmin: false,
      kycVerified: false,
      kycStatus: "pending",
      ...since,
    };
  }

  async function walk(query: Record<string, string>, between: (page: number) => Promise<unknown> = async () => {}) {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; ; page += 1) {
      const { body }: { body: PeopleOutput } = await ask({ ...query, ...(after !== null && { after }) });
      seen.push(...body.people.map(({ username }) => username));
      await between(page);
      if (body.next === null) return seen;
      after = body.next;
    }
  }

  const paged = Array.from({ length: MANY }, (_, index) => `paged-${String(index).padStart(4, "0")}`);

  test.each(["name", "oldest", "newest"] as const)("show everybody once: %s first", async (sort) => {
    const seen = await walk({ q: "paged-", sort });
    expect(seen).toEqual(sort === "newest" ? paged.toReversed() : paged);
    expect(await walk({ from: "2021-01-01", to: "2021-01-01", sort })).toEqual(seen);
  });

  test("without an order show who is called so first, each of them once", async () => {
    const { user } = await aUser(app, { username: "elsewhere", email: "paged-0001x@example.org" });
    expect(await walk({ q: "paged-" })).toEqual([...paged, "elsewhere"]);
    expect(await walk({ q: "paged-", frozen: "no" })).toEqual([...paged, "elsewhere"]);
    expect(await walk({ q: "paged-0001" })).toEqual(["paged-0001", "elsewhere"]);
    expect(await walk({ q: "paged-0001", frozen: "yes" })).toEqual([]);
    await app.database.collection("users").updateOne({ id: user.id }, { $set: { email: `${user.id}@example.org` } });
    expect(await walk({ q: String(user.id) })).toEqual(["elsewhere"]);
  });

  test("neither repeat nor leave anybody out while people join", async () => {
    const seen = await walk({ sort: "newest" }, () => aUser(app));
    expect(new Set(seen).size).toBe(seen.length);
    for (const name of paged) expect(seen).toContain(name);
  });

  test("are as long where each has to be asked whether a filter holds", async () => {
    expect(await walk({ q: "paged-", frozen: "no", sort: "name" })).toEqual(paged);
  });

  test("are whole where a filter holds of many, and of none who come first", async () => {
    const last = paged.slice(PEOPLE_PAGE * 3);
    const ids = last.map((_, index) => 500_000 + PEOPLE_PAGE * 3 + index);
    for (const id of ids) await protect(app.runtime, id, { hasSecondFactor: true });
    const day = { from: "2021-01-01", to: "2021-01-01" };
    expect(await walk({ ...day, factor: "yes", sort: "name" })).toEqual(last);
    expect(await walk({ ...day, factor: "yes", sort: "newest" })).toEqual(last.toReversed());
    expect(await walk({ ...day, factor: "yes", deposit: "no", sort: "oldest" })).toEqual(last);
    expect(await walk({ q: "paged-", factor: "yes" })).toEqual(last);
  });
});

test("the export is all who are meant, whatever a page holds, and no cell of it is a formula", async () => {
  await app.database
    .collection("users")
    .updateOne({ id: 500_003 }, { $set: { username: '=HYPERLINK("http://x")', email: "+1@example.org" } });
  const url = "/api/admin/people/export?q=paged-&sort=name&reason=asked";
  const answer = await app.server.inject({ method: "GET", url, headers: { cookie: operator.cookie } });
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = answer.body.split("\r\n");
  expect(lines.at(-1)).toBe("");
  expect(lines).toHaveLength(MANY + 2);
  expect(lines[0]).toBe(
    "id,username,user_id,email,email_unproven,address,signed_up_at,frozen,second_factor,open_deposits,operator,closed",
  );
  expect(lines[4]).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(lines[4]).toContain("'+1@example.org");
  const noted = await app.database.collection("operator_actions").findOne({ action: "export-people" });
  expect(noted).toMatchObject({ operatorId: operator.user.id, reason: "asked", details: "q paged-, sort name" });
});
