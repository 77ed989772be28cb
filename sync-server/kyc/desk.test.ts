import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { setIdentity } from "#server/users/index.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";
import { aCheck } from "./check.fixture.ts";
import { watermarked } from "./watermark.ts";
import { findVerification } from "./verifications.ts";

let app: TestApp;
let rita: TestUser;
let otto: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [rita, otto] = [await aConfirmedAdmin(app, ["reviewer"]), await aConfirmedAdmin(app, ["reviewer"])];
});
afterAll(() => app.stop());

const deps = () => ({ runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) });
const WHY = { reason: "as the document says" };
const url = (id: number, rest = "") => `/api/admin/kyc/${id}${rest}`;
const approve = (by: TestUser, id: number, version = 1) =>
  askAs(app, by, "POST", url(id, "/approve"), { version, ...WHY });

async function sent(fields: Partial<Parameters<typeof aCheck>[1]> = {}) {
  const person = await aUser(app);
  return { person, check: await aCheck(deps(), { userId: person.user.id, ...fields }) };
}

function actions(userId: number, action: string) {
  return app.database.collection("operator_actions").countDocuments({ userId, action });
}

function picture(by: TestUser, id: number, slot = "front") {
  return app.server.inject({ url: url(id, `/pictures/${slot}`), headers: { cookie: by.cookie } });
}

test("the queue has what waits, the oldest first, and finds people by name and number", async () => {
  const [first, second] = [await sent({ ago: 100 }), await sent()];
  const queue = async (query = "") => (await askAs(app, rita, "GET", `/api/admin/kyc${query}`)).body;
  const all = await queue();
  const ids = all.identities.map(({ id }: { id: number }) => id);
  expect(ids.indexOf(first.check.id)).toBeLessThan(ids.indexOf(second.check.id));
  expect(all.total).toBe(ids.length);
  for (const find of [second.person.user.username.toUpperCase(), String(second.person.user.id)])
    expect((await queue(`?find=${find}`)).identities).toMatchObject([{ id: second.check.id, duplicates: 0 }]);
  expect((await queue("?show=decided")).identities).toEqual([]);
  await approve(rita, first.check.id);
  expect((await queue("?show=decided")).identities).toMatchObject([{ id: first.check.id, status: "approved" }]);
});

test("what waits stands by when it was sent, not by its number, and so do the pages", async () => {
  const [young, old, between] = [await sent({ ago: 7000 }), await sent({ ago: 9000 }), await sent({ ago: 8000 })];
  const order = [old, between, young].map(({ check }) => check.id);
  const ids = async (query = "") =>
    (await askAs(app, rita, "GET", `/api/admin/kyc${query}`)).body.identities.map(({ id }: { id: number }) => id);
  expect((await ids()).slice(0, 3)).toEqual(order);
  expect((await ids(`?before=${old.check.id}`)).slice(0, 2)).toEqual(order.slice(1));
  expect(await ids(`?before=${young.check.id}`)).not.toEqual(expect.arrayContaining([old.check.id]));
  for (const { check } of [young, old, between]) await approve(rita, check.id);
});

test("a case that is opened is a row of the log, and tells all that decides", async () => {
  const { person, check } = await sent({ number: "X-123 456", hints: ["dark"] });
  const { body } = await askAs(app, rita, "GET", url(check.id));
  expect(body.needsSecond).toEqual({ approve: false, reject: false });
  expect(body).toMatchObject({ documentNumber: "X-123 456", version: 1, email: person.user.email, country: "FR" });
  expect(
    body.pictures.map(({ slot, hints, width }: { slot: string; hints: string[]; width: number }) => [
      slot,
      hints,
      width,
    ]),
  ).toEqual([
    ["front", ["dark"], 1200],
    ["selfie", ["dark"], 1200],
  ]);
  expect(await actions(person.user.id, "view-identity")).toBe(1);
});

test("a picture is shown with who looks across it, and each look is a row of its own", async () => {
  const { person, check } = await sent();
  const answer = await picture(rita, check.id);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store" });
  expect(answer.headers["content-type"]).toContain("image/jpeg");
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 1600 });
  await picture(rita, check.id);
  expect(await actions(person.user.id, "view-identity-picture")).toBe(2);
  expect((await picture(rita, check.id, "back")).json().code).toBe("identity-picture-removed");
});

test("without its row in the log no byte of a picture goes out, nor what was typed", async () => {
  const { person, check } = await sent();
  const collection = app.database.collection.bind(app.database);
  const broken = vi.spyOn(app.runtime.database, "collection").mockImplementation(((name: string) => {
    if (name === "operator_actions") throw new Error("the log is full");
    return collection(name);
  }) as never);
  const [answer, opened] = [await picture(rita, check.id), await askAs(app, rita, "GET", url(check.id))];
  broken.mockRestore();
  expect([answer.statusCode, opened.status]).toEqual([500, 500]);
  expect(JSON.stringify(opened.body)).not.toContain(`DOC${person.user.id}`);
  expect(answer.rawPayload.includes(Buffer.from("ffd8ff", "hex"))).toBe(false);
  expect(await actions(person.user.id, "view-identity-picture")).toBe(0);
});

