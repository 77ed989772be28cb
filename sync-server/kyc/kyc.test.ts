import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { io } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { HAND_OVER_MS, IDENTITY_CHANGED, UNSENT_MS, UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { confirmSessions } from "#tests/support/seals.ts";
import { forgetIdentity, removeIdentity } from "./remove-identity.ts";
import { sweepPictures } from "./keep-pictures.ts";
import { describeOwn } from "./own-identity.ts";
import { aPhoto, PLANTED } from "./picture.fixture.ts";
import { picturesOf, readPicture } from "./pictures.ts";
import { askBy, begin, type By, consent, digestOf, passport, sendPicture, sendRest } from "#tests/support/identity.ts";
import {
  changeVerification,
  findVerificationOf,
  readDocumentNumber,
  type VerificationChange,
} from "./verifications.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let front: Buffer;
let selfie: Buffer;
let person: Awaited<ReturnType<typeof aUser>>;
const deps = () => ({ runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) });

beforeAll(async () => {
  app = await startTestApp();
  [front, selfie] = await Promise.all([aPhoto(11, 2000, 1500), aPhoto(12)]);
});
afterAll(() => app.stop());
beforeEach(async () => {
  person = await aUser(app);
  await consent(app, person);
});

const own = async (by: By = person) => (await askBy(app, by, "GET", "/api/kyc")).body;
const submit = (body: object, by: By = person) => askBy(app, by, "POST", "/api/kyc/submit", body);
const kept = () => picturesOf(app.database).find({ userId: person.user.id }).toArray();

async function sendIn() {
  const pictures = {
    front: await sendPicture(app, person, "front", front),
    selfie: await sendPicture(app, person, "selfie", selfie),
  };
  const body = passport(pictures);
  expect((await submit(body)).status).toBe(200);
  return { body, pictures };
}

async function decide(change: VerificationChange) {
  const check = await findVerificationOf(app.runtime, person.user.id, null);
  if (!check) throw new Error("nothing was sent in");
  const reviewed = { reviewDate: app.clock.now(), reviewedBy: 1 };
  await app.database.transaction((session) =>
    changeVerification(app.runtime, session, check, { ...reviewed, ...change }),
  );
  return check;
}

test("a check goes in once, whatever is pressed twice, and says how it stands", async () => {
  expect(await own()).toMatchObject({ status: null, consent: { version: 1 }, hasPictures: false, uploads: [] });
  const { body } = await sendIn();
  const again = await Promise.all([submit(body), submit(body)]);
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  expect(await own()).toMatchObject({
    status: "pending",
    isVerified: false,
    documentType: "passport",
    country: "FR",
    asked: [],
    uploads: [],
    hasPictures: true,
    picturesUntil: null,
  });
  expect((await submit({ ...body, country: "DE" })).body.code).toBe("idempotency-key-reused");
  expect((await submit({ ...body, idempotencyKey: randomUUID() })).body.code).toBe("identity-under-way");
  expect((await begin(app, person, "front", front)).body.code).toBe("identity-under-way");
  expect((await askBy(app, person, "GET", "/api/kyc/status")).body).toEqual({ status: "pending", isVerified: false });
});

