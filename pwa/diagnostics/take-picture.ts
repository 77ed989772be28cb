import type { SnapdomPlugin } from "@zumer/snapdom";
import { PICTURE_BYTES } from "#schemas/support.ts";
import { patternOf } from "./mask-text.ts";
import { isPrivatePicture, redact } from "./redact.ts";

function redactionOf(names: readonly string[]): SnapdomPlugin {
  return {
    name: "redaction",
    afterClone: ({ clone }) => {
      if (!clone) throw new Error("there is no copy to redact");
      redact(clone, patternOf(names));
    },
  };
}

/** Tried one after another until the picture is small enough to be sent. */
const SCALES = [2, 1, 0.7, 0.5];

/**
 * A picture of what the window shows, as PNG, drawn on this device alone. Unless `hidden` is null, what is private is replaced
 * before it is drawn, and so are these names.
 */
export async function takePicture(hidden: readonly string[] | null): Promise<Blob> {
  const { snapdom } = await import("@zumer/snapdom");
  const copy = await snapdom(document.body, {
    clip: "viewport",
    embedFonts: true,
    backgroundColor: groundColour(),
    // Gone altogether: it would leave the room that it does not take on the screen.
    filter: (element) => !element.hasAttribute("data-capture-bar"),
    filterMode: "remove",
    ...(hidden === null ? {} : { plugins: [redactionOf(hidden)], exclude: [isPrivatePicture], excludeMode: "hide" }),
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
