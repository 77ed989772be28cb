import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPhoto, PLANTED } from "#server/kyc/picture.fixture.ts";
import { readPicture } from "#server/kyc/pictures.ts";
import { createLog } from "#server/platform/http/log.ts";
import { openFiles } from "#server/platform/vault/open-vault.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { askBy, begin, consent, passport, sendPicture, sendRest } from "#tests/support/identity.ts";
import { TEMPLATE } from "#tests/support/embedded.ts";

/** The thief has a copy of everything that is stored or said: the database's files, its backups, the data folder and the log. */
const NUMBER = "PLANTED-NUMBER-4711";
/** The degrees of the planted place, as EXIF has them. */
const DEGREES = Buffer.from("300000000100000033000000010000001d00000001000000", "hex");
const lines: string[] = [];
const answers: Buffer[] = [];
let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-copied-"));
  const mongo = await startMongo({ from: process.env[TEMPLATE], keepAs: join(folder, "database") });
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  app = await startTestApp({ mongo, log });
  app.server.addHook("onSend", async (_request, _reply, payload) => {
    if (typeof payload === "string" || Buffer.isBuffer(payload)) answers.push(Buffer.from(payload));
    return payload;
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Pieces of a picture wherever in it, none of which any other file has, as they are and as texts have them. */
function piecesOf(picture: Buffer): Buffer[] {
  const starts = [0.2, 0.4, 0.6, 0.8].map((share) => Math.floor((picture.length * share) / 3) * 3);
  return starts.flatMap((at) => {
    const piece = picture.subarray(at, at + 24);
    return [piece, Buffer.from(piece.toString("base64")), Buffer.from(piece.toString("hex"))];
  });
}

test("nothing of a picture, of where it was taken or of a document's number lies or is said anywhere in plain", async () => {
  const person = await aUser(app);
  await consent(app, person);
  const photos = await Promise.all([21, 22, 23].map((seed) => aPhoto(seed)));
  const [front, selfie, unsent] = photos;
  if (!front || !selfie || !unsent) throw new Error("no photos");
  const pictures = {
    front: await sendPicture(app, person, "front", front),
    selfie: await sendPicture(app, person, "selfie", selfie),
  };
  await askBy(app, person, "POST", "/api/kyc/submit", { ...passport(pictures), documentNumber: NUMBER });
  await askBy(app, person, "GET", "/api/kyc");
  const other = await aUser(app);
  await consent(app, other);
  await sendRest(app, other, (await begin(app, other, "front", unsent)).body, unsent, 1);
  const reviewer = await aConfirmedAdmin(app, ["reviewer"]);
  const { identities } = (await askAs(app, reviewer, "GET", "/api/admin/kyc")).body;
  for (const slot of ["front", "selfie"]) {
    const url = `/api/admin/kyc/${identities[0].id}/pictures/${slot}`;
    const { statusCode, rawPayload } = await app.server.inject({ url, headers: { cookie: reviewer.cookie } });
    expect([statusCode, rawPayload.includes("Exif")]).toEqual([200, false]);
    answers.push(rawPayload);
  }
  const deps = { runtime: app.runtime, files: openFiles(app.runtime) };
  const kept = await Promise.all(Object.values(pictures).map((id) => readPicture(deps, id)));

  const client = new MongoClient(app.config.mongodbUrl);
  await client.db("admin").command({ backupTo: join(folder, "backup.sqlite") });
  await client.close();
  const data = await filesBelow(app.config.dataDir);
  expect(data.some((path) => path.endsWith(".key"))).toBe(true);
  const stored = await Promise.all(data.map((path) => readFile(path)));
  await app.stop();
  const copied = await Promise.all((await filesBelow(folder)).map((path) => readFile(path)));
  expect(copied.length).toBeGreaterThan(1);
  const everything = [...stored, ...copied, ...answers, Buffer.from(lines.join("\n"))];
  // What is looked for is there where it is encrypted: the copies hold the pictures.
  expect(copied.filter((file) => file.includes(pictures.front)).length).toBeGreaterThan(1);

  expect([front.includes(DEGREES), kept.some((picture) => picture.includes("Exif"))]).toEqual([true, false]);
  const secrets = [
    DEGREES,
    ...[...photos, ...kept].flatMap(piecesOf),
    ...Object.values(PLANTED).map((text) => Buffer.from(text)),
  ];
  for (const form of ["utf8", "hex", "base64"] as const) secrets.push(Buffer.from(Buffer.from(NUMBER).toString(form)));
  const found = secrets.filter((secret) => everything.some((place) => place.includes(secret)));
  expect(found.map((secret) => secret.toString("latin1"))).toEqual([]);
}, 60_000);
