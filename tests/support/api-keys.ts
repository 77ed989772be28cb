import { setTimeout as delay } from "node:timers/promises";
import type { NewApiKeyInput, NewOperatorKeyInput } from "#schemas/api-keys.ts";
import { OPERATOR_KEY_SCOPES } from "#schemas/operator-keys.ts";
import type { TestApp } from "./app.ts";
import type { TestUser } from "./builders.ts";
import { callAs, confirm } from "../attacks/thief.ts";

const TURN_MS = 100;

/** What a person asks for: a key that reads, unless told. */
export function aKeyWish(fields: Partial<NewApiKeyInput> = {}): NewApiKeyInput {
  return { name: "Bot", scopes: ["read"], days: 30, addresses: [], pays: null, ...fields };
}

/** One that pays an address, with nothing beside it unless told. */
export function aPayingWish(address: string, { memo = "", dailyLimit = "50" } = {}): NewApiKeyInput {
  const allowed = [{ address, memo, memoType: "text" as const, label: "Shop" }];
  return aKeyWish({ scopes: ["pay"], pays: { allowed, dailyLimit } });
}

/** A key whole, made by its owner. */
export async function aKey(app: TestApp, owner: TestUser, wish: NewApiKeyInput): Promise<{ key: string; id: string }> {
  await confirm(app, owner);
  const made = await callAs(app, owner, "POST", "/api/api-keys", wish);
  if (made.status !== 201) throw new Error(`the key was refused: ${JSON.stringify(made.body)}`);
  return { key: made.body.key, id: made.body.keys[0].id };
}

/** What an operator asks for: a key that reads all that keys read, unless told. */
export function anOperatorKeyWish(fields: Partial<NewOperatorKeyInput> = {}): NewOperatorKeyInput {
  return { name: "Watch", scopes: [...OPERATOR_KEY_SCOPES], days: 30, addresses: [], reason: "our monitor", ...fields };
}

/** An operator's key whole, made by its owner. */
export async function anOperatorKey(
  app: TestApp,
  owner: TestUser,
  fields: Partial<NewOperatorKeyInput> = {},
): Promise<{ key: string; id: string }> {
  await confirm(app, owner);
  const made = await callAs(app, owner, "POST", "/api/admin/api-keys", anOperatorKeyWish(fields));
  if (made.status !== 201) throw new Error(`the key was refused: ${JSON.stringify(made.body)}`);
  return { key: made.body.key, id: made.body.keys[0].id };
}

/** Asks as a program that has a key, and whatever else it sends. */
export async function callByKey(
  app: TestApp,
  key: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  { payload, cookie, from }: { readonly payload?: object; readonly cookie?: string; readonly from?: string } = {},
) {
  const response = await app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}`, ...(cookie !== undefined && { cookie }) },
    ...(payload && { payload }),
    ...(from !== undefined && { remoteAddress: from }),
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  return { status: response.statusCode, body: isJson ? response.json() : null, text: response.body };
}

/** The same as soon as the key may: whoever walks through every endpoint is faster than the pace of a key. */
export async function callInTurn(...call: Parameters<typeof callByKey>): ReturnType<typeof callByKey> {
  for (;;) {
    const answer = await callByKey(...call);
    if (answer.body?.code !== "rate-limited") return answer;
    await delay(TURN_MS);
  }
}
