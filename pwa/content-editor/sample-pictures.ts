import type { MediaEntry } from "#schemas/content/desk.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";
import type { Pictures } from "./pictures.ts";

/** The picture that the example comes with: the app itself, as stores show it. */
export const SAMPLE_PICTURE = "0".repeat(32);
const OWN = "/screenshots/desktop.png";

/** Pictures of the example: those that somebody adds stay in this tab, and go with it. */
export function samplePictures(): Pictures {
  const added = new Map<string, { readonly entry: MediaEntry; readonly url: string }>();
  const first: MediaEntry = {
    mediaId: SAMPLE_PICTURE,
    name: "desktop.png",
    alt: "The home screen with balances and the last payments",
    width: 1280,
    height: 800,
    bytes: 1,
    addedAt: new Date(0).toISOString(),
    usedIn: [],
  };
  return {
    list: async () => [first, ...[...added.values()].map(({ entry }) => entry)],
    add: async (file, name, alt) => {
      const mediaId = Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
      const entry = { ...first, mediaId, name, alt, bytes: file.size, addedAt: new Date(nowMs()).toISOString() };
      added.set(mediaId, { entry, url: URL.createObjectURL(file) });
      return entry;
    },
    urlOf: (mediaId) => added.get(mediaId)?.url ?? OWN,
  };
}
