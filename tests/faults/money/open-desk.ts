import { eventually } from "#tests/support/app.ts";
import type { Crew } from "./crew.ts";
import type { Desk } from "./operator-acts.ts";
import { ask, request } from "./people.ts";
import type { Random } from "./random.ts";
import type { Stack } from "./stack.ts";

const DEPOSITS = { settings: { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "0.4" }, reason: "opened" };
const OFFER = {
  assetCode: "XLM",
  issuer: "",
  name: "XLM at any time",
  description: "",
  imageUrl: "",
  rewardRate: "100",
  minStakeAmount: "1",
  lockupPeriod: 0,
  earlyWithdrawalFee: "0",
  active: true,
  featured: false,
  displayOrder: 0,
  reason: "opened",
};
/** USD, at the price that the affiliate programme has: most payments go without an operator. */
const APPROVE_ABOVE = "2";

/** Switches deposits on, as one operator proposes and another one agrees, has an offer to stake made likewise, and has large payments wait for one. */
export async function openDesk({ stack, random, crew }: Desk): Promise<void> {
  const { first, second } = crew;
  await openDeposits(stack, random, crew);
  await eventually(async () => {
    const offers = (await ask(stack, random, "/api/admin/staking", first.cookie))?.body["offers"];
    if (Array.isArray(offers) && offers.length > 0) return true;
    await ask(stack, random, "/api/admin/staking/offers", first.cookie, OFFER);
    const waiting = await ask(stack, random, "/api/admin/proposals", second.cookie);
    const proposals: unknown = waiting?.body["proposals"];
    for (const { id, digest } of Array.isArray(proposals) ? proposals : [])
      await ask(stack, random, `/api/admin/proposals/${id}/approve`, second.cookie, { digest, reason: "as proposed" });
    return false;
  }, 240_000);
  await eventually(async () => {
    const path = "/api/admin/policy";
    const policy = await ask(stack, random, path, first.cookie);
    if (policy?.body["approveAbove"] === APPROVE_ABOVE) return true;
    const body = { ...policy?.body, approveAbove: APPROVE_ABOVE, reason: "large ones are looked at" };
    await request(stack, random, { path, cookie: first.cookie, body, method: "PUT" });
    return false;
  }, 240_000);
}

/** Switches deposits on, as one operator proposes and another one agrees. */
export async function openDeposits(
  stack: Stack,
  random: Random,
  { first, second }: Pick<Crew, "first" | "second">,
): Promise<void> {
  await eventually(async () => {
    const path = "/api/admin/deposit-settings";
    await request(stack, random, { path, cookie: first.cookie, body: DEPOSITS, method: "PUT" });
    const waiting = await ask(stack, random, "/api/admin/proposals", second.cookie);
    const proposals: unknown = waiting?.body["proposals"];
    for (const { id, digest } of Array.isArray(proposals) ? proposals : [])
      await ask(stack, random, `/api/admin/proposals/${id}/approve`, second.cookie, { digest, reason: "as proposed" });
    return Boolean((await ask(stack, random, path, first.cookie))?.body["settings"]);
  }, 240_000);
}
