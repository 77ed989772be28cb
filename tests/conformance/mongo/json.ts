import { Unjudged } from "./unjudged.ts";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A literal object, as parsed or as the driver returns documents: no instance of a BSON type. */
export function isPlain(value: unknown): value is Json {
  return (
    isObject(value) && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  );
}

export function objectAt(source: Json, name: string): Json {
  const value = source[name];
  return isObject(value) ? value : {};
}

export function listAt(source: Json, name: string): unknown[] {
  const value = source[name];
  return Array.isArray(value) ? value : [];
}

export function objectsAt(source: Json, name: string): Json[] {
  return listAt(source, name).filter(isObject);
}

export function textAt(source: Json, name: string): string {
  const value = source[name];
  return typeof value === "string" ? value : "";
}

/** Calls a method by name; the tests say which, so no static type can. */
export async function call(target: unknown, name: string, ...args: unknown[]): Promise<unknown> {
  const method: unknown = isCallable(target) ? Reflect.get(target, name) : undefined;
  if (typeof method !== "function") throw new Unjudged(`this driver has no ${name}`);
  return Reflect.apply(method, target, args);
}

function isCallable(value: unknown): value is object {
  return (typeof value === "object" || typeof value === "function") && value !== null;
}
