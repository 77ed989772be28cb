import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";
import { aPhoto } from "#server/kyc/picture.fixture.ts";
import { prepareServer } from "#tests/bench/running-server.ts";
import { aRegistration } from "#tests/support/builders.ts";
import { digestOf, passport } from "#tests/support/identity.ts";

const ADMIN = { username: "admin", password: "an admin's long password" };

/** A server killed while a part comes and while the whole is written: what it said it has, it has, and all goes on from there. */
test("a server killed in the middle of an upload loses no part that it answered, and the check is whole", async () => {
  const server = await prepareServer({});
  try {
    await server.start();
    const cookie = await signedIn(await ask("POST", "/api/register", "", aRegistration()));
    await told(await ask("POST", "/api/kyc/consent", cookie, { version: CONSENT_VERSION }));
    const front = await aPhoto(61, 2400, 1800);
    const parts = Math.ceil(front.length / UPLOAD_PART_BYTES);
    expect(parts).toBeGreaterThan(2);
    // In the middle, and with the last part, with which the picture is drawn anew and written.
    for (const last of [1, parts - 1]) {
      let begun = await begin(cookie, "front", front);
      for (; begun.received < last * UPLOAD_PART_BYTES;) begun = await sendPart(cookie, begun, front);
      const answered = begun.received;
      const cut = sendPart(cookie, begun, front).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, last * 15));
      await server.restart();
      await cut;
      expect((await begin(cookie, "front", front)).received).toBeGreaterThanOrEqual(answered);
    }
    const pictures = { front: await sendAll(cookie, "front", front), selfie: "" };
    pictures.selfie = await sendAll(cookie, "selfie", await aPhoto(62));
    const sent = await told(await ask("POST", "/api/kyc/submit", cookie, passport(pictures)));
    expect(sent).toMatchObject({ status: "pending", hasPictures: true });
    const operator = await signedIn(await ask("POST", "/api/login", "", ADMIN));
    const { identities } = await told(await ask("GET", "/api/admin/kyc", operator));
    for (const slot of ["front", "selfie"])
      expect((await ask("GET", `/api/admin/kyc/${identities[0].id}/pictures/${slot}`, operator)).status).toBe(200);
    const keys = await readdir(join(server.dataDir, "erasure-keys"));
    expect(keys.filter((name) => name.endsWith(".key")).toSorted()).toEqual(
      Object.values(pictures)
        .map((name) => `${name}.key`)
        .toSorted(),
    );
  } finally {
    await server.close();
  }

  function ask(method: string, path: string, cookie: string, body?: object): Promise<Response> {
    const isBytes = Buffer.isBuffer(body);
    const type = isBytes ? "application/octet-stream" : "application/json";
    return fetch(server.url + path, {
      method,
      headers: { cookie, "content-type": type },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  }

  async function begin(cookie: string, slot: string, file: Buffer) {
    const begun = { slot, bytes: file.length, sha256: digestOf(file), hints: [] };
    return told(await ask("POST", "/api/kyc/uploads", cookie, begun));
  }

  async function sendPart(cookie: string, { upload, received }: { upload: string; received: number }, file: Buffer) {
    const part = file.subarray(received, received + UPLOAD_PART_BYTES);
    return told(await ask("PUT", `/api/kyc/uploads/${upload}/${received}`, cookie, part));
  }

  async function sendAll(cookie: string, slot: string, file: Buffer): Promise<string> {
    let at = await begin(cookie, slot, file);
    while (!at.isWhole) at = await sendPart(cookie, at, file);
    return at.upload;
  }
}, 180_000);

async function told(answer: Response) {
  const body = JSON.parse(await answer.text());
  if (!answer.ok) throw new Error(`refused: ${body.code}`);
  return body;
}

async function signedIn(answer: Response): Promise<string> {
  await told(answer);
  const cookie = answer.headers
    .getSetCookie()
    .find((each) => each.startsWith("connect.sid="))
    ?.split(";")[0];
  if (cookie === undefined) throw new Error("nobody was signed in");
  return cookie;
}
