import { createHash, randomUUID } from "node:crypto";
import { aPhoto } from "#server/kyc/picture.fixture.ts";
import { UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { CONSENT_VERSION, type PictureSlot } from "#schemas/kyc.ts";

/** Asks a running server as one person, and answers with what it said; throws where it refused. */
export type Call = (
  method: "POST" | "PUT",
  path: string,
  body: object | Buffer,
) => Promise<Readonly<Record<string, unknown>>>;

/** Sends a passport in over the network, part by part as a device does; the front with a hint of its device. */
export async function sendPassport(call: Call, documentNumber: string): Promise<void> {
  await call("POST", "/api/kyc/consent", { version: CONSENT_VERSION });
  const pictures = { front: await sendPicture(call, "front"), selfie: await sendPicture(call, "selfie") };
  await submitIdentity(call, { documentType: "passport", country: "FR", documentNumber, pictures });
}

/** Sends in what is said, and leaves the rest as it was. */
export async function submitIdentity(call: Call, said: object): Promise<void> {
  await call("POST", "/api/kyc/submit", { idempotencyKey: randomUUID(), pictures: {}, ...said });
}

async function sendPicture(call: Call, slot: PictureSlot): Promise<string> {
  const file = await aPhoto(slot.length, 1200, 900);
  const sha256 = createHash("sha256").update(file).digest("hex");
  const about = { slot, bytes: file.length, sha256, hints: slot === "front" ? ["glare"] : [] };
  const upload = String((await call("POST", "/api/kyc/uploads", about))["upload"]);
  for (let at = 0; at < file.length; at += UPLOAD_PART_BYTES)
    await call("PUT", `/api/kyc/uploads/${upload}/${at}`, file.subarray(at, at + UPLOAD_PART_BYTES));
  return upload;
}
