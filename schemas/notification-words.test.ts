import { i18n } from "@lingui/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formerWords } from "./former-words.fixture.ts";
import { NOTIFICATION_SENTENCES } from "./notification-sentences.ts";
import { DETAIL_ALONE, manyWords, NAMING_KINDS, notificationWords, type Telling } from "./notification-words.ts";
import {
  DEFAULT_CHOICES,
  isNotificationKind,
  NOTIFICATION_KINDS,
  NotificationChoices,
  TOPICS,
} from "./notifications.ts";
import * as v from "valibot";

const ADDRESS = "GDIXRJDUGKDQGWWMYJLIX6RQLVBXFMKOOOMAKDU6WJ3LNRSHOWV7CFRH";
const told = (kind: string) => ({ kind, assetCode: "XLM", amount: "12.5000000", party: ADDRESS, detail: "because" });
const english = {
  sentence: (id: string, facts = {}) => i18n._(id, facts),
  said: (text: string) => (text === "" ? "" : `said ${text}`),
};
const open: Telling = { ...english, amount: () => "12.5 XLM", party: () => "Ana" };
const discreet: Telling = { ...english, amount: () => null, party: () => "Ana" };

test("English is as it was, of every kind, whatever is known of it", () => {
  const text = (word: string) => fc.constantFrom("", word);
  const facts = fc.record({
    kind: fc.constantFrom(...Object.keys(NOTIFICATION_KINDS).filter(isNotificationKind)),
    assetCode: fc.constant("XLM"),
    amount: text("12.5000000"),
    party: text(ADDRESS),
    detail: text("Because it is so."),
  });
  const telling = fc.constantFrom(open, discreet);
  fc.assert(
    fc.property(facts, telling, (each, by) => {
      const { title, body } = notificationWords(each, { ...by, said: (said) => said });
      expect({ title, body }).toEqual(formerWords(each.kind, each, by));
    }),
    { numRuns: 5000 },
  );
});

test("every kind has a title, and a body unless its detail is all there is to say", () => {
  const ids = Object.keys(NOTIFICATION_KINDS).filter(isNotificationKind);
  const wanted = ids.flatMap((kind) => [
    `notification.${kind}.title`,
    ...(DETAIL_ALONE.includes(kind) ? [] : [`notification.${kind}.body`]),
  ]);
  const others = ["unknown.title", "unknown.body", "many.title", "many.received", "many.body"];
  const all = [...wanted, ...others.map((each) => `notification.${each}`)];
  expect(Object.keys(NOTIFICATION_SENTENCES).toSorted()).toEqual(all.toSorted());
});

test("a detail is worded where it may be code and facts, and what somebody named is not", () => {
  const { body } = notificationWords({ ...told("payment-failed"), detail: "x" }, open);
  expect(body).toBe("said x");
  for (const kind of NAMING_KINDS) expect(notificationWords(told(kind), open).body).not.toContain("said because");
});

test.each(Object.keys(NOTIFICATION_KINDS))("%s is told in short, whole words, and leads to a place", (kind) => {
  for (const telling of [open, discreet]) {
    const { title, body, path } = notificationWords(told(kind), telling);
    expect(title).toMatch(/^[A-Z0-9].{5,58}[^.!]$/);
    expect(body.length).toBeLessThanOrEqual(200);
    expect(`${title} ${body}`).not.toMatch(/undefined|null|!|\s{2}/);
    expect(path).toMatch(/^\/[a-z-]+$/);
  }
});

test.each(Object.keys(NOTIFICATION_KINDS))("%s says no amount and no full address where none is to be said", (kind) => {
  const { title, body } = notificationWords(told(kind), discreet);
  expect(`${title} ${body}`).not.toMatch(/12\.5|XLM|GDIX/);
});

test("who sent it is named by the username that they have here, and a reason is nobody's name", () => {
  const asked: string[] = [];
  const party = (_: string, username: string) => (asked.push(username), `@${username}`);
  const telling: Telling = { ...english, amount: () => null, party };
  const facts = { assetCode: "XLM", amount: "1.0000000", party: ADDRESS };
  expect(notificationWords({ ...facts, kind: "payment-received", detail: "ana" }, telling).body).toBe("From @ana");
  notificationWords({ ...facts, kind: "payment-failed", detail: "The network refused it." }, telling);
  expect(asked).toEqual(["ana", ""]);
});

test("what has no amount and no other side is told all the same", () => {
  const bare = { kind: "payment-received", assetCode: "", amount: "", party: "", detail: "" };
  expect(notificationWords(bare, open)).toEqual({ title: "Payment received", body: "", path: "/transactions" });
});

test("a kind that is not known and many at once have words of their own", () => {
  expect(notificationWords(told("made-up-tomorrow"), open).title).toBe("Something changed in your account");
  expect(manyWords("payment-received", 7, open).title).toBe("7 payments received");
  expect(manyWords("deposit-approved", 7, open).title).toBe("7 new notifications");
});

test("every topic can be chosen for push", () => {
  expect(Object.keys(DEFAULT_CHOICES.push).toSorted()).toEqual([...TOPICS].toSorted());
  expect(v.is(NotificationChoices, DEFAULT_CHOICES)).toBe(true);
});