test("two first submissions at once make one check", async () => {
  const pictures = {
    front: await sendPicture(app, person, "front", front),
    selfie: await sendPicture(app, person, "selfie", selfie),
  };
  const body = passport(pictures);
  const answers = await Promise.all([submit(body), submit(body), submit(body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await app.database.collection("kyc_verifications").countDocuments({ userId: person.user.id })).toBe(1);
});

test("nothing is taken before consent, incomplete, or of somebody else's", async () => {
  const stranger = await aUser(app);
  expect((await begin(app, stranger, "front", front)).body.code).toBe("identity-consent-missing");
  expect((await askBy(app, stranger, "POST", "/api/kyc/consent", { version: 99 })).body.code).toBe(
    "identity-consent-old",
  );
  const sent = await sendPicture(app, person, "front", front);
  expect((await submit(passport({ front: sent }))).body).toMatchObject({
    code: "identity-incomplete",
    message: "The picture of you is missing still.",
  });
  await consent(app, stranger);
  const theirs = await sendPicture(app, stranger, "selfie", selfie);
  expect((await submit(passport({ front: sent, selfie: theirs }))).body.code).toBe("identity-upload-unknown");
  expect((await submit(passport({ front: sent, selfie: sent }))).body.code).toBe("identity-upload-unknown");
  const part = await askBy(app, person, "PUT", `/api/kyc/uploads/${theirs}/0`, selfie.subarray(0, UPLOAD_PART_BYTES));
  expect(part.body.code).toBe("identity-upload-unknown");
  const bad = { ...passport({ front: sent, selfie: sent }), documentNumber: "12\u0000\u001b[31m" };
  expect((await submit(bad)).body.code).toBe("input-invalid");
  expect(await own()).toMatchObject({ status: null });
});

test("a picture goes on where it was cut, and what comes twice is left alone", async () => {
  const begun = await begin(app, person, "front", front);
  expect(Math.ceil(front.length / UPLOAD_PART_BYTES)).toBe(3);
  await sendRest(app, person, begun.body, front, 2);
  const found = await begin(app, person, "front", front);
  expect(found.body).toMatchObject({ upload: begun.body.upload, received: 2 * UPLOAD_PART_BYTES, isWhole: false });
  const url = (at: number) => `/api/kyc/uploads/${begun.body.upload}/${at}`;
  const first = front.subarray(0, UPLOAD_PART_BYTES);
  const repeated = await askBy(app, person, "PUT", url(0), first);
  expect(repeated.body.received).toBe(2 * UPLOAD_PART_BYTES);
  const early = await askBy(app, person, "PUT", url(3 * UPLOAD_PART_BYTES), first);
  expect(early.body.received).toBe(2 * UPLOAD_PART_BYTES);
  const third = front.subarray(2 * UPLOAD_PART_BYTES, 3 * UPLOAD_PART_BYTES);
  const both = await Promise.all([1, 2].map(() => askBy(app, person, "PUT", url(2 * UPLOAD_PART_BYTES), third)));
  for (const { body } of both)
    expect(body).toMatchObject({ isWhole: true, received: front.length, sha256: digestOf(front) });
  expect((await begin(app, person, "front", front)).body).toMatchObject({ isWhole: true });
  expect(await app.database.collection("kyc_parts").countDocuments({ picture: begun.body.upload })).toBe(0);
});

test("another picture for the same place replaces the one that was on its way", async () => {
  const first = await sendPicture(app, person, "front", front);
  const second = await sendPicture(app, person, "front", selfie);
  expect((await kept()).map(({ _id }) => _id)).toEqual([second]);
  await expect(readPicture(deps(), first)).rejects.toMatchObject({ code: "identity-picture-removed" });
  const dropped = await askBy(app, person, "DELETE", "/api/kyc/pictures/front");
  expect(dropped.body.uploads).toEqual([]);
  expect(await kept()).toEqual([]);
});

test.each([
  ["a text", () => Buffer.alloc(400, "no picture"), "identity-picture-unreadable"],
  ["an SVG", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "identity-picture-unreadable"],
  ["a PDF", () => Buffer.from("%PDF-1.7 1 0 obj"), "identity-picture-unreadable"],
  ["a cut picture", () => front.subarray(0, front.length - 5000), "identity-picture-unreadable"],
])("%s is refused in one sentence, and nothing of it is kept", async (_name, make, code) => {
  const file = make();
  const begun = await begin(app, person, "front", file);
  const sent = await sendRest(app, person, begun.body, file);
  expect(sent.body.code).toBe(code);
  expect(sent.body.message).toMatch(/^[A-Z].*\.$/);
  expect(await kept()).toEqual([]);
  expect(await app.database.collection("kyc_parts").countDocuments({ picture: begun.body.upload })).toBe(0);
});

test("other bytes than were announced, and too many of them, are refused", async () => {
  const begun = await begin(app, person, "front", front, digestOf(selfie));
  expect((await sendRest(app, person, begun.body, front)).body.code).toBe("identity-upload-broken");
  expect(await kept()).toEqual([]);
  const huge = { slot: "front", bytes: 50 * 1024 * 1024, sha256: digestOf(front), hints: [] };
  expect((await askBy(app, person, "POST", "/api/kyc/uploads", huge)).body).toMatchObject({ code: "input-invalid" });
  const small = await begin(app, person, "front", front);
  const url = `/api/kyc/uploads/${small.body.upload}/0`;
  expect((await askBy(app, person, "PUT", url, Buffer.alloc(UPLOAD_PART_BYTES + 1))).body.code).toBe("body-too-large");
  expect((await askBy(app, person, "PUT", url, Buffer.alloc(1))).body.code).toBe("identity-upload-broken");
  expect((await askBy(app, person, "PUT", url, { a: 1 })).body.code).toBe("media-type-unsupported");
  const bytes = await askBy(app, person, "POST", "/api/kyc/consent", Buffer.from("{}"));
  expect(bytes.body.code).toBe("media-type-unsupported");
});

test("what was asked again alone is sent again, and the rest stays", async () => {
  const { pictures } = await sendIn();
  await decide({ reviewDate: null, reviewedBy: null, asked: [{ part: "front", reason: "glare", note: "shines" }] });
  expect(await own()).toMatchObject({ status: "pending", asked: [{ part: "front", reason: "glare", note: "shines" }] });
  expect((await begin(app, person, "selfie", front)).body.code).toBe("identity-not-asked");
  const again = await sendPicture(app, person, "front", await aPhoto(13));
  const key = randomUUID();
  expect((await submit({ ...passport({ front: again }), idempotencyKey: key })).body.code).toBe("identity-not-asked");
  expect((await submit({ idempotencyKey: key, pictures: {} })).body.code).toBe("identity-incomplete");
  expect((await submit({ idempotencyKey: key, pictures: { front: again } })).status).toBe(200);
  const check = await findVerificationOf(app.runtime, person.user.id, null);
  expect(check).toMatchObject({ documentImageFront: again, selfieImage: pictures.selfie, attempts: 2, asked: [] });
  await expect(readPicture(deps(), pictures.front)).rejects.toMatchObject({ code: "identity-picture-removed" });
  expect(check && (await readDocumentNumber(deps().secrets, check))).toBe("12 ab-34567");
});

test("a number that is asked again is compared anew", async () => {
  await sendIn();
  const before = await decide({ asked: [{ part: "documentNumber", reason: "mistyped", note: "" }], reviewDate: null });
  await submit({ idempotencyKey: randomUUID(), documentNumber: "99", pictures: {} });
  const after = await findVerificationOf(app.runtime, person.user.id, null);
  expect(after?.documentMark).not.toBe(before.documentMark);
});

test("who was approved or refused for good sends nothing more", async () => {
  await sendIn();
  await decide({ status: "rejected", rejectionReason: "altered", notes: "It was changed." });
  expect(await own()).toMatchObject({ status: "rejected", rejected: { cause: "altered", note: "It was changed." } });
  expect((await begin(app, person, "front", front)).body.code).toBe("identity-settled");
  expect((await submit(passport({ front: "x", selfie: "y" }))).body.code).toBe("identity-settled");
});

test("who writes to the database approves nobody", async () => {
  await sendIn();
  const userId = person.user.id;
  await app.database
    .collection("users")
    .updateOne({ id: userId }, { $set: { kycVerified: true, kycStatus: "approved" } });
  expect((await askBy(app, person, "GET", "/api/kyc/status")).body.isVerified).toBe(false);
  await app.database.collection("kyc_verifications").updateOne({ userId }, { $set: { status: "approved" } });
  expect((await askBy(app, person, "GET", "/api/kyc/status")).status).toBe(500);
});

test("a phone sends what it was given, once, for ten minutes, and sees nothing", async () => {
  const link = await askBy(app, person, "POST", "/api/kyc/hand-over", { slots: ["selfie"], documentType: "passport" });
  const nobody: By = { key: "none" };
  const open = () => askBy(app, nobody, "POST", "/api/kyc/hand-over/open", { token: link.body.token });
  expect(await own()).toMatchObject({ handOver: { state: "waiting" } });
  const [one, other] = await Promise.all([open(), open()]);
  expect([one.status, other.status].toSorted()).toEqual([200, 403]);
  const opened = one.status === 200 ? one : other;
  expect(opened.body).toMatchObject({ slots: ["selfie"], documentType: "passport" });
  expect((await open()).body.code).toBe("hand-over-over");
  expect(JSON.stringify(await app.database.collection("kyc_hand_overs").find().toArray())).not.toContain(
    link.body.token,
  );
  const phone: By = { key: opened.body.key };
  expect((await begin(app, nobody, "selfie", selfie)).body.code).toBe("hand-over-over");
  expect((await begin(app, phone, "front", front)).body.code).toBe("identity-not-asked");
  const mine = await begin(app, person, "front", front);
  const url = `/api/kyc/hand-over/uploads/${mine.body.upload}/0`;
  expect((await askBy(app, phone, "PUT", url, front.subarray(0, UPLOAD_PART_BYTES))).body.code).toBe(
    "identity-upload-unknown",
  );
  await sendPicture(app, phone, "selfie", selfie);
  expect((await own()).uploads).toContainEqual(
    expect.objectContaining({ slot: "selfie", isFromPhone: true, isWhole: true }),
  );
  expect((await askBy(app, phone, "POST", "/api/kyc/hand-over/done")).status).toBe(200);
  expect((await begin(app, phone, "selfie", selfie)).body.code).toBe("hand-over-over");
});

test("a link is late after ten minutes, and ends with the next one", async () => {
  const make = () => askBy(app, person, "POST", "/api/kyc/hand-over", { slots: ["front"], documentType: "passport" });
  const open = (token: string) => askBy(app, { key: "" }, "POST", "/api/kyc/hand-over/open", { token });
  const first = await make();
  const key = (await open(first.body.token)).body.key;
  const second = await make();
  expect((await begin(app, { key }, "front", front)).body.code).toBe("hand-over-over");
  app.clock.advance(HAND_OVER_MS + 1);
  expect((await open(second.body.token)).body.code).toBe("hand-over-over");
});

test("a link is over with the session that gave it, opened or not, and one for no picture is none", async () => {
  const make = (by: By) =>
    askBy(app, by, "POST", "/api/kyc/hand-over", { slots: ["selfie"], documentType: "passport" });
  const open = (token: string) => askBy(app, { key: "" }, "POST", "/api/kyc/hand-over/open", { token });
  const none = { slots: ["back"], documentType: "passport" };
  expect((await askBy(app, person, "POST", "/api/kyc/hand-over", none)).body.code).toBe("identity-not-asked");
  const other = await aUser(app);
  await consent(app, other);
  const [opened, unopened] = [(await make(person)).body.token, (await make(other)).body.token];
  const phone: By = { key: (await open(opened)).body.key };
  const begun = await begin(app, phone, "selfie", selfie);
  expect(begun.status).toBe(200);
  for (const by of [person, other]) await askBy(app, by, "POST", "/api/logout");
  expect((await sendRest(app, phone, begun.body, selfie)).body.code).toBe("hand-over-over");
  expect((await begin(app, phone, "selfie", front)).body.code).toBe("hand-over-over");
  expect((await askBy(app, phone, "POST", "/api/kyc/hand-over/done")).body.code).toBe("hand-over-over");
  expect((await open(unopened)).body.code).toBe("hand-over-over");
});

test("what was never sent in is gone after a day, key and all", async () => {
  const upload = await sendPicture(app, person, "front", front);
  await sendRest(app, person, (await begin(app, person, "selfie", selfie)).body, selfie, 1);
  app.clock.advance(UNSENT_MS + 1000);
  expect((await own()).uploads).toEqual([]);
  await sweepPictures(deps());
  expect(await kept()).toEqual([]);
  expect((await openFiles(app.runtime).kept()).days.map(({ name }) => name)).not.toContain(upload);
  expect(await app.database.collection("kyc_parts").countDocuments()).toBe(0);
});

test("pictures stay while nothing is decided, and go with their keys when their time is over", async () => {
  const { pictures } = await sendIn();
  for (let days = 0; days < 60; days += 20) {
    app.clock.advance(20 * DAY_MS);
    await sweepPictures(deps());
  }
  await expect(readPicture(deps(), pictures.front)).resolves.toBeInstanceOf(Buffer);
  await decide({ status: "approved" });
  const files = (await kept()).map(({ file }) => file);
  expect(files).not.toContain(null);
  await sweepPictures(deps());
  const days = async () => (await openFiles(app.runtime).kept()).days;
  const dayOf = (await days()).find(({ name }) => name === pictures.front);
  const decided = (await findVerificationOf(app.runtime, person.user.id, null))?.reviewDate?.getTime() ?? 0;
  expect(dayOf).toMatchObject({ isFinal: true, until: new Date(decided + 30 * DAY_MS) });
  app.clock.advance(30 * DAY_MS + 1000);
  await sweepPictures(deps());
  expect(await kept()).toMatchObject([
    { sha256: digestOf(front), isErased: true, file: null },
    { sha256: digestOf(selfie), isErased: true, file: null },
  ]);
  expect((await days()).map(({ name }) => name)).not.toContain(pictures.front);
  const chunks = app.database.collection("kyc_files.chunks");
  expect(await chunks.countDocuments({ files_id: { $in: files } })).toBe(0);
  const removals = await app.database.collection("audit_pending").find({ purpose: "identity-picture" }).toArray();
  const chained = await app.database.collection("audit_log").find({ purpose: "identity-picture" }).toArray();
  const about = [...removals, ...chained].filter((row) => row["address"] === `user ${person.user.id}`);
  expect(about).toHaveLength(2);
  expect((await describeOwn(app.runtime, person.user.id)).hasPictures).toBe(false);
});

test("a copy has all that is held, and is noted; without a password there is none", async () => {
  await sendIn();
  expect((await askBy(app, person, "POST", "/api/kyc/copy")).body.code).toBe("confirmation-required");
  await confirmSessions(app.database, person.user.id, new Date(app.clock.now().getTime() + DAY_MS));
  const answer = await app.server.inject({
    method: "POST",
    url: "/api/kyc/copy",
    headers: { cookie: person.cookie },
  });
  expect(answer.headers["content-type"]).toBe("application/zip");
  expect(answer.headers["cache-control"]).toBe("no-store");
  const files = unzipSync(answer.rawPayload);
  const names = Object.keys(files);
  expect(names.filter((name) => name.endsWith(".jpg"))).toHaveLength(2);
  const facts = JSON.parse(Buffer.from(files["identity.json"] ?? []).toString("utf8"));
  expect(facts.check).toMatchObject({ documentNumber: "12 ab-34567", country: "FR" });
  for (const bytes of Object.values(files))
    for (const planted of Object.values(PLANTED)) expect(Buffer.from(bytes).includes(planted)).toBe(false);
});

test("a person removes what was decided but the facts, and what was not altogether", async () => {
  const { pictures } = await sendIn();
  await confirmSessions(app.database, person.user.id, new Date(app.clock.now().getTime() + DAY_MS));
  expect((await askBy(app, person, "POST", "/api/kyc/removal")).body).toMatchObject({ status: null });
  await expect(readPicture(deps(), pictures.front)).rejects.toMatchObject({ code: "identity-picture-removed" });
  expect(await kept()).toEqual([]);
  await consent(app, person);
  await sendPicture(app, person, "front", front);
  expect((await askBy(app, person, "POST", "/api/kyc/removal")).body).toMatchObject({ uploads: [], consent: null });
  expect(await kept()).toEqual([]);
  expect((await askBy(app, person, "POST", "/api/kyc/copy")).body.code).toBe("identity-unknown");
  await consent(app, person);
  const second = await sendIn();
  await decide({ status: "approved" });
  const left = await askBy(app, person, "POST", "/api/kyc/removal");
  expect(left.body).toMatchObject({ status: "approved", isVerified: true, hasPictures: false });
  await expect(readPicture(deps(), second.pictures.front)).rejects.toThrow();
  expect((await kept()).every(({ isErased }) => isErased)).toBe(true);
});

test("a person's own devices hear that something changed, and nobody else's", async () => {
  const url = await app.listen();
  const stranger = await aUser(app);
  const heard: string[] = [];
  const sockets = [person, stranger].map(({ cookie, user }) =>
    io(url, {
      transports: ["websocket"],
      extraHeaders: { cookie },
      auth: { protocol: PROTOCOL_VERSION, purpose: "sync" },
      forceNew: true,
    }).on(IDENTITY_CHANGED, (message: unknown) => heard.push(`${user.id} ${JSON.stringify(message)}`)),
  );
  await eventually(() => Promise.resolve(sockets.every(({ connected }) => connected)));
  await sendPicture(app, person, "front", front);
  await eventually(() => Promise.resolve(heard.length > 0));
  expect(new Set(heard)).toEqual(new Set([`${person.user.id} {}`]));
  for (const socket of sockets) socket.close();
});

/** Whether the key of a picture is still there, without which none of its copies opens. */
const hasKey = async (picture: string) => (await openFiles(app.runtime).kept()).names.has(picture);

test("who closes their account leaves no picture, and of what was not decided nothing", async () => {
  const { pictures } = await sendIn();
  expect(await hasKey(pictures.front)).toBe(true);
  await app.database.transaction((session) => forgetIdentity(deps(), session, person.user.id));
  await sweepPictures(deps());
  expect(await kept()).toEqual([]);
  expect([await hasKey(pictures.front), await hasKey(pictures.selfie)]).toEqual([false, false]);
  expect(await findVerificationOf(app.runtime, person.user.id, null)).toBe(null);
});

test("of a check that was decided the pictures and keys go with the account, long before their days", async () => {
  const { pictures } = await sendIn();
  await decide({ status: "approved" });
  await app.database.transaction((session) => forgetIdentity(deps(), session, person.user.id));
  await expect(readPicture(deps(), pictures.front)).rejects.toMatchObject({ code: "identity-picture-removed" });
  await sweepPictures(deps());
  expect([await hasKey(pictures.front), await hasKey(pictures.selfie)]).toEqual([false, false]);
  expect((await kept()).every(({ isErased, sha256 }) => isErased && sha256 !== "")).toBe(true);
});

test("what a law keeps is removed by nobody before, and is decided by who leaves", async () => {
  const { pictures } = await sendIn();
  const config = { ...app.config, identity: { ...app.config.identity, keepByLawDays: 100 } };
  const lawful = { ...deps(), runtime: { ...app.runtime, config } };
  await expect(removeIdentity(lawful, person.user.id)).rejects.toMatchObject({ code: "identity-kept-by-law" });
  await app.database.transaction((session) => forgetIdentity(lawful, session, person.user.id));
  expect(await findVerificationOf(app.runtime, person.user.id, null)).toMatchObject({
    status: "rejected",
    rejectionReason: "no-answer",
  });
  app.clock.advance(99 * DAY_MS);
  await sweepPictures(lawful);
  expect((await kept()).every(({ file }) => file !== null)).toBe(true);
  expect(await hasKey(pictures.front)).toBe(true);
  app.clock.advance(2 * DAY_MS);
  await sweepPictures(lawful);
  expect(await hasKey(pictures.front)).toBe(false);
  expect((await kept()).every(({ isErased }) => isErased)).toBe(true);
});
