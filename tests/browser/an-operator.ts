import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, type Astrolabe, become, expect, newName, PASSWORD } from "./astrolabe.ts";
import { confirmProposal, withSecond } from "./confirm-proposal.ts";
import type { Role } from "#schemas/operators.ts";

/** Signs the first operator in, who has just shown who they are. */
export async function signInFirst(request: APIRequestContext, { url }: Astrolabe): Promise<void> {
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
}

/** Somebody new, whom the first operator (signed in by `first`) gives these roles; signed in on `page`. Answers with their username. */
export async function becomeOperator(
  page: Page,
  first: APIRequestContext,
  astrolabe: Astrolabe,
  roles: readonly Role[],
): Promise<string> {
  const { url } = astrolabe;
  // Beside another super who could agree, the second operator of the other tests would be proposed and never there.
  if (roles.includes("super")) await withSecond(first, url, () => Promise.resolve());
  const username = newName("clerk");
  await become(page, astrolabe, username);
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  const data = { roles, reason: "works here" };
  await confirmProposal(first, url, await first.put(`${url}/api/admin/operators/${id}/roles`, { data }));
  const login = { username, password: PASSWORD };
  // Other roles end a session.
  await expect.poll(async () => (await page.request.post(`${url}/api/login`, { data: login })).ok()).toBe(true);
  // What a user is read as is remembered for a moment.
  await expect.poll(async () => (await (await page.request.get(`${url}/api/user`)).json()).isAdmin).toBe(true);
  return username;
}

/** Answers who is there, with this password, where the page asks. */
export async function showWho(page: Page, password: string): Promise<void> {
  const who = page.getByRole("dialog", { name: "Confirm that it is you" });
  await who.getByLabel("Your password").fill(password);
  await who.getByRole("button", { name: "Confirm" }).click();
  await expect(who).toBeHidden();
}
