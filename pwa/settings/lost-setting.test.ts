import { expect, test } from "vitest";
import { lostSetting } from "./lost-setting.ts";

const AT = { kind: "replaced", collection: "settings", uid: "settings", atMs: 1000 } as const;

test("a choice that gave way says both, and is taken back by the very choice", () => {
  expect(lostSetting({ ...AT, field: "notificationsEnabled", lost: false, won: true })).toEqual({
    words: "Notifications: “off” was replaced by “on”",
    edit: { notificationsEnabled: false },
  });
  expect(lostSetting({ ...AT, field: "language", lost: "en", won: "fr" })).toMatchObject({
    words: expect.stringMatching(/^Language: “English” was replaced by “/),
    edit: { language: "en" },
  });
});

test("what is no choice of the app is not told", () => {
  expect(lostSetting({ ...AT, field: "language", lost: "tlh", won: "en" })).toBeNull();
  expect(lostSetting({ ...AT, field: "theme", lost: "dark", won: "light" })).toBeNull();
});
