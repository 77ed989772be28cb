import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAnswer, readKeptAnswer } from "./kept-answer.ts";

const Schema = v.strictObject({ isOn: v.boolean() });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an answer is kept with its time, for its user and its path", () => {
  keepAnswer(1, "/api/x", { isOn: true }, 1000);
  expect(readKeptAnswer(1, "/api/x", Schema)).toEqual({ value: { isOn: true }, atMs: 1000 });
  expect(readKeptAnswer(2, "/api/x", Schema)).toBeNull();
  expect(readKeptAnswer(1, "/api/y", Schema)).toBeNull();
});

test("what no longer has the expected shape is not shown", () => {
  keepAnswer(1, "/api/x", { isOn: "yes" }, 1000);
  expect(readKeptAnswer(1, "/api/x", Schema)).toBeNull();
  localStorage.setItem("astrolabe.answer.1./api/x", "{not json");
  expect(readKeptAnswer(1, "/api/x", Schema)).toBeNull();
});
