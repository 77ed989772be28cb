import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import { UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { aBomb, aPhoto, aScanBomb, aTextBomb } from "#server/kyc/picture.fixture.ts";
import { picturesOf } from "#server/kyc/pictures.ts";
import { findVerificationOf } from "#server/kyc/verifications.ts";
import { openFiles } from "#server/platform/vault/open-vault.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { askBy, begin, type By, consent, digestOf, passport, sendPicture, sendRest } from "#tests/support/identity.ts";
import { confirmSessions } from "#tests/support/seals.ts";

/** The thief has an account, whatever ids another person's pictures have, and sends what breaks readers of pictures. */
const NOBODY: By = { key: "" };
let app: TestApp;
let front: Buffer;
let selfie: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  [front, selfie] = await Promise.all([aPhoto(41), aPhoto(42)]);
});
afterAll(() => app.stop());

async function aSender(): Promise<TestUser> {
  const sender = await aUser(app);
  await consent(app, sender);
  return sender;
}

const rowsOf = ({ user }: TestUser) => picturesOf(app.database).find({ userId: user.id }).toArray();

/** No row, part, file, or key of anything that this person sent. */
async function expectNothingOf(sender: TestUser): Promise<void> {
  expect(await rowsOf(sender)).toEqual([]);
  expect(await findVerificationOf(app.runtime, sender.user.id, null)).toBe(null);
  const names = new Set((await picturesOf(app.database).find().toArray()).map(({ _id }) => _id));
  expect((await openFiles(app.runtime).kept()).days.filter(({ name }) => !names.has(name))).toEqual([]);
  const parts = await app.database.collection("kyc_parts").find().toArray();
  expect(parts.filter((part) => !names.has(part["picture"]))).toEqual([]);
  const files = await app.database.collection("kyc_files.files").find().toArray();
  expect(files.filter((file) => !names.has(file["filename"]))).toEqual([]);
}

test("who is nobody gets nowhere with a known upload", async () => {
  const victim = await aSender();
  const { upload } = (await begin(app, victim, "front", front)).body;
  for (const { access, method, path } of Object.values(KYC_ENDPOINTS)) {
    if (path === KYC_ENDPOINTS.openHandOver.path) continue;
    const url = path.replace(":upload", upload).replace(":offset", "0").replace(":slot", "front");
    const { status, body } = await askBy(app, NOBODY, method, url);
    expect([path, status, body.code]).toEqual(
      access === "anyone" ? [path, 403, "hand-over-over"] : [path, 401, "session-required"],
    );
  }
  expect((await rowsOf(victim)).map(({ received }) => received)).toEqual([0]);
});

test("who is no operator gets nowhere at their desk", async () => {
  const thief = await aSender();
  for (const { method, path } of Object.values(KYC_DESK_ENDPOINTS)) {
    const url = path.replace(":id", "1").replace(":slot", "front");
    const told = await Promise.all([NOBODY, thief].map((by) => askBy(app, by, method, url)));
    expect([path, ...told.map(({ status }) => status)]).toEqual([path, 401, 403]);
    for (const { body } of told) expect(body.message).toMatch(/^[A-Z][^{}]*$/);
  }
});

test("another person's uploads are neither written, taken, dropped nor copied", async () => {
  const [victim, thief] = [await aSender(), await aSender()];
  const whole = await sendPicture(app, victim, "front", front);
  const { upload } = (await begin(app, victim, "selfie", selfie)).body;
  const part = selfie.subarray(0, UPLOAD_PART_BYTES);
  const phoneOf = async (of: TestUser): Promise<By> => {
    const form = { slots: ["front", "selfie"], documentType: "passport" };
    const { token } = (await askBy(app, of, "POST", "/api/kyc/hand-over", form)).body;
    return { key: (await askBy(app, NOBODY, "POST", "/api/kyc/hand-over/open", { token })).body.key };
  };
  const before = await rowsOf(victim);
  for (const [by, base] of [
    [thief, "/api/kyc/uploads"],
    [await phoneOf(thief), "/api/kyc/hand-over/uploads"],
  ] as const)
    for (const name of [upload, whole])
      expect((await askBy(app, by, "PUT", `${base}/${name}/0`, part)).body.code).toBe("identity-upload-unknown");
  expect(
    (await askBy(app, thief, "POST", "/api/kyc/submit", passport({ front: whole, selfie: whole }))).body.code,
  ).toBe("identity-upload-unknown");
  expect((await askBy(app, thief, "DELETE", "/api/kyc/pictures/front")).status).toBe(200);
  await confirmSessions(app.database, thief.user.id, new Date(app.clock.now().getTime() + 60_000));
  expect((await askBy(app, thief, "POST", "/api/kyc/removal")).body.code).toBe("identity-unknown");
  expect(await rowsOf(victim)).toEqual(before);
  await expectNothingOf(thief);
});

