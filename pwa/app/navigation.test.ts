import { Coins } from "lucide-react";
import { expect, test } from "vitest";
import { BAR_PLACES, menuAt, placesOffered, USER_PLACES } from "./navigation.ts";
import { USER_PATHS } from "./user-paths.ts";

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

test("its paths are those that are listed apart from its words", () => {
  expect(places).toEqual(USER_PATHS);
});

test("no place stands twice, and the bar's places are among them", () => {
  expect(new Set(places).size).toBe(places.length);
  expect(places).toEqual(expect.arrayContaining(BAR_PLACES.map((place) => place.to)));
});

test("a place that needs an offer is shown where it is made, and a group with no place is not", () => {
  const groups = [
    {
      label: "Markets",
      places: [
        { to: "/swap", label: "Swap", icon: Coins },
        { to: "/buy-xlm", label: "Buy", icon: Coins, needs: "deposits" },
      ],
    },
    { label: "More", places: [{ to: "/buy-xlm", label: "Buy", icon: Coins, needs: "deposits" }] },
  ] as const;
  const shown = (offers: Parameters<typeof placesOffered>[1]) =>
    placesOffered(groups, offers).map((group) => [group.label, ...group.places.map((place) => place.to)]);
  expect(shown(["staking"])).toEqual([["Markets", "/swap"]]);
  expect(shown(["deposits"])).toEqual([
    ["Markets", "/swap", "/buy-xlm"],
    ["More", "/buy-xlm"],
  ]);
});

test.each(["/dashboard", "/admin-dashboard"])("somebody at %s has a menu to go on by", (path) => {
  expect(menuAt(path, []).flatMap((group) => group.places).length).toBeGreaterThan(0);
});
