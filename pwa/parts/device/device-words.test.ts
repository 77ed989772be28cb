import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeDevice, UNKNOWN_DEVICE } from "#schemas/describe-device.ts";
import { deviceWords } from "./device-words.ts";

const FIREFOX = describeDevice("Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0");

test("a device is told of in the language that is shown", () => {
  expect([FIREFOX, "Firefox", UNKNOWN_DEVICE].map(deviceWords)).toEqual([
    "Firefox on Windows",
    "Firefox",
    "Unknown device",
  ]);
  const word = i18n._.bind(i18n);
  i18n._ = (sentence: unknown) => JSON.stringify(sentence);
  try {
    expect(deviceWords(FIREFOX)).toContain('"browser":"Firefox","system":"Windows"');
    expect(deviceWords("Firefox")).toBe("Firefox");
  } finally {
    i18n._ = word;
  }
});
