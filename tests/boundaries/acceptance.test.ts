import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { globSync } from "node:fs";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../sync-server");

/** What records a submission past the acceptance of people's acts: the acceptance itself, and what the house does with its own money. */
const RECORDERS = [
  "custody/anchor.ts",
  "custody/rotate-signer.ts",
  "platform/house/keep-channels.ts",
  "platform/house/pay.ts",
  "platform/house/sponsor.ts",
  "platform/submissions/accept.ts",
  "platform/submissions/insert-submission.ts",
  // What the ledger holds of what was accepted before the database was set back: the house's own, and people's.
  "platform/submissions/record-paid.ts",
  "platform/submissions/recover-confirmed.ts",
  // Offers of frozen accounts come out of the book by the server itself.
  "trading/take-offers-back.ts",
];

test("nothing that a person does is recorded but by the one acceptance, which judges it", async () => {
  const files = globSync("**/*.ts", { cwd: SERVER }).filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const),
  );
  const recorders = texts.filter(([, text]) => text.includes("insertSubmission")).map(([file]) => file);
  expect(recorders.toSorted()).toEqual(RECORDERS);
});

test("only closing an account records within a transaction of its own, and asks the same rules", async () => {
  const files = globSync("**/*.ts", { cwd: SERVER }).filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const),
  );
  const recorders = texts.filter(([, text]) => /\brecordSubmission\(/.test(text)).map(([file]) => file);
  expect(recorders.toSorted()).toEqual(["closing/record-step.ts", "platform/submissions/accept.ts"]);
  const closing = texts.find(([file]) => file === "closing/record-step.ts")?.[1] ?? "";
  expect(closing).toMatch(/guard\.judge\(session/);
});

test("nothing but tests has passwords cost less", async () => {
  const files = globSync("**/*.ts", { cwd: SERVER });
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const),
  );
  expect(texts.filter(([, text]) => text.includes("setPasswordCost")).map(([file]) => file)).toEqual([
    "users/passwords.ts",
  ]);
});
