import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditLine, AuditRowOutput } from "#schemas/audit.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG, type AuditEvent, type AuditRow } from "#server/platform/vault/audit-rows.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

/** Nobody else's rows are of this day. */
const DAY = "2020-05-05";
const ROWS = 230;
const ADDRESS = `G${"A".repeat(55)}`;
let app: TestApp;
let boss: TestUser;
let auditor: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [boss, auditor] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app, ["auditor"])];
  const written = openAuditLog(app.database, { now: () => new Date(`${DAY}T12:00:00Z`) });
  // Together, so that many are of one moment.
  await Promise.all(Array.from({ length: ROWS }, (_, at) => written.append(eventOf(at))));
}, 60_000);
afterAll(() => app.stop());

function eventOf(at: number): AuditEvent {
  const common = { payloadHash: "", reason: at === 7 ? '=HYPERLINK("x")' : `row ${at}` };
  if (at % 2 === 0) {
    const payloadHash = at.toString(16).padStart(64, "0");
    return {
      ...common,
      payloadHash,
      action: "sign",
      address: ADDRESS,
      purpose: "wallet",
      requestedBy: `user ${7000 + at}`,
    };
  }
  const [address, requestedBy] = [`user ${9000 + (at % 5)}`, `operator ${8000 + (at % 3)}`];
  const purpose = at % 7 === 0 ? "freeze" : "note-person";
  return { ...common, action: "operate", address, purpose, requestedBy, change: '{"before":null,"after":{"a":1}}' };
}

