import { Keypair } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { claimSome } from "#tests/faults/money/claims.ts";
import { type Crew, firstSuper, hire } from "#tests/faults/money/crew.ts";
import { type Decision, decide } from "#tests/faults/money/decisions.ts";
import { houseOf } from "#tests/faults/money/drive.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { openDeposits } from "#tests/faults/money/open-desk.ts";
import { setMoneyAside } from "#tests/faults/money/outsider.ts";
import { aPerson, ask, type Person } from "#tests/faults/money/people.ts";
import { oneOf, type Random } from "#tests/faults/money/random.ts";
import type { Stack } from "#tests/faults/money/stack.ts";
import { tradeSome } from "#tests/faults/money/trades.ts";
import { askToDeposit, type DepositRequest, send, type Work } from "#tests/faults/money/workload.ts";

/** How many of each are to be accepted. */
export interface Amounts {
  readonly payments: number;
  readonly deposits: number;
  readonly trades: number;
  readonly claims: number;
}

/** People who pay each other and the house, deposit, trade and claim, and operators who credit. */
export interface Business {
  readonly stack: Stack;
  readonly database: Database;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly crew: Pick<Crew, "first" | "second">;
  readonly decisions: Decision[];
  readonly work: Work;
  readonly giver: Keypair;
}

const AT_ONCE = 5;
const HANDS = 12;
const MOST_USD_CENTS = 60;
const LOOK_MS = 200;
/** Operators look less often than people act. */
const DECIDE_MS = 2000;

/** Opens accounts for so many people, and has operators switch deposits on. */
export async function openBusiness(stack: Stack, database: Database, random: Random, count: number): Promise<Business> {
  const first = await firstSuper(stack, database, random);
  const second = await hire(stack, random, first, ["super"]);
  await openDeposits(stack, random, { first, second });
  const people: Person[] = [];
  while (people.length < count) {
    const some = Math.min(AT_ONCE, count - people.length);
    people.push(...(await Promise.all(Array.from({ length: some }, () => aPerson(stack, random)))));
  }
  const giver = Keypair.random();
  const fees = { id: 0, name: "fees", cookie: "", address: await houseOf(database, "fees") };
  const lists = { sends: [], deposits: [], setAside: [], strayed: [], gifts: [], claims: [], trades: [], stakes: [] };
  const work: Work = { ...lists, traded: `FLT-${giver.publicKey()}`, fees };
  return { stack, database, random, people, crew: { first, second }, decisions: [], work, giver };
}

/** What was accepted so far. */
export function acceptedSoFar({ work: { sends, deposits, trades, claims } }: Pick<Business, "work">): Amounts {
  const accepted = (requests: Work["sends"] | Work["trades"] | Work["claims"]) =>
    requests.filter(({ answer }) => answer !== null && "submissionId" in answer).length;
  return {
    payments: accepted(sends),
    deposits: deposits.filter(({ depositId }) => depositId !== null).length,
    trades: accepted(trades),
    claims: accepted(claims),
  };
}

/** Has people and operators go on until so many more of each were accepted, and `isOver`; what is under way then stays so. */
export async function carryOn(business: Business, more: Amounts, isOver = () => true): Promise<void> {
  const { stack, random, people, work, giver, database } = business;
  const before = acceptedSoFar(business);
  const left = (name: keyof Amounts) => acceptedSoFar(business)[name] - before[name] < more[name];
  const isEnough = () =>
    isOver() && (["payments", "deposits", "trades", "claims"] as const).every((name) => !left(name));
  const giving = { people, treasury: await houseOf(database, "treasury"), ...work };
  const hand = async (): Promise<void> => {
    while (!isEnough()) {
      const wish = random();
      if (wish < 0.1 && left("deposits")) await declareOne(business);
      else if (wish < 0.25 && left("claims")) await claimSome(stack, random, work.setAside, work.claims);
      else if (wish < 0.5 && left("trades")) await tradeSome(stack, people, random, work.traded, work.trades);
      else if (left("payments") || !isOver()) await send(stack, people, random, work);
      else await pause(LOOK_MS);
    }
  };
  const credit = async (): Promise<void> => {
    while (!isEnough()) {
      await decideDeposits(business);
      await pause(DECIDE_MS);
    }
  };
  await Promise.all([
    setMoneyAside(stack, giver, random, giving, () => isOver() && !left("claims")),
    credit(),
    ...Array.from({ length: HANDS }, hand),
  ]);
}

/** No two of the same person are for the same amount. */
async function declareOne({ stack, random, people, work: { deposits } }: Business): Promise<void> {
  const number = deposits.length;
  const request: DepositRequest = {
    transactionId: `RESTORED-${number + 1}`,
    by: people[number % people.length] ?? oneOf(random, people),
    usdCents: 1 + (number % MOST_USD_CENTS),
    depositId: null,
    isRefused: false,
  };
  deposits.push(request);
  await askToDeposit(stack, random, request);
}

/** Has the first super credit what waits, and the second one agree where that takes two. */
export async function decideDeposits(business: Business): Promise<void> {
  const { stack, random, crew } = business;
  for (const { id } of await rowsOf(business, "/api/admin/deposits", "deposits", "pending"))
    await decide(business, crew.first, {
      what: "approve-deposit",
      method: "POST",
      path: `/api/admin/deposits/${id}/approve`,
      body: (reason) => ({ rate: "current", reason }),
    });
  const waiting = await ask(stack, random, "/api/admin/proposals", crew.second.cookie);
  const proposals: unknown = waiting?.body["proposals"];
  for (const { id, digest } of Array.isArray(proposals) ? proposals : [])
    await decide(business, crew.second, {
      what: "approve-proposal",
      method: "POST",
      path: `/api/admin/proposals/${id}/approve`,
      body: (reason) => ({ digest, reason }),
    });
}

async function rowsOf({ stack, random, crew }: Business, path: string, name: string, state: string) {
  const rows: unknown = (await ask(stack, random, path, crew.first.cookie))?.body[name];
  const found: { readonly id: number; readonly status: string }[] = Array.isArray(rows) ? rows : [];
  return found.filter(({ status }) => status === state);
}
