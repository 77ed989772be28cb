import { Coins } from "lucide-react";
import { expect, test } from "vitest";
import { BAR_PLACES, barPlaces, menuAt, placesOffered, type Shown, USER_PLACES } from "./navigation.ts";
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
  "/automated-trading",
  "/market-making",
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
  const shown = (offers: Shown["offers"]) =>
    placesOffered(groups, { offers, hidden: [] }).map((group) => [
      group.label,
      ...group.places.map((place) => place.to),
    ]);
  expect(shown(["staking"])).toEqual([["Markets", "/swap"]]);
  expect(shown(["deposits"])).toEqual([
    ["Markets", "/swap", "/buy-xlm"],
    ["More", "/buy-xlm"],
  ]);
});

test.each(["/dashboard", "/admin-dashboard"])("somebody at %s has a menu to go on by", (path) => {
  expect(menuAt(path, { offers: [], hidden: [] }).flatMap((group) => group.places).length).toBeGreaterThan(0);
});

test("what operators hid stands in no menu and not in the bar, which has another place instead", () => {
  const shown: Shown = { offers: [], hidden: ["trade", "plain-screens"] };
  const paths = menuAt("/dashboard", shown).flatMap((group) => group.places.map(({ to }) => to));
  expect(paths).toContain("/swap");
  expect(paths).not.toContain("/trade");
  expect(paths.filter((path) => path.startsWith("/old-"))).toEqual([]);
  expect(barPlaces(shown).map(({ to }) => to)).toEqual(["/dashboard", "/assets", "/swap", "/transactions"]);
  expect(barPlaces({ offers: [], hidden: [] })).toEqual(BAR_PLACES);
});
