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
    embedFonts: true,
    backgroundColor: groundColour(),
    // Gone altogether: it would leave the room that it does not take on the screen.
    filter: (element) => !element.hasAttribute("data-capture-bar"),
    filterMode: "remove",
    ...(isRedacted ? { plugins: [REDACTION], exclude: [isPrivatePicture], excludeMode: "hide" } : {}),
  });
  let picture: Blob | null = null;
  for (const scale of SCALES) {
    picture = await copy.toBlob({ format: "png", scale, dpr: 1 });
    if (picture.size <= PICTURE_BYTES) break;
  }
  if (picture === null || picture.size === 0 || picture.type !== "image/png") throw new Error("nothing was drawn");
  return picture;
}

/** What shows behind everything: the first of the outermost elements that has a colour at all. */
function groundColour(): string {
  const colours = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
  return colours.find((colour) => colour !== "rgba(0, 0, 0, 0)" && colour !== "transparent") ?? "Canvas";
}
