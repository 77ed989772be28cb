import * as v from "valibot";
import { expect, test } from "vitest";
import { INTERFACE_DEFAULTS } from "./interface-defaults.ts";
import { InterfaceSetting, InterfaceSettings, leadsElsewhere, settingsIn, settingText } from "./interface.ts";

const read = (key: string, value: unknown) => v.safeParse(InterfaceSetting, { key, value });
const LINKS = INTERFACE_DEFAULTS.socialLinks;

test("the defaults are settings", () => {
  expect(v.parse(InterfaceSettings, INTERFACE_DEFAULTS)).toEqual(INTERFACE_DEFAULTS);
  expect(settingsIn([])).toEqual(INTERFACE_DEFAULTS);
});

test.each([
  "http://explorer.example",
  "javascript:alert(1)//.example",
  "data:text/html,x",
  " java\nscript:alert(1)",
  "https://name:password@explorer.example",
  "https://name@explorer.example",
  "https://localhost",
  "https://explorer.example/?q=",
  "https://explorer.example/#",
  "https://explorer.example/a b",
  "https://еxplorer.example",
  "//explorer.example",
  `https://explorer.example/${"a".repeat(200)}`,
  "",
])("%s is no explorer", (url) => {
  expect(read("explorerUrl", url).success).toBe(false);
  expect(settingsIn([{ configKey: "explorerUrl", configValue: url }]).explorerUrl).toBeNull();
});

test("an explorer over https is one, as is none", () => {
  expect(read("explorerUrl", " https://explorer.example/testnet ").output).toMatchObject({
    value: "https://explorer.example/testnet",
  });
  expect(read("explorerUrl", null).success).toBe(true);
});

test.each([
  ["help@example.org", true],
  ["https://help.example.org", true],
  ["help", false],
  ["javascript:alert(1)//@example.org", false],
  ["help@example.org?body=x", false],
  ["http://help.example.org", false],
])("%s as the address for help: %s", (address, isOne) => {
  expect(read("supportAddress", address).success).toBe(isOne);
});

test("a link that says GitHub leads to GitHub", () => {
  const links = (github: string) => read("socialLinks", { ...LINKS, github }).success;
  expect(links("https://github.com/astrolabe")).toBe(true);
  expect(links("https://www.github.com/astrolabe")).toBe(true);
  expect(links("https://github.com.evil.example/astrolabe")).toBe(false);
  expect(links("https://evil.example/github.com")).toBe(false);
  expect(read("socialLinks", { twitter: null, github: null, linkedin: null, telegram: null }).success).toBe(true);
  expect(read("socialLinks", { github: null }).success).toBe(false);
});

test("features are those that there are, each once", () => {
  expect(read("hiddenFeatures", ["trade", "swap", "swap"]).output).toMatchObject({ value: ["swap", "trade"] });
  expect(read("hiddenFeatures", ["settings"]).success).toBe(false);
});

test("whatever a row keeps is read back, and what is none leaves the default", () => {
  const settings = {
    explorerUrl: "https://explorer.example",
    socialLinks: { ...LINKS, telegram: null },
    supportAddress: "help@example.org",
    hiddenFeatures: ["trade" as const],
  };
  const rows = Object.entries(settings).map(([key, value]) => ({
    configKey: key,
    configValue: settingText(v.parse(InterfaceSetting, { key, value })),
  }));
  expect(settingsIn(rows)).toEqual(settings);
  for (const configValue of ["{", '{"a":1}', "[1]", "null"])
    expect(settingsIn([{ configKey: "socialLinks", configValue }]).socialLinks).toEqual(LINKS);
  expect(settingsIn([{ configKey: "listing", configValue: "5" }])).toEqual(INTERFACE_DEFAULTS);
});

test("only an address that was not there before leads people elsewhere", () => {
  const setting = (key: string, value: unknown) => v.parse(InterfaceSetting, { key, value });
  const none = setting("supportAddress", null);
  const some = setting("supportAddress", "help@example.org");
  expect(leadsElsewhere(none, some)).toBe(true);
  expect(leadsElsewhere(some, none)).toBe(false);
  expect(leadsElsewhere(setting("socialLinks", LINKS), setting("socialLinks", { ...LINKS, github: null }))).toBe(false);
  const hidden = setting("hiddenFeatures", ["trade"]);
  expect(leadsElsewhere(setting("hiddenFeatures", []), hidden)).toBe(false);
});
