import type { APIRequestContext } from "@playwright/test";
import { type Astrolabe, expect, PASSWORD } from "./astrolabe.ts";

/** For what takes a few seconds on a quiet machine. */
const SLOW = { timeout: 60_000 };

/** Somebody without a screen whose account is on the network; answers with its address. */
export async function aFriend(request: APIRequestContext, { url }: Astrolabe, username: string): Promise<string> {
  const data = { username, email: `${username}@example.org`, password: PASSWORD };
  const registered = await request.post(`${url}/api/register`, { data });
  expect(registered.ok(), await registered.text()).toBe(true);
  await expect
    .poll(async () => (await (await request.get(`${url}/api/wallet`)).json()).balances.length, SLOW)
    .toBeGreaterThan(0);
  return (await registered.json()).walletAddress;
}
