import { PASSWORD } from "./credentials.ts";
import { stroopsText } from "./amounts.ts";
import { type Outcome, outcomeOf, untilAnswered } from "./answers.ts";
import { type ClaimRequest, claimSome } from "./claims.ts";
import type { Gift } from "./gifts.ts";
import type { SetAside, Strayed } from "./outsider.ts";
import { ask, type Person } from "./people.ts";
import { pause } from "./link-proxy.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";
import { type StakeRequest, stakeSome } from "./stakes.ts";
import { type TradeRequest, tradeSome } from "./trades.ts";

/** A payment that somebody asked for, until it was answered. */
export interface SendRequest {
  readonly key: string;
  /** Stands on the ledger, so that the payment is found there whatever was answered. */
  readonly memo: string;
  readonly from: Person;
  readonly to: Person;
  readonly stroops: bigint;
  /** Null until answered. */
  answer: Outcome | null;
}

/** A deposit that somebody declared, and that operators decide. */
export interface DepositRequest {
  readonly transactionId: string;
  readonly by: Person;
  readonly usdCents: number;
  depositId: number | null;
  /** Whether too many of theirs waited, or were declared within the hour, or the account was frozen. */
  isRefused: boolean;
}

export interface Work {
  readonly sends: SendRequest[];
  readonly deposits: DepositRequest[];
  /** What somebody outside set aside for people. */
  readonly setAside: SetAside[];
  /** What they paid to the house without a word. */
  readonly strayed: Strayed[];
  /** What they paid to people while no server looked. */
  readonly gifts: Gift[];
  readonly claims: ClaimRequest[];
  readonly trades: TradeRequest[];
  readonly stakes: StakeRequest[];
  /** What is traded for XLM, as its asset key. */
  readonly traded: string;
  /** The house's account of fees, which anybody may pay. */
  readonly fees: Person;
}

const UNIT = 10_000_000;
/** So little that the treasury of a fresh network pays thousands. */
const MOST_USD_CENTS = 60;

/** What keeps the people going until `isOver`, each doing one thing after another. */
export async function doWork(
  stack: Stack,
  people: readonly Person[],
  random: Random,
  work: Work,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const wish = random();
    if (wish < 0.1) await declare(stack, people, random, work);
    else if (wish < 0.3) await claimSome(stack, random, work.setAside, work.claims);
    else if (wish < 0.55) await tradeSome(stack, people, random, work.traded, work.trades);
    else if (wish < 0.7) await stakeSome(stack, people, random, work.stakes);
    else await send(stack, people, random, work);
    await pause(integer(random, 0, 150));
  }
}

/** Has somebody pay somebody else, or the house. */
export async function send(
  stack: Stack,
  people: readonly Person[],
  random: Random,
  { sends, fees }: Pick<Work, "sends" | "fees">,
): Promise<void> {
  const from = oneOf(random, people);
  const others = people.filter((person) => person !== from);
  const to = random() < 0.2 ? fees : oneOf(random, others);
  const number = sends.length + 1;
  const request: SendRequest = {
    key: `fault-send-${String(number).padStart(10, "0")}`,
    memo: `send ${number}`,
    from,
    to,
    stroops: BigInt(integer(random, 1, 20 * UNIT)),
    answer: null,
  };
  sends.push(request);
  // Now and then the person taps twice, or uses two devices at once.
  const taps = random() < 0.15 ? 2 : 1;
  await Promise.all(Array.from({ length: taps }, () => askToSend(stack, random, request)));
}

/**
 * Asks with the same key until there is an answer. What was accepted is answered alike ever after; a refusal leaves nothing behind, so
 * that a second tap may be accepted once the account is no longer frozen.
 */
export async function askToSend(stack: Stack, random: Random, request: SendRequest): Promise<void> {
  const { key, memo, from, to, stroops } = request;
  const body = {
    to: to.address,
    assetCode: "XLM",
    amount: stroopsText(stroops),
    memo,
    idempotencyKey: key,
    password: PASSWORD,
  };
  const answer = await untilAnswered(() => ask(stack, random, "/api/wallet/send", from.cookie, body));
  const read = outcomeOf(answer);
  const former = request.answer;
  if (former && !("refusal" in former) && JSON.stringify(former) !== JSON.stringify(read))
    throw new Error(`${key} was answered ${JSON.stringify(former)}, then ${JSON.stringify(read)}`);
  request.answer = read;
}

async function declare(stack: Stack, people: readonly Person[], random: Random, { deposits }: Work): Promise<void> {
  const request: DepositRequest = {
    transactionId: `FAULT-${deposits.length + 1}`,
    by: oneOf(random, people),
    usdCents: integer(random, 1, MOST_USD_CENTS),
    depositId: null,
    isRefused: false,
  };
  deposits.push(request);
  await askToDeposit(stack, random, request);
}

/** Declares it until there is an answer; throws for one that nobody expects. */
export async function askToDeposit(stack: Stack, random: Random, request: DepositRequest): Promise<void> {
  const amount = (request.usdCents / 100).toFixed(2);
  const body = { amount, cashAppUsername: "$fault", cashAppTransactionId: request.transactionId };
  const answer = await untilAnswered(() => ask(stack, random, "/api/deposits", request.by.cookie, body));
  request.isRefused = ["deposits-waiting", "rate-limited", "account-frozen"].includes(String(answer.body["code"]));
  if (request.isRefused) return;
  if (answer.status !== 201) throw new Error(`a deposit was refused: ${JSON.stringify(answer.body)}`);
  request.depositId = Number(answer.body["id"]);
}
