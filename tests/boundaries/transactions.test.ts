import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../sync-server");

/** What is read outside of any transaction, and its other half, which reads as a transaction sees it. */
const PAIRS = {
  findUserById: "findUserWithin",
  readOperatorPolicy: "readOperatorPolicyWithin",
  readSecurity: "readSecurityWithin",
} as const;

/** Makes a command's options of a session or of none. */
const OPTIONS = "platform/db/in-session.ts";

/** Our own code, without the embedded database, which is one. */
async function sources(): Promise<(readonly [file: string, text: string])[]> {
  const files = globSync("**/*.ts", { cwd: SERVER }).filter(
    (file) => !/\.(?:test|fixture)\.ts$/.test(file) && !file.startsWith("embedded/"),
  );
  return Promise.all(files.map(async (file) => [file, await readFile(join(SERVER, file), "utf8")] as const));
}

/** From `start` on, up to where what is opened there is closed. */
function closed(text: string, start: number, [open, close]: readonly [string, string]): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0 && text[at] === close) return text.slice(start, at);
  }
  return text.slice(start);
}

/** The bodies of functions that run in a transaction: those that are handed its session, and what begins one. */
function inTransactions(text: string): string[] {
  const handed = [...text.matchAll(/function \w+(?:<[^(]*>)?\(/g)].flatMap(({ index, 0: { length } }) => {
    const parameters = closed(text, index + length - 1, ["(", ")"]);
    // What a function that is handed on is handed is not handed to this one.
    const own = parameters.slice(1).replaceAll(/\([^()]*\)/g, "");
    if (!/\bsession: ClientSession[,\s)]*(?:\w+:|$)/.test(own)) return [];
    const begins = text.indexOf("{\n", index + length + parameters.length);
    return begins === -1 ? [] : [closed(text, begins, ["{", "}"])];
  });
  const begun = [...text.matchAll(/\.transaction\((?=\s*(?:async )?\(session\))/g)].map(({ index, 0: { length } }) =>
    closed(text, index + length - 1, ["(", ")"]),
  );
  return [...handed, ...begun];
}

/** Reads past the transaction that they are made in. */
function readsPast(text: string): string[] {
  const plain = new RegExp(`\\b(?:${Object.keys(PAIRS).join("|")})\\(`, "g");
  return inTransactions(text).flatMap((body) => body.match(plain) ?? []);
}

test("nobody can leave a session out: whoever reads or writes is told it, or null", async () => {
  const optional = (await sources()).filter(
    ([file, text]) => file !== OPTIONS && /session\?: .*ClientSession/.test(text),
  );
  expect(optional.map(([file]) => file)).toEqual([]);
});

test("what a transaction decides by is read within it", async () => {
  const past = (await sources()).flatMap(([file, text]) => readsPast(text).map((read) => `${file}: ${read}`));
  expect(past).toEqual([]);
});

test("a read past a transaction is found in a function, and in what begins one", () => {
  const body = "{\n  await readSecurity(runtime, 1);\n}";
  expect(readsPast(`function act(runtime: Runtime, session: ClientSession, id: number) ${body}`)).toEqual([
    "readSecurity(",
  ]);
  expect(readsPast(`function act(session: ClientSession): Promise<void> ${body}`)).toEqual(["readSecurity("]);
  expect(readsPast(`database.transaction((session) => readOperatorPolicy(database))`)).toEqual(["readOperatorPolicy("]);
  expect(readsPast(`function act(session: ClientSession | null) ${body}`)).toEqual([]);
  expect(readsPast(`function act(runtime: Runtime) ${body}`)).toEqual([]);
});