test.each([
  ["a picture of 60,000 by 60,000 points", () => aBomb(60_000), "identity-picture-size"],
  ["a picture that is drawn over and over", () => aScanBomb(200), "identity-picture-unreadable"],
  ["a text", () => Buffer.alloc(4000, "no picture"), "identity-picture-unreadable"],
  ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj"), "identity-picture-unreadable"],
  [
    "an SVG",
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
    "identity-picture-unreadable",
  ],
])("%s is one sentence, and nothing is stored", async (_what, make, code) => {
  const [sender, file] = [await aSender(), await make()];
  const { body } = await sendRest(app, sender, (await begin(app, sender, "front", file)).body, file);
  expect(body.code).toBe(code);
  expect(body.message).toMatch(/^[A-Z][^{}]*\.$/);
  await expectNothingOf(sender);
});

test("50 MB and a number of control characters are one sentence each, and nothing is stored", async () => {
  const sender = await aSender();
  const large = { slot: "front", bytes: 50_000_000, sha256: digestOf(front), hints: [] };
  const number = { ...passport({ front: "x", selfie: "y" }), documentNumber: "\u0000\u0007\u202e" };
  for (const [path, body, sentence] of [
    ["/api/kyc/uploads", large, "The picture is larger than 2 MB"],
    ["/api/kyc/submit", number, "Enter the number as it is printed"],
  ] as const) {
    const refused = await askBy(app, sender, "POST", path, body);
    expect([path, refused.body.code]).toEqual([path, "input-invalid"]);
    expect(refused.body.message).toContain(sentence);
  }
  const all = await askBy(app, sender, "PUT", `/api/kyc/uploads/${"A".repeat(22)}/0`, Buffer.alloc(50_000_000));
  expect([413, "body-too-large"]).toEqual([all.status, all.body.code]);
  await expectNothingOf(sender);
});

test("a text of 500 MB beside the points of a picture takes no memory, and is not kept", async () => {
  const sender = await aSender();
  const file = aTextBomb(500_000_000);
  const before = process.memoryUsage().rss;
  await sendPicture(app, sender, "front", file);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test("of two at once for one place one is kept, and of two checks with two keys one", async () => {
  const sender = await aSender();
  const begun = await Promise.all([front, selfie, front].map((file) => begin(app, sender, "front", file)));
  expect(begun.some(({ status }) => status === 200)).toBe(true);
  expect((await rowsOf(sender)).filter(({ isUnsent }) => isUnsent)).toHaveLength(1);
  const pictures = {
    front: await sendPicture(app, sender, "front", front),
    selfie: await sendPicture(app, sender, "selfie", selfie),
  };
  const answers = await Promise.all(
    [1, 2].map(() =>
      askBy(app, sender, "POST", "/api/kyc/submit", { ...passport(pictures), idempotencyKey: randomUUID() }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await findVerificationOf(app.runtime, sender.user.id, null)).toMatchObject({ attempts: 1 });
});

test("sent in and removed at once, all of it is there or none", async () => {
  const sender = await aSender();
  const pictures = {
    front: await sendPicture(app, sender, "front", front),
    selfie: await sendPicture(app, sender, "selfie", selfie),
  };
  await confirmSessions(app.database, sender.user.id, new Date(app.clock.now().getTime() + 60_000));
  await Promise.all([
    askBy(app, sender, "POST", "/api/kyc/submit", passport(pictures)),
    askBy(app, sender, "POST", "/api/kyc/removal"),
    askBy(app, sender, "DELETE", "/api/kyc/pictures/front"),
  ]);
  const check = await findVerificationOf(app.runtime, sender.user.id, null);
  const kept = (await rowsOf(sender)).filter(({ removedAt, verificationId }) => !removedAt && verificationId !== null);
  expect(kept).toHaveLength(check ? 2 : 0);
});