async function listed(query: string, by = auditor): Promise<AuditRowOutput[]> {
  const { status, body } = await askAs(app, by, "GET", `/api/admin/audit?from=${DAY}&to=${DAY}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
}

async function textOf(url: string, { cookie }: TestUser = auditor) {
  return app.server.inject({ method: "GET", url, headers: { cookie } });
}

async function verification(): Promise<AuditLine[]> {
  const { body } = await textOf("/api/admin/audit/verification");
  return body
    .trim()
    .split("\n")
    .map((line): AuditLine => JSON.parse(line));
}

test("pages show each row of a moment once, newest first", async () => {
  const seen: AuditRowOutput[] = [];
  for (let page = await listed(""); page.length > 0; page = await listed(`&before=${page.at(-1)?.number}`))
    seen.push(...page);
  expect(seen).toHaveLength(ROWS);
  const numbers = seen.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => other - one));
});

test.each([
  ["&kind=sign&before=BEFORE", (at: number) => at % 2 === 0],
  ["&act=freeze", (at: number) => at % 2 === 1 && at % 7 === 0],
  ["&operator=8001&before=BEFORE", (at: number) => at % 2 === 1 && at % 3 === 1],
  ["&whom=9003", (at: number) => at % 2 === 1 && at % 5 === 3],
  ["&whom=9003&operator=8002&act=note-person", (at: number) => at % 30 === 23 && at % 7 !== 0],
  ["&kind=operate&whom=9000&act=freeze", (at: number) => at % 70 === 35],
  [`&whom=${ADDRESS}&kind=operate`, () => false],
  [`&whom=${ADDRESS}`, (at: number) => at % 2 === 0],
  ["&kind=sign&operator=8001", () => false],
  ["&kind=operate&operator=8001&act=freeze", (at: number) => at % 2 === 1 && at % 3 === 1 && at % 7 === 0],
  ["&kind=sign&act=freeze", () => false],
  ["&find=9003", (at: number) => at % 2 === 1 && at % 5 === 3],
  ["&find=8001&act=freeze", (at: number) => at % 2 === 1 && at % 3 === 1 && at % 7 === 0],
  ["&find=9003&operator=8002", (at: number) => at % 30 === 23],
  ["&find=7040", (at: number) => at === 40],
  [`&find=${ADDRESS.toLowerCase()}&before=BEFORE`, (at: number) => at % 2 === 0],
  [`&find=${"28".padStart(64, "0")}`, (at: number) => at === 40],
  [`&find=${"29".padStart(64, "0")}`, () => false],
  ["&find=hyperlink", (at: number) => at === 7],
  ["&find=row+13+9001", (at: number) => [131, 133].includes(at) && at % 5 === 1],
  ["&find=Freeze&before=BEFORE", (at: number) => at % 2 === 1 && at % 7 === 0],
  // Signatures are looked through where they are meant.
  ["&find=row+4&kind=sign", (at: number) => at % 2 === 0 && String(at).includes("4")],
  ["&find=row+40", () => false],
  ["&find=nobody+wrote+this", () => false],
])("%s shows exactly what it says", async (query, isMeant) => {
  const [newest] = await listed("");
  const rows = await listed(query.replace("BEFORE", String((newest?.number ?? 0) + 1)));
  const meant = Array.from({ length: ROWS }, (_, at) => at)
    .filter(isMeant)
    .map((at) => eventOf(at).reason)
    .toReversed();
  expect(rows.map(({ reason }) => reason)).toEqual(meant.slice(0, 100));
});

test("a row is found by its number, and what somebody did or had done to them by their name", async () => {
  const [row] = await listed("&act=freeze");
  expect(await listed(`&find=%23${row?.number}`)).toEqual([row]);
  const { id, username } = (await aConfirmedAdmin(app)).user;
  const body = { reason: "called twice" };
  const noted = await askAs(app, boss, "POST", `/api/admin/people/${id}/notes`, body);
  expect(noted.status, JSON.stringify(noted.body)).toBeLessThan(300);
  const found = async (find: string): Promise<AuditRowOutput[]> =>
    (await askAs(app, auditor, "GET", `/api/admin/audit?find=${find}`)).body.rows;
  await eventually(async () => (await found(username)).some(({ act }) => act === "note-person"));
  expect((await found(username)).every(({ whom, by }) => [whom, by].some((party) => party.endsWith(` ${id}`)))).toBe(
    true,
  );
  const byBoss = await found(boss.user.username.slice(0, -1));
  expect(byBoss.some(({ by, whom }) => by === `operator ${boss.user.id}` && whom === `user ${id}`)).toBe(true);
});

test("a row is opened by its number, and what there is not is said to be none", async () => {
  const [row] = await listed("&act=freeze");
  expect((await askAs(app, auditor, "GET", `/api/admin/audit/rows/${row?.number}`)).body).toEqual(row);
  expect((await askAs(app, auditor, "GET", "/api/admin/audit/rows/99999999")).body.code).toBe("audit-row-unknown");
  const wrong = await askAs(app, auditor, "GET", "/api/admin/audit?whom=ana");
  expect([wrong.status, wrong.body.code]).toEqual([400, "input-invalid"]);
});

test("a file has all rows that are meant, runs nothing, and that it was taken along is noted", async () => {
  const url = `/api/admin/audit/export?from=${DAY}&to=${DAY}&kind=operate&reason=for+the+books`;
  const { body, headers } = await textOf(url);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = body.trim().split("\r\n");
  expect(lines).toHaveLength(1 + ROWS / 2);
  expect(body).toContain(`"'=HYPERLINK(""x"")"`);
  const noted = await app.database.collection("operator_actions").findOne({ action: "export-audit" });
  expect(noted).toMatchObject({ operatorId: auditor.user.id, reason: "for the books" });
  expect(noted?.["details"]).toBe(`kind operate, from ${DAY}, to ${DAY}`);
  expect((await textOf(url.replace("for+the+books", "+"))).statusCode).toBe(400);
});

test("the whole log can be verified by whoever has nothing but the file", async () => {
  await eventually(async () => (await app.database.collection("audit_pending").countDocuments()) === 0);
  const { body } = await textOf("/api/admin/audit/lines?reason=elsewhere", boss);
  const lines: { hash: string; covers: string }[] = body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThanOrEqual(ROWS);
  let previous = "0".repeat(64);
  for (const [at, { hash, covers }] of lines.entries()) {
    const row: unknown[] = JSON.parse(covers);
    expect([row[0], row[8]]).toEqual([at + 1, previous]);
    expect(createHash("sha256").update(covers).digest("hex")).toBe(hash);
    previous = hash;
  }
});

test("a verification says how far it is and what it found, one at a time", async () => {
  const [first, second] = await Promise.all([verification(), verification()]);
  const ends = [first.at(-1), second.at(-1)].map((line) => line?.line).toSorted();
  expect(ends).toEqual(["busy", "found"]);
  const all = await verification();
  expect(all[0]).toMatchObject({ line: "progress", rows: 0 });
  expect(all.at(-1)).toMatchObject({ line: "found", isWhole: true, brokenAt: null, problem: "" });
});

test("a row that somebody changed is named", async () => {
  const rows = app.database.collection<AuditRow>(AUDIT_LOG);
  const [row] = await listed("&act=freeze");
  const number = row?.number ?? 0;
  await rows.updateOne({ _id: number }, { $set: { reason: "nothing" } });
  expect((await verification()).at(-1)).toMatchObject({
    line: "found",
    isWhole: false,
    brokenAt: number,
    rows: number - 1,
  });
  await rows.updateOne({ _id: number }, { $set: { reason: row?.reason ?? "" } });
  expect((await verification()).at(-1)).toMatchObject({ isWhole: true });
});

test("only who may read what operators did reads any of it", async () => {
  const finance = await aConfirmedAdmin(app, ["finance"]);
  for (const path of ["", "/rows/1", "/verification", "/export?reason=x", "/lines?reason=x"])
    expect((await askAs(app, finance, "GET", `/api/admin/audit${path}`)).body.code).toBe("role-required");
});

test("among more rows than are looked at for one page, a search goes on with the next", async () => {
  const at = new Date("2020-06-06T12:00:00Z");
  const first = 10_000_000;
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    _id: first + index,
    at,
    ...eventOf(index * 2 + 1),
    reason: index === 0 ? "the oldest one" : "another one",
    previous: "",
    hash: "",
  }));
  // No link of the chain: nothing is verified here.
  await app.database.collection<AuditRow>(AUDIT_LOG).insertMany(rows);
  const found: AuditRowOutput[] = [];
  let pages = 0;
  for (let before = ""; ; pages += 1) {
    const url = `/api/admin/audit?from=2020-06-06&to=2020-06-06&find=oldest${before}`;
    const { body } = await askAs(app, auditor, "GET", url);
    found.push(...body.rows);
    if (body.next === null) break;
    before = `&before=${body.next}`;
  }
  expect(found.map(({ number }) => number)).toEqual([first]);
  expect(pages).toBeGreaterThan(0);
  const file = await textOf("/api/admin/audit/export?from=2020-06-06&to=2020-06-06&find=oldest&reason=one");
  expect(file.body.trim().split("\r\n")).toHaveLength(2);
});
