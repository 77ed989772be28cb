import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { SETTINGS_SECTIONS } from "#pwa/settings/door.ts";
import { PROFILE_SECTIONS } from "#pwa/user-settings/door.ts";
import { OFFERS } from "#schemas/service.ts";
import { screenEntries } from "./palette-entries.ts";

const PWA = resolve(import.meta.dirname, "..");

/** All that screens are drawn of, as it is written, on one line. */
async function readSources(): Promise<string> {
  const files = (await readdir(PWA, { recursive: true })).filter((file) => file.endsWith(".tsx"));
  return (await Promise.all(files.map((file) => readFile(join(PWA, file), "utf8")))).join("\n").replaceAll(/\s+/g, " ");
}

test("each part that can be gone to has its heading on the screen, and is called as it is there", async () => {
  const sources = await readSources();
  for (const { id, title } of [...SETTINGS_SECTIONS, ...PROFILE_SECTIONS]) {
    expect(sources, id).toContain(`aria-labelledby="${id}"`);
    expect(sources, id).toMatch(new RegExp(`id="${id}" title=\\{t(?:\`|\\(\\{ message: ")${title}[\`"]`));
  }
});

test("every part of the two screens can be gone to", async () => {
  const listed = new Set<string>([...SETTINGS_SECTIONS, ...PROFILE_SECTIONS].map(({ id }) => id));
  for (const folder of ["settings", "user-settings"]) {
    const files = (await readdir(join(PWA, folder))).filter((file) => file.endsWith(".tsx"));
    for (const file of files)
      for (const [, id = ""] of (await readFile(join(PWA, folder, file), "utf8")).matchAll(
        /<Card aria-labelledby="([^"]+)"/g,
      ))
        expect(listed, `${folder}/${file}`).toContain(id);
  }
});

test("every place is there once, and the administration's for administrators alone", () => {
  const [mine, admins] = [
    screenEntries(false, { offers: [], hidden: [] }, () => undefined),
    screenEntries(true, { offers: OFFERS, hidden: [] }, () => undefined),
  ];
  for (const entries of [mine, admins]) {
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const path of ["/dashboard", "/help", "/faq", "/terms", "/documentation", "/privacy", "/old-trade"])
      expect(ids).toContain(`screen:${path}`);
  }
  expect(mine.some(({ id }) => id.startsWith("screen:/admin"))).toBe(false);
});
