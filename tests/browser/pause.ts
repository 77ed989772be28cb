import { type APIRequestContext, request as playwrightRequest } from "@playwright/test";
import { ADMIN, type Astrolabe, expect } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";

/** As an operator, sets for how many hours payments pause after a passkey is added. */
export async function pauseSetter(request: APIRequestContext, { url }: Astrolabe) {
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  const identity = { data: { password: ADMIN.password } };
  expect((await request.post(`${url}/api/confirm-identity`, identity)).ok()).toBe(true);
  const policy = await (await request.get(`${url}/api/admin/policy`)).json();
  return async (coolOffHours: number) => {
    const answer = await request.put(`${url}/api/admin/policy`, {
      data: { ...policy, coolOffHours, reason: "for a test" },
    });
    await confirmProposal(request, url, answer);
  };
}

/** Does something while nothing waits that protects an account less. */
export async function whileNothingWaits(astrolabe: Astrolabe, work: () => Promise<void>): Promise<void> {
  const request = await playwrightRequest.newContext();
  expect((await request.post(`${astrolabe.url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  const identity = { data: { password: ADMIN.password } };
  expect((await request.post(`${astrolabe.url}/api/confirm-identity`, identity)).ok()).toBe(true);
  const policy = await (await request.get(`${astrolabe.url}/api/admin/policy`)).json();
  const set = async (wanted: object) => {
    const data = { ...wanted, reason: "for a test" };
    await confirmProposal(request, astrolabe.url, await request.put(`${astrolabe.url}/api/admin/policy`, { data }));
  };
  await set({ ...policy, weakeningHours: 0 });
  try {
    await work();
  } finally {
    await set(policy);
    await request.dispose();
  }
}
