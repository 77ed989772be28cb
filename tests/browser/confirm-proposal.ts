import { type APIRequestContext, type APIResponse, request as playwrightRequest } from "@playwright/test";
import { expect, PASSWORD } from "./astrolabe.ts";

export const SECOND = { username: "second-operator", password: PASSWORD };

/** Has a second operator agree to what the first one asked for, where it needs one. */
export async function confirmProposal(request: APIRequestContext, url: string, asked: APIResponse): Promise<void> {
  expect(asked.ok(), await asked.text()).toBe(true);
  const { proposal } = await asked.json();
  if (proposal) await agree(request, url, proposal);
}

/** The second operator's yes to what was proposed. */
export async function agree(
  request: APIRequestContext,
  url: string,
  proposal: { readonly id: number; readonly digest: string },
): Promise<void> {
  await withSecond(request, url, async (second) => {
    const data = { digest: proposal.digest, reason: "as proposed" };
    const answer = await second.post(`${url}/api/admin/proposals/${proposal.id}/approve`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  });
}

/** Does something as the second operator, whom the first one makes where there is none yet. */
export async function withSecond(
  first: APIRequestContext,
  url: string,
  act: (second: APIRequestContext) => Promise<void>,
): Promise<void> {
  const second = await playwrightRequest.newContext();
  try {
    await signInSecond(first, second, url);
    await act(second);
  } finally {
    await second.dispose();
  }
}

/** Signs the second operator in, whom the first one makes where there is none yet. */
export async function signInSecond(first: APIRequestContext, second: APIRequestContext, url: string): Promise<void> {
  const signIn = async () => (await second.post(`${url}/api/admin/login`, { data: SECOND })).ok();
  if (!(await signIn())) {
    const data = { ...SECOND, email: `${SECOND.username}@example.org` };
    const { id } = await (await second.post(`${url}/api/register`, { data })).json();
    const roles = { roles: ["super"], reason: "a second one" };
    const made = await first.put(`${url}/api/admin/operators/${id}/roles`, { data: roles });
    expect(made.ok(), await made.text()).toBe(true);
    expect(await signIn()).toBe(true);
  }
  expect((await second.post(`${url}/api/confirm-identity`, { data: { password: PASSWORD } })).ok()).toBe(true);
}
