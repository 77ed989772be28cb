import { expect, test } from "vitest";
import { manyWords, notificationWords, type Telling } from "./notification-words.ts";
import { DEFAULT_CHOICES, NOTIFICATION_KINDS, NotificationChoices, TOPICS } from "./notifications.ts";
import * as v from "valibot";

const ADDRESS = "GDIXRJDUGKDQGWWMYJLIX6RQLVBXFMKOOOMAKDU6WJ3LNRSHOWV7CFRH";
const told = (kind: string) => ({ kind, assetCode: "XLM", amount: "12.5000000", party: ADDRESS, detail: "because" });
const open: Telling = { amount: () => "12.5 XLM", party: () => "Ana" };
const discreet: Telling = { amount: () => null, party: () => "Ana" };

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
  const telling: Telling = { amount: () => null, party: (_, username) => (asked.push(username), `@${username}`) };
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
  expect(manyWords("payment-received", 7).title).toBe("7 payments received");
  expect(manyWords("deposit-approved", 7).title).toBe("7 new notifications");
});

test("every topic can be chosen for push", () => {
  expect(Object.keys(DEFAULT_CHOICES.push).toSorted()).toEqual([...TOPICS].toSorted());
  expect(v.is(NotificationChoices, DEFAULT_CHOICES)).toBe(true);
});
