import type { SnapdomPlugin } from "@zumer/snapdom";
import { PICTURE_BYTES } from "#schemas/support.ts";
import { isPrivatePicture, redact } from "./redact.ts";

const REDACTION: SnapdomPlugin = {
  name: "redaction",
  afterClone: ({ clone }) => {
    if (!clone) throw new Error("there is no copy to redact");
    redact(clone);
  },
};

/** Tried one after another until the picture is small enough to be sent. */
const SCALES = [2, 1, 0.7, 0.5];

/**
 * A picture of what the window shows, as PNG, drawn on this device alone. With `isRedacted`, what is private is replaced
 * before it is drawn.
 */
export async function takePicture(isRedacted: boolean): Promise<Blob> {
  const { snapdom } = await import("@zumer/snapdom");
  const copy = await snapdom(document.body, {
    clip: "viewport",
    cache: "disabled",
    embedFonts: true,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    ...(isRedacted ? { plugins: [REDACTION], exclude: [isPrivatePicture] } : {}),
  });
  let picture: Blob | null = null;
  for (const scale of SCALES) {
    picture = await copy.toBlob({ format: "png", scale, dpr: 1 });
    if (picture.size <= PICTURE_BYTES) break;
  }
  if (picture === null || picture.size === 0 || picture.type !== "image/png") throw new Error("nothing was drawn");
  return picture;
}