test("a picture that a page, a tab or a frame shows by its address is none, and no look", async () => {
  const { person, check } = await sent();
  for (const destination of ["document", "image", "iframe", "worker"]) {
    const headers = { cookie: rita.cookie, "sec-fetch-dest": destination };
    const answer = await app.server.inject({ url: url(check.id, "/pictures/front"), headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "identity-elsewhere"]);
  }
  expect(await actions(person.user.id, "view-identity-picture")).toBe(0);
  const headers = { cookie: rita.cookie, "sec-fetch-dest": "empty" };
  expect((await app.server.inject({ url: url(check.id, "/pictures/front"), headers })).statusCode).toBe(200);
});

test("the mark is drawn without any font, and is in every part of the picture", async () => {
  const grey = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
  const marked = await watermarked(grey, "rita - OPERATOR 12 - 2026-01-01 10:00 UTC");
  for (const [left, top] of [
    [0, 0],
    [700, 0],
    [0, 450],
    [700, 450],
  ] as const) {
    const { channels } = await sharp(
      await sharp(marked).extract({ left, top, width: 500, height: 350 }).toBuffer(),
    ).stats();
    expect(channels[0]?.max, `${left} ${top}`).toBeGreaterThan(160);
  }
});

test("the mark names who looks", async () => {
  const grey = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
  const [ofRita, again, ofOtto] = await Promise.all(["rita", "rita", "otto"].map((name) => watermarked(grey, name)));
  expect(again?.equals(ofRita ?? Buffer.alloc(0))).toBe(true);
  expect(ofOtto?.equals(ofRita ?? Buffer.alloc(0))).toBe(false);
});

test("approving lets the person on, at once and with a row that says before and after", async () => {
  const { person, check } = await sent();
  const { body } = await approve(rita, check.id);
  expect(body).toMatchObject({
    status: "approved",
    reviewedBy: rita.user.id,
    version: 2,
    picturesUntil: expect.any(String),
  });
  expect(body.history).toMatchObject([{ act: "approved", by: rita.user.id, privateNote: WHY.reason }]);
  expect((await askAs(app, person, "GET", "/api/kyc/status")).body).toEqual({ status: "approved", isVerified: true });
  const row = await app.database
    .collection("operator_actions")
    .findOne({ userId: person.user.id, action: "approve-identity" });
  expect(JSON.parse(row?.["change"])).toMatchObject({ before: { status: "pending" }, after: { status: "approved" } });
  const told = await app.database
    .collection("notifications")
    .countDocuments({ userId: person.user.id, kind: "identity-approved" });
  expect(told).toBe(1);
});

test("of two operators at once one decides, and the other is told by whom", async () => {
  const { check } = await sent();
  const answers = await Promise.all([approve(rita, check.id), approve(otto, check.id)]);
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect([won?.status, lost?.body.code]).toEqual([200, "identity-decided"]);
  const winner = won?.body.reviewedBy === rita.user.id ? rita : otto;
  expect(lost?.body.message).toContain(winner.user.username);
});

test("a page that is stale decides nothing, and nobody decides about themself", async () => {
  const { check } = await sent();
  const asked = { version: 1, ...WHY, asked: [{ part: "front", reason: "glare", note: "tilt it a little" }] };
  const { body } = await askAs(app, rita, "POST", url(check.id, "/ask"), asked);
  expect(body).toMatchObject({ status: "pending", isMoreAsked: true, version: 2, asked: asked.asked });
  expect((await approve(otto, check.id, 1)).body.code).toBe("identity-changed");
  expect((await approve(otto, 999_999)).body.code).toBe("identity-unknown");
  const own = await aCheck(deps(), { userId: otto.user.id });
  expect((await approve(otto, own.id)).body.code).toBe("identity-own");
  const ask = await askAs(app, otto, "POST", url(own.id, "/ask"), asked);
  expect(ask.body.code).toBe("identity-own");
  expect(await findVerification(app.runtime, own.id, null)).toMatchObject({ status: "pending", version: 1 });
});

test("refusing is for good, with its cause and a note to the person", async () => {
  const { person, check } = await sent();
  const input = { version: 1, cause: "altered", note: "The photo was replaced.", ...WHY };
  const { body } = await askAs(app, rita, "POST", url(check.id, "/reject"), input);
  expect(body).toMatchObject({ status: "rejected", rejected: { cause: "altered", note: "The photo was replaced." } });
  expect((await approve(otto, check.id, 2)).body).toMatchObject({ code: "identity-decided" });
  expect((await askAs(app, person, "GET", "/api/kyc/status")).body).toEqual({ status: "rejected", isVerified: false });
});

