import { type Outcome, outcomeOf, untilAnswered } from "./answers.ts";
import { stroopsText } from "./amounts.ts";
import { ask, type Person } from "./people.ts";
import { pullRows } from "./pull.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** Something that somebody asked for of a stake, until it was answered. */
export interface StakeRequest {
  readonly key: string;
  readonly by: Person;
  readonly kind: "stake" | "rewards" | "unstake";
  /** Null until answered; of what is no submission of theirs, its stake's number. */
  answer: Outcome | { readonly stakeId: number } | null;
}

const UNIT = 10_000_000;
const AGREED = { networkFee: "1", operatorFees: [] };

/** Has somebody look at their device, and stake, have rewards paid or take a stake out; now and then they tap twice. */
export async function stakeSome(
  stack: Stack,
  people: readonly Person[],
  random: Random,
  requests: StakeRequest[],
): Promise<void> {
  const by = oneOf(random, people);
  const from = { url: oneOf(random, stack.serverUrls), origin: stack.publicUrl };
  // A device that is not answered shows nothing new.
  const [offers, stakes] = await Promise.all([
    pullRows(from, by, "staking_config").catch(() => []),
    pullRows(from, by, "user_stakes").catch(() => []),
  ]);
  const [offer] = offers;
  const active = stakes.filter(({ status }) => status === "active");
  const wish = random();
  if (offer && (active.length === 0 || wish < 0.5)) {
    const amount = stroopsText(BigInt(integer(random, UNIT, 20 * UNIT)));
    const stake = { offerId: offer["id"], version: offer["version"], amount };
    await tap(stack, random, requests, { by, kind: "stake", path: "/api/staking", body: { stake, agreed: AGREED } });
    return;
  }
  if (active.length === 0) return;
  const { id: stakeId, left: receives } = oneOf(random, active);
  const isClaim = wish < 0.7;
  await tap(stack, random, requests, {
    by,
    kind: isClaim ? "rewards" : "unstake",
    path: isClaim ? "/api/staking/claim" : "/api/staking/withdraw",
    body: isClaim ? { stakeId } : { unstake: { stakeId, amount: null }, agreed: { receives, isEarly: false } },
  });
}

interface Tapped extends Pick<StakeRequest, "by" | "kind"> {
  readonly path: string;
  readonly body: object;
}

async function tap(stack: Stack, random: Random, requests: StakeRequest[], { by, kind, path, body }: Tapped) {
  const key = `fault-stake-${String(requests.length + 1).padStart(10, "0")}`;
  const request: StakeRequest = { key, by, kind, answer: null };
  requests.push(request);
  const taps = random() < 0.15 ? 2 : 1;
  const asked = { ...body, idempotencyKey: key };
  await Promise.all(
    Array.from({ length: taps }, async () => {
      const answer = await untilAnswered(() => ask(stack, random, path, by.cookie, asked));
      const isStake = kind === "stake" || answer.status !== 202;
      const read = isStake ? outcomeOf(answer) : { stakeId: Number(answer.body["stakeId"]) };
      // A refusal leaves nothing behind, so that a second tap may be accepted.
      if (request.answer === null || "refusal" in request.answer) request.answer = read;
    }),
  );
}
