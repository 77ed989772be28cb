import { readFileSync, statSync } from "node:fs";
import type { Readable } from "node:stream";

/** One sentence about what was typed. */
export class Mistyped extends Error {}

/** Where a password comes from: command lines and environments are open to everybody on the machine. */
export type PasswordSource =
  | { readonly from: "stdin" }
  | { readonly from: "file"; readonly path: string }
  | { readonly from: "argument"; readonly word: string };

export const PASSWORD_OPTIONS = {
  password: { type: "string" },
  "password-file": { type: "string" },
  "password-stdin": { type: "boolean", default: false },
} as const;

type PasswordValues = {
  readonly password?: string | undefined;
  readonly "password-file"?: string | undefined;
  readonly "password-stdin": boolean;
};

const MAX_BYTES = 4096;

/** The one way that was named, if any; throws Mistyped for several or an empty one. */
export function passwordIn(values: PasswordValues): PasswordSource | undefined {
  const { password: word, "password-file": path, "password-stdin": isPiped } = values;
  const named: PasswordSource[] = [];
  if (word !== undefined) named.push({ from: "argument", word });
  if (path !== undefined) named.push({ from: "file", path });
  if (isPiped) named.push({ from: "stdin" });
  if (named.length > 1)
    throw new Mistyped("--password, --password-file and --password-stdin exclude each other: name one.");
  if (word === "" || path === "")
    throw new Mistyped("--password and --password-file go with --user, and neither is empty.");
  return named[0];
}

/** The password itself; throws Mistyped where there is none, or where others may read its file. */
export async function readPassword(source: PasswordSource, stdin: Readable): Promise<string> {
  if (source.from === "argument") return source.word;
  const text = source.from === "file" ? readPrivateFile(source.path) : await firstLine(stdin);
  const [password = ""] = text.split(/\r?\n/);
  if (password === "")
    throw new Mistyped(source.from === "file" ? "--password-file holds no password." : "No password came in.");
  return password;
}

function readPrivateFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new Mistyped("--password-file names no file that can be read.");
  if ((found.mode & 0o077) !== 0)
    throw new Mistyped("--password-file must be readable by its owner alone (chmod 600).");
  return readFileSync(path, "utf8");
}

/** Reads up to the first end of a line, or the end; nothing that follows is looked at. */
function firstLine(stdin: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (): void => {
      stdin.off("data", take).off("end", finish).off("error", reject);
      stdin.pause();
      resolve(text);
    };
    const take = (chunk: Buffer | string): void => {
      text += chunk.toString();
      if (text.includes("\n") || text.length > MAX_BYTES) finish();
    };
    stdin.on("data", take).on("end", finish).on("error", reject);
  });
}