test("a document that somebody else sent is flagged, and takes two", async () => {
  const [one, two] = [await sent({ number: "ab 12-34" }), await sent({ number: "AB1234" })];
  const { body } = await askAs(app, rita, "GET", url(two.check.id));
  expect(body).toMatchObject({ duplicates: 1, sameDocument: [{ id: one.check.id, userId: one.person.user.id }] });
  expect(body.needsSecond).toEqual({ approve: true, reject: true });
  const { proposal } = (await approve(rita, two.check.id)).body;
  expect(proposal).toMatchObject({
    why: "Somebody else sent the same document.",
    content: { kind: "approve-identity" },
  });
  const yes = { digest: proposal.digest, reason: "they are brothers" };
  const approved = await askAs(app, otto, "POST", `/api/admin/proposals/${proposal.id}/approve`, yes);
  expect(approved.body.state).toBe("done");
  expect((await findVerification(app.runtime, two.check.id, null))?.status).toBe("approved");
});

test("support sees the queue and no case; an auditor, nobody and a frozen reviewer see none", async () => {
  const { check } = await sent();
  const [support, auditor] = [await aConfirmedAdmin(app, ["support"]), await aConfirmedAdmin(app, ["auditor"])];
  for (const who of [support, auditor]) {
    expect((await askAs(app, who, "GET", "/api/admin/kyc")).status).toBe(200);
    expect((await askAs(app, who, "GET", url(check.id))).body.code).toBe("role-required");
    expect((await picture(who, check.id)).json().code).toBe("role-required");
    expect((await approve(who, check.id)).body.code).toBe("role-required");
  }
  const frozen = await aConfirmedAdmin(app, ["reviewer"]);
  await askAs(app, frozen, "POST", "/api/security/freeze", {});
  expect((await picture(frozen, check.id)).json().code).toBe("operator-frozen");
});

test("a user whom somebody verified past the server is not", async () => {
  const person = await aUser(app);
  await app.database
    .collection("users")
    .updateOne({ id: person.user.id }, { $set: { kycVerified: true, kycStatus: "approved" } });
  expect((await askAs(app, person, "GET", "/api/kyc/status")).body.isVerified).toBe(false);
  await app.database.transaction((session) => setIdentity(app.runtime, session, person.user.id, "approved"));
  expect((await askAs(app, person, "GET", "/api/kyc/status")).body.isVerified).toBe(true);
});

test("each decision is about one identity: none takes several", () => {
  const writing = Object.values(KYC_DESK_ENDPOINTS).filter(({ method }) => method !== "GET");
  expect(writing).toHaveLength(3);
  for (const { path } of writing) expect(path).toMatch(/^\/api\/admin\/kyc\/:id\/[a-z]+$/);
});

test("what is asked again leaves the queue, and what was asked stands beside what is sent then", async () => {
  const { person, check } = await sent();
  const found = async (show: string) =>
    (await askAs(app, rita, "GET", `/api/admin/kyc?show=${show}&find=${person.user.id}`)).body.identities;
  expect(await found("waiting")).toMatchObject([{ id: check.id, dueDate: expect.any(String), attempts: 1 }]);
  const asked = [{ part: "country", reason: "mistyped", note: "it says BE" }];
  await askAs(app, rita, "POST", url(check.id, "/ask"), { version: 1, asked, ...WHY });
  expect([await found("waiting"), await found("asked")]).toMatchObject([[], [{ id: check.id, isMoreAsked: true }]]);
  await askAs(app, person, "POST", "/api/kyc/consent", { version: CONSENT_VERSION });
  const said = { idempotencyKey: "sent-anew-0000000001", country: "BE", pictures: {} };
  const answer = await askAs(app, person, "POST", "/api/kyc/submit", said);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await found("waiting")).toMatchObject([{ id: check.id, attempts: 2, country: "BE" }]);
  const { body } = await askAs(app, otto, "GET", url(check.id));
  expect(body).toMatchObject({ attempts: 2, asked: [], history: [{ act: "asked", by: rita.user.id, asked }] });
});

test("operators set that every identity takes two", async () => {
  const boss = await aConfirmedAdmin(app);
  const always = { settings: { "approve-identity": "always", "reject-identity": "always" }, ...WHY };
  expect((await askAs(app, boss, "PUT", "/api/admin/four-eyes", always)).status).toBe(200);
  const { person, check } = await sent();
  const seen = (await askAs(app, rita, "GET", url(check.id))).body;
  expect([seen.sameDocument, seen.needsSecond]).toEqual([[], { approve: true, reject: true }]);
  const { proposal } = (await approve(rita, check.id)).body;
  expect(proposal).toMatchObject({ state: "proposed", content: { kind: "approve-identity", identityId: check.id } });
  expect(await findVerification(app.runtime, check.id, null)).toMatchObject({ status: "pending", version: 1 });
  const agree = (by: TestUser) =>
    askAs(app, by, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest: proposal.digest, ...WHY });
  expect((await agree(rita)).status).toBe(403);
  // Meanwhile something of it is asked again: what was proposed is about another state of it.
  const asked = [{ part: "front", reason: "glare", note: "" }];
  await askAs(app, otto, "POST", url(check.id, "/ask"), { version: 1, asked, ...WHY });
  const late = await agree(otto);
  expect([late.body.code, late.body.state]).toEqual(["identity-changed", undefined]);
  expect((await askAs(app, person, "GET", "/api/kyc/status")).body.status).toBe("pending");
});
