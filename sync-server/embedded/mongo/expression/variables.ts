import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { fail } from "./expression.ts";

/**
 * Variables that take new values while what was compiled with them lives on: for each document that a `$lookup` joins,
 * say. Those set to what is missing are known too; those of the outer variables are as constant as they were.
 */
export class Bindings extends Map<string, Value> {
  readonly missing = new Set<string>();
  readonly varying = new Set<string>();

  constructor(outer: ReadonlyMap<string, Value>) {
    super(outer);
    if (!(outer instanceof Bindings)) return;
    for (const name of outer.missing) this.missing.add(name);
    for (const name of outer.varying) this.varying.add(name);
  }

  assign(name: string, value: Value | undefined): void {
    this.varying.add(name);
    this.missing.delete(name);
    if (value !== undefined) this.set(name, value);
    else {
      this.delete(name);
      this.missing.add(name);
    }
  }
}

/** The outer variables with these besides, or in their place. */
export function bindings(
  outer: ReadonlyMap<string, Value>,
  entries: Iterable<readonly [string, Value | undefined]>,
): Bindings {
  const out = new Bindings(outer);
  for (const [name, value] of entries) out.assign(name, value);
  return out;
}

export function missingIn(variables: ReadonlyMap<string, Value>): Iterable<string> {
  return variables instanceof Bindings ? variables.missing : [];
}

/** Throws MongoDB's errors for what cannot name a variable to be set. */
export function checkWritable(name: string): string {
  if (name === "") throw fail(16866, "empty variable names are not allowed");
  if (name === "CURRENT") return name;
  if (!/^[a-z\u0080-\uffff]/.test(name))
    throw fail(16867, `'${name}' starts with an invalid character for a user variable name`);
  checkRest(name, 16868);
  return name;
}

/** The same for one that is read: the server's own begin with a capital. */
export function checkReadable(name: string): void {
  if (name === "") throw fail(16869, "empty variable names are not allowed");
  if (!/^[a-zA-Z\u0080-\uffff]/.test(name))
    throw fail(16870, `'${name}' starts with an invalid character for a variable name`);
  checkRest(name, 16871);
}

function checkRest(name: string, code: number): void {
  const wrong = /[^a-zA-Z0-9_\u0080-\uffff]/.exec(name)?.[0];
  if (wrong !== undefined) throw fail(code, `'${name}' contains an invalid character for a variable name: '${wrong}'`);
}
