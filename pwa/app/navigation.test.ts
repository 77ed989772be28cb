import { expect, test } from "vitest";
import { BAR_PLACES, placesOffered, USER_PLACES } from "./navigation.ts";

/** The specification's screens of a signed-in person, and where help is. */
const SCREENS = [
  "/dashboard",
  "/assets",
  "/trade",
  "/settings",
  "/analytics",
  "/old-dashboard",
  "/old-assets",
  "/old-trade",
  "/pro-trading",
  "/swap",
  "/amm",
  "/transactions",
  "/contacts",
  "/access-history",
  "/user-settings",
  "/stellar-network",
  "/faq",
  "/affiliate",
  "/staking",
  "/wallet-diagnostic",
  "/screenshot-diagnostic",
  "/kyc",
  "/help",
  "/contact",
  "/terms",
];

const places = USER_PLACES.flatMap((group) => group.places.map((place) => place.to));

test.each(SCREENS)("%s has its place in the sidebar and the More sheet", (path) => {
  expect(places).toContain(path);
});

test("no place stands twice, and the bar's places are among them", () => {
  expect(new Set(places).size).toBe(places.length);
  expect(places).toEqual(expect.arrayContaining(BAR_PLACES.map((place) => place.to)));
});

test("where nothing beside the wallet is offered, no place leads to a mere paragraph", () => {
  const shown = placesOffered(USER_PLACES, []).flatMap((group) => group.places.map((place) => place.to));
  for (const path of ["/staking", "/affiliate", "/kyc"]) expect(shown).not.toContain(path);
  expect(placesOffered(USER_PLACES, ["staking"]).flatMap((group) => group.places.map((place) => place.to))).toContain(
    "/staking",
  );
});
