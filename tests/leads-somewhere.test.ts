import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { SIGNED_IN_PAGES } from "#pwa/pages/signed-in-pages.ts";
import { isUnbuilt, OFFER_PLACES, servedHere, UNBUILT_PLACES } from "#pwa/parts/service/unbuilt-screens.ts";
import { OFFERS } from "#schemas/service.ts";
import { FOOTER_COLUMNS } from "#pwa/app/footer-links.ts";
import { ADMIN_PLACES, BAR_PLACES, menuAt, USER_PLACES } from "#pwa/app/navigation.ts";
import { screenEntries } from "#pwa/app/palette-entries.ts";

const PWA = resolve(import.meta.dirname, "../pwa");

/** Where each of the unbuilt may be named in the app's own sources, and why nobody is led there. */
const NAMED = {
  "parts/service/unbuilt-screens.ts": "the list",
  "app/navigation.ts": "menus leave it out (`placesOffered`)",
  "app/user-paths.ts": "its paths, for what reads them without a build",
  "app/palette-entries.ts": "other words for places that are shown",
  "parts/service/feature-places.ts": "what operators can take off the menus, whether it is built or not",
  "dashboard/checklist.ts": "a step of an offer with its screen alone (`useOffers`)",
  "user-settings/closing.ts": "left out of the ways on (`waysOn`, forms.test.ts)",
  "pages/signed-in-pages.ts": "what the paragraphs say",
} as const;

const menu = (path: string) =>
  menuAt(path, { offers: OFFERS, hidden: [] }).flatMap(({ places }) => places.map(({ to }) => to));

test.each([
  ["a user's menu", () => menu("/dashboard")],
  ["the menu on the operators' side", () => menu("/admin-dashboard")],
  ["the phone's bar", () => BAR_PLACES.map(({ to }) => to)],
  ["the footer", () => FOOTER_COLUMNS.flatMap(({ links }) => links.map(({ to }) => to))],
  ["what is offered", () => servedHere(OFFERS).map((offer) => OFFER_PLACES[offer])],
  [
    "the paragraphs' links",
    () => Object.values(SIGNED_IN_PAGES).flatMap(({ links = [] }) => links.map(({ to }) => to)),
  ],
])("%s leads to no mere paragraph, whatever the server offers", (_name, read) => {
  const places: readonly string[] = read();
  expect(places.filter(isUnbuilt)).toEqual([]);
});

test.each([true, false])("the palette leads to no mere paragraph (operator: %s)", (isAdmin) => {
  const gone: string[] = [];
  for (const entry of screenEntries(isAdmin, { offers: OFFERS, hidden: [] }, (to) => gone.push(to))) entry.run();
  expect(gone.length).toBeGreaterThan(0);
  expect(gone.filter(isUnbuilt)).toEqual([]);
});

test("what is built is in its menu again", () => {
  const all = [...USER_PLACES, ...ADMIN_PLACES].flatMap(({ places }) => places.map(({ to }) => to));
  const shown = [...menu("/dashboard"), ...menu("/admin-dashboard")];
  expect(all.filter((to) => !shown.includes(to)).every(isUnbuilt)).toBe(true);
});

test("no other source names a screen that is but a paragraph", async () => {
  const isNamed = new RegExp(`["'\`](${UNBUILT_PLACES.join("|")})\\b`);
  const files = (await readdir(PWA, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const naming = await Promise.all(
    files.map(async (file) => (isNamed.test(await readFile(join(PWA, file), "utf8")) ? [file] : [])),
  );
  const allowed: readonly string[] = Object.keys(NAMED);
  expect(naming.flat().filter((file) => !allowed.includes(file))).toEqual([]);
});
