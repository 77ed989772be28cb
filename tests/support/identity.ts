import { createHash, randomUUID } from "node:crypto";
import { HAND_OVER_HEADER, UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { CONSENT_VERSION, type PictureSlot } from "#schemas/kyc.ts";
import type { TestApp } from "./app.ts";

/** Who sends: a person by their session, or a phone by the key of its link. */
export type By = { readonly cookie: string } | { readonly key: string };

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Calls an endpoint as the app would. */
export async function askBy(app: TestApp, by: By, method: Method, url: string, payload?: unknown) {
  const headers = "cookie" in by ? { cookie: by.cookie } : { [HAND_OVER_HEADER]: by.key };
  const isBytes = Buffer.isBuffer(payload);
  const answer = await app.server.inject({
    method,
    url,
    headers: isBytes ? { ...headers, "content-type": "application/octet-stream" } : headers,
    ...(payload !== undefined && { payload: payload as object }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

export function digestOf(file: Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}

const baseOf = (by: By) => ("cookie" in by ? "/api/kyc/uploads" : "/api/kyc/hand-over/uploads");

/** Begins a picture. */
export function begin(app: TestApp, by: By, slot: PictureSlot, file: Buffer, sha256 = digestOf(file)) {
  return askBy(app, by, "POST", baseOf(by), { slot, bytes: file.length, sha256, hints: ["dark"] });
}

/** Sends what is left of a picture, in at most so many parts; answers with the last answer. */
export async function sendRest(
  app: TestApp,
  by: By,
  { upload, received }: { readonly upload: string; readonly received: number },
  file: Buffer,
  mostParts = Infinity,
) {
  let last = { status: 200, body: { received }, headers: {} } as Awaited<ReturnType<typeof askBy>>;
  for (let parts = 0; parts < mostParts && last.status === 200 && last.body.received < file.length; parts += 1) {
    const at: number = last.body.received;
    last = await askBy(app, by, "PUT", `${baseOf(by)}/${upload}/${at}`, file.subarray(at, at + UPLOAD_PART_BYTES));
  }
  return last;
}

/** Sends a whole picture and answers with its upload's name. */
export async function sendPicture(app: TestApp, by: By, slot: PictureSlot, file: Buffer): Promise<string> {
  const begun = await begin(app, by, slot, file);
  if (begun.status !== 200) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
  const sent = await sendRest(app, by, begun.body, file);
  if (!sent.body.isWhole) throw new Error(`not kept: ${JSON.stringify(sent.body)}`);
  return sent.body.upload;
}

export function consent(app: TestApp, by: By) {
  return askBy(app, by, "POST", "/api/kyc/consent", { version: CONSENT_VERSION });
}

/** What a person with a passport sends in. */
export function passport(pictures: { readonly front?: string; readonly selfie?: string }) {
  return {
    idempotencyKey: randomUUID(),
    documentType: "passport",
    country: "FR",
    documentNumber: "12 ab-34567",
    pictures,
  };
}
