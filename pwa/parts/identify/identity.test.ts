import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { askForIdentity, IdentityNotConfirmed, identityQuestionAtom, withIdentity } from "./identity.ts";

const WANTED = new HttpError(
  403,
  "Forbidden",
  JSON.stringify({ code: "confirmation-required", message: "Who is it?" }),
);

/** Work that the server lets through from its `allowedAt`th time on. */
function guarded(allowedAt: number) {
  const calls = { count: 0 };
  const work = () => {
    calls.count += 1;
    return calls.count >= allowedAt ? Promise.resolve("done") : Promise.reject(WANTED);
  };
  return { calls, work };
}

test("nobody is asked where the server does not ask", async () => {
  const { calls, work } = guarded(1);
  await expect(withIdentity(work, () => Promise.reject(new Error("asked")))).resolves.toBe("done");
  expect(calls.count).toBe(1);
});

test("once the person has shown who they are, the work is done again", async () => {
  const { calls, work } = guarded(2);
  await expect(withIdentity(work, () => Promise.resolve(true))).resolves.toBe("done");
  expect(calls.count).toBe(2);
});

test("a person who declines has changed nothing", async () => {
  const { calls, work } = guarded(2);
  await expect(withIdentity(work, () => Promise.resolve(false))).rejects.toBeInstanceOf(IdentityNotConfirmed);
  expect(calls.count).toBe(1);
});

test("a server that still asks after the answer is not asked for ever", async () => {
  const { calls, work } = guarded(9);
  await expect(withIdentity(work, () => Promise.resolve(true))).rejects.toBe(WANTED);
  expect(calls.count).toBe(2);
});

test("other refusals are passed on", async () => {
  const refusal = new HttpError(409, "Conflict", JSON.stringify({ code: "second-factor-on", message: "On already" }));
  await expect(
    withIdentity(
      () => Promise.reject(refusal),
      () => Promise.resolve(true),
    ),
  ).rejects.toBe(refusal);
});

test("two pieces of work share one question", async () => {
  const answers = Promise.all([askForIdentity(), askForIdentity()]);
  getDefaultStore().get(identityQuestionAtom)?.answer(true);
  expect(await answers).toEqual([true, true]);
  expect(getDefaultStore().get(identityQuestionAtom)).toBeNull();
});
