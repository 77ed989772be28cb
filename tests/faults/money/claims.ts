import { type Outcome, outcomeOf, untilAnswered } from "./answers.ts";
import type { SetAside } from "./outsider.ts";
import { ask, type Person } from "./people.ts";
import { pullRows } from "./pull.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** A claim that somebody asked for, until it was answered. */
export interface ClaimRequest {
  readonly key: string;
  readonly by: Person;
  readonly balanceId: string;
  /** Null until answered. */
  answer: Outcome | null;
}

const MOST_AT_ONCE = 3;
/** XLM: a person who agrees to whatever the network asks. */
const ANY_FEE = "1";

/** Has somebody for whom there is something look at their device and claim what they see there. */
export async function claimSome(
  stack: Stack,
  random: Random,
  setAside: readonly SetAside[],
  claims: ClaimRequest[],
): Promise<void> {
  const asked = new Set(claims.map(({ balanceId }) => balanceId));
  const waiting = setAside.filter(({ balanceId }) => !asked.has(balanceId));
  if (waiting.length === 0) return;
  const by = oneOf(random, oneOf(random, waiting).claimants);
  const from = { url: oneOf(random, stack.serverUrls), origin: stack.publicUrl };
  // A device that is not answered shows nothing new.
  const rows = await pullRows(from, by, "claimable_balances").catch(() => []);
  const open = rows.filter(({ state }) => state === "open").slice(0, integer(random, 1, MOST_AT_ONCE));
  await Promise.all(open.map((row) => claimOne(stack, random, { by, balanceId: String(row["balanceId"]) }, claims)));
}

/** Now and then the person taps twice, or has two devices, each with a key of its own. */
async function claimOne(
  stack: Stack,
  random: Random,
  claim: Pick<ClaimRequest, "by" | "balanceId">,
  claims: ClaimRequest[],
): Promise<void> {
  const devices = Array.from({ length: random() < 0.15 ? 2 : 1 }, () => {
    const key = `fault-claim-${String(claims.length + 1).padStart(10, "0")}`;
    const request: ClaimRequest = { key, ...claim, answer: null };
    claims.push(request);
    return request;
  });
  await Promise.all(
    devices.flatMap((request) =>
      Array.from({ length: random() < 0.15 ? 2 : 1 }, () => askToClaim(stack, random, request)),
    ),
  );
}

/**
 * Asks with the same key until there is an answer. A refusal leaves nothing behind, so that a second tap may be accepted;
 * but a key is accepted for one submission only.
 */
async function askToClaim(stack: Stack, random: Random, request: ClaimRequest): Promise<void> {
  const { key, by, balanceId } = request;
  const body = { balanceId, networkFee: ANY_FEE, idempotencyKey: key };
  const outcome = outcomeOf(await untilAnswered(() => ask(stack, random, "/api/wallet/claims", by.cookie, body)));
  const former = request.answer;
  if (former === null || "refusal" in former) request.answer = outcome;
  else if (!("refusal" in outcome) && outcome.submissionId !== former.submissionId)
    throw new Error(`${key} was answered with submissions ${former.submissionId} and ${outcome.submissionId}`);
}
