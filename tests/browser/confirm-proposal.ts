import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect } from "./astrolabe.ts";

/** The only operator there is confirms what has to be confirmed of what was asked for. */
export async function confirmProposal(request: APIRequestContext, url: string, asked: APIResponse): Promise<void> {
  expect(asked.ok(), await asked.text()).toBe(true);
  const { proposal } = await asked.json();
  if (!proposal) return;
  const data = { digest: proposal.digest };
  const answer = await request.post(`${url}/api/admin/proposals/${proposal.id}/approve`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
