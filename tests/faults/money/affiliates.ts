import type { Database } from "#server/platform/db/database.ts";
import { payoutCollection, programCollection, rewardCollection } from "#server/affiliate/store.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { eventually } from "#tests/support/app.ts";
import { feeRewards } from "#schemas/affiliate-reckoning.ts";
import { worthAt } from "#schemas/values/price.ts";
import { stroopsOf } from "./amounts.ts";
import type { Crew } from "./crew.ts";
import { pause } from "./link-proxy.ts";
import { ask, type Person, request } from "./people.ts";
import { integer, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

const TERMS = {
  rewardType: "percent" as const,
  levels: ["40"],
  minPayout: "0.01",
  payoutSchedule: "manual",
  holdDays: 0,
  assetCode: "XLM",
  issuer: "",
  active: true,
  fourEyesAbove: "1000000",
  reason: "opened",
};
/** USD for an XLM, what deposits cost here. */
const PRICE = "0.117647";
const DAY_MS = 86_400_000;
const SETUP_MS = 240_000;

/** Two supers open the programme, at a price that no market set; answers with the cookie of whoever is brought by `affiliate`. */
export async function openProgramme(
  { stack, database, random }: { readonly stack: Stack; readonly database: Database; readonly random: Random },
  { first, second }: Crew,
  affiliate: Person,
): Promise<string> {
  const lastUsd = { price: PRICE, at: new Date(Date.now() + DAY_MS) };
  await eventually(async () => {
    const prices = database.collection<{ readonly _id: string }>("market_prices");
    return (await prices.updateOne({ _id: "XLM" }, { $set: { lastUsd } })).matchedCount > 0;
  }, SETUP_MS);
  return eventually(async () => {
    const joined = await request(stack, random, { path: "/api/affiliate", cookie: affiliate.cookie, method: "POST" });
    if (joined?.status === 200) return `astrolabe.referral=${String(joined.body["affiliateCode"])}.`;
    await request(stack, random, { path: "/api/admin/affiliate", cookie: first.cookie, body: TERMS, method: "PUT" });
    const waiting = await ask(stack, random, "/api/admin/proposals", second.cookie);
    const proposals: unknown = waiting?.body["proposals"];
    for (const { id, digest } of Array.isArray(proposals) ? proposals : [])
      await ask(stack, random, `/api/admin/proposals/${id}/approve`, second.cookie, { digest, reason: "as proposed" });
    return null;
  }, SETUP_MS);
}

/** Has an operator begin payouts now and then, whether the last ones are over or not. */
export async function payNowAndThen(stack: Stack, crew: Crew, random: Random, isOver: () => boolean): Promise<void> {
  const { first } = crew;
  while (!isOver()) {
    await letGo(stack, crew, random);
    await ask(stack, random, "/api/admin/affiliate/runs", first.cookie, { reason: "another day" });
    await pause(integer(random, 500, 3000));
  }
}

/** Lets go whatever signals hold: these people have one device, and come all at once. */
export async function letGo(stack: Stack, { second }: Pick<Crew, "second">, random: Random): Promise<void> {
  const desk = await ask(stack, random, "/api/admin/affiliate", second.cookie);
  const signals: unknown = desk?.body["signals"];
  for (const { id } of Array.isArray(signals) ? signals : [])
    await ask(stack, random, `/api/admin/affiliate/signals/${id}/dismiss`, second.cookie, { reason: "it is a test" });
}

/** Each collected fee of somebody who was brought earned once; each payout is what its rewards come to, and what the ledger has of it. */
export async function checkAffiliates(
  database: Database,
  submissions: readonly SubmissionDocument[],
): Promise<string[]> {
  const brought = await programCollection(database)
    .find({ referrerId: { $gt: 0 } })
    .toArray();
  const rewards = await rewardCollection(database).find({}).toArray();
  const fees = await database
    .collection("transactions")
    .find({ userId: { $in: brought.map(({ userId }) => userId) }, type: "operator_fee", status: "confirmed" })
    .toArray();
  const problems = fees.flatMap((fee) => {
    const worth = worthAt(stroopsOf(fee["amount"]), PRICE, "down") ?? 0n;
    const [wanted = 0n] = feeRewards(TERMS, worth);
    const own = rewards.filter(({ eventId }) => eventId === fee["operationId"]);
    const isRight = wanted === 0n ? own.length === 0 : own.length === 1 && own[0]?.amount === String(wanted);
    return isRight
      ? []
      : [`fee ${fee["operationId"]} earned ${own.map(({ amount }) => amount).join(" and ")}, not ${wanted}`];
  });
  if (rewards.length > fees.length) problems.push(`${rewards.length} rewards of ${fees.length} fees`);
  const confirmed = submissions.filter(({ kind, state }) => kind === "affiliate-payout" && state === "confirmed");
  const payouts = await payoutCollection(database).find({}).toArray();
  for (const { id, status, amount, paid, submissionId } of payouts) {
    const payment = confirmed.find((each) => each.id === submissionId);
    const own = rewards.filter(({ payoutId }) => payoutId === id);
    const sum = own.reduce((total, each) => total + BigInt(each.amount ?? "0"), 0n);
    if ((status === "paid") !== (payment !== undefined))
      problems.push(`payout ${id} is ${status}, and ${payment ? "" : "not "}on the ledger`);
    if (payment && payment.holds[0]?.amount !== String(stroopsOf(paid)))
      problems.push(`payout ${id} is not of ${paid}`);
    if (status === "paid" && (sum !== stroopsOf(amount) || own.some(({ state }) => state !== "paid")))
      problems.push(`payout ${id} of ${amount} is for rewards of ${sum}`);
  }
  if (confirmed.length !== payouts.filter(({ status }) => status === "paid").length)
    problems.push(`${confirmed.length} payouts are on the ledger`);
  const begun = await database.collection("operator_actions").countDocuments({ action: "pay-affiliates" });
  const runs = await database.collection("affiliate_runs").countDocuments({});
  if (begun !== runs) problems.push(`${begun} rows of operators are of ${runs} runs`);
  return problems;
}
