import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { readTabText, writeTabText } from "#pwa/platform/device/tab-text.ts";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import { HAND_OVER_HEADER } from "#schemas/identity.ts";
import { DocumentType, PictureSlot } from "#schemas/kyc.ts";
import type { UploadCalls } from "./upload-picture.ts";

/** Kept as long as the tab is: a phone may take the page away while its camera is open. */
const KEY = "astrolabe.hand-over";

/** What a phone that opened the link may do, and what of it is done. */
const PhoneLink = v.object({
  key: v.string(),
  slots: v.array(PictureSlot),
  documentType: DocumentType,
  until: v.string(),
  sent: v.array(PictureSlot),
});
export type PhoneLink = v.InferOutput<typeof PhoneLink>;

/** The link's secret as it stands in an address's fragment; null where there is none. */
export function tokenIn(fragment: string): string | null {
  const token = fragment.replace(/^#/, "");
  return /^[\w-]{10,64}$/.test(token) ? token : null;
}

/** The link that this tab opened before, while it is good; null for none. */
export function keptLink(): PhoneLink | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), PhoneLink), readTabText(KEY));
  return kept.success && Date.parse(kept.output.until) > nowMs() ? kept.output : null;
}

export function keepLink(link: PhoneLink | null): void {
  writeTabText(KEY, link === null ? null : JSON.stringify(link));
}

/** Opens the link, once: whoever comes later is refused. */
export async function openLink(token: string): Promise<PhoneLink> {
  const opened = await call(KYC_ENDPOINTS.openHandOver, { body: { token } });
  const link = { ...opened, sent: [] };
  keepLink(link);
  return link;
}

/** Of a link the pictures that are still to be taken. */
export function leftOf({ slots, sent }: Pick<PhoneLink, "slots" | "sent">): readonly PictureSlot[] {
  return slots.filter((slot) => !sent.includes(slot));
}

export function phoneCalls({ key }: PhoneLink, signal: AbortSignal): UploadCalls {
  const headers = { [HAND_OVER_HEADER]: key };
  return {
    begin: (body) => call(KYC_ENDPOINTS.beginPhoneUpload, { body, headers, signal }),
    send: (upload, offset, body) =>
      call(KYC_ENDPOINTS.sendPhonePart, { params: { upload, offset }, body, headers, signal }),
  };
}

export async function finishLink({ key }: PhoneLink): Promise<void> {
  await call(KYC_ENDPOINTS.finishHandOver, { headers: { [HAND_OVER_HEADER]: key } });
}
