import { randomUUID } from "node:crypto";
import { HAND_OVER_HEADER } from "#schemas/identity.ts";
import { CONSENT_VERSION, type PictureSlot } from "#schemas/kyc.ts";
import { aPhoto } from "#server/kyc/picture.fixture.ts";
import { digestOf } from "./identity.ts";
import type { Person, Scene } from "./money-scenes.ts";

/** Sends a passport in, its selfie from a phone, has it looked at, and has all of it removed again. */
export async function sendIdentity(
  { drive }: Scene,
  person: Person,
  operator: Person,
  documentNumber: string,
): Promise<void> {
  const picture = async (slot: PictureSlot, key?: string): Promise<string> => {
    const file = await aPhoto(slot.length, 800, 600);
    const headers = key === undefined ? {} : { [HAND_OVER_HEADER]: key };
    const [begin, send] = key === undefined ? (["beginUpload", "sendPart"] as const) : PHONE;
    const begun = { slot, bytes: file.length, sha256: digestOf(file), hints: [] };
    const { upload } = (await drive(begin, person, { body: begun, headers })).body;
    const octets = { ...headers, "content-type": "application/octet-stream" };
    await drive(send, person, { params: [upload, "0"], body: file, headers: octets });
    return upload;
  };
  await drive("consentToCheck", person, { body: { version: CONSENT_VERSION } });
  await picture("front");
  await drive("dropUpload", person, { params: "front" });
  const front = await picture("front");
  const form = { slots: ["selfie"], documentType: "passport" };
  await drive("endHandOver", person);
  const { token } = (await drive("handOver", person, { body: form })).body;
  const { key } = (await drive("openHandOver", null, { body: { token } })).body;
  const selfie = await picture("selfie", key);
  await drive("finishHandOver", null, { headers: { [HAND_OVER_HEADER]: key } });
  const said = { documentType: "passport", country: "FR", documentNumber, pictures: { front, selfie } };
  await drive("submitIdentity", person, { body: { idempotencyKey: randomUUID(), ...said } });
  await drive("confirmIdentity", operator, { body: { password: operator.password } });
  const [{ id }] = (await drive("identities", operator)).body.identities;
  const params = String(id);
  await drive("identityCase", operator, { params });
  await drive("identityPicture", operator, { params: [params, "front"] });
  const asked = [{ part: "country", reason: "mistyped", note: "" }];
  await drive("askIdentityAgain", operator, { params, body: { version: 1, asked, reason: "it says BE" } });
  await drive("approveIdentity", operator, { params, body: { version: 2, reason: "it is fine" } });
  const late = { version: 2, cause: "altered", note: "", reason: "too late" };
  await drive("rejectIdentity", operator, { params, body: late });
  await drive("ownIdentity", person);
  await drive("confirmIdentity", person, { body: { password: person.password } });
  await drive("copyIdentity", person);
  await drive("removeIdentity", person);
}

const PHONE = ["beginPhoneUpload", "sendPhonePart"] as const;
