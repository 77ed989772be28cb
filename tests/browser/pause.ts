import type { APIRequestContext } from "@playwright/test";
import { ADMIN, type Astrolabe, expect } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";

/** As an operator, sets for how many hours payments pause after a passkey is added. */
export async function pauseSetter(request: APIRequestContext, { url }: Astrolabe) {
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  const identity = { data: { password: ADMIN.password } };
  expect((await request.post(`${url}/api/confirm-identity`, identity)).ok()).toBe(true);
  const policy = await (await request.get(`${url}/api/admin/policy`)).json();
  return async (coolOffHours: number) => {
    const answer = await request.put(`${url}/api/admin/policy`, { data: { ...policy, coolOffHours } });
    await confirmProposal(request, url, answer);
  };
}
