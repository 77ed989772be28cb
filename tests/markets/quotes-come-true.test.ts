import { type Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { findQuote, type Quote } from "#server/markets/quote.ts";
import { isSameAsset, toSdkAsset } from "#server/platform/network/assets.ts";
import type { LedgerTrade } from "#server/platform/network/markets.ts";
import { integerFrom, oneOf, type Random, randomFrom } from "#tests/faults/stellar/random.ts";
import { paidAmount } from "./doings.ts";
import { Follower, letLive } from "./follow.ts";
import { type PathQuestion, pathsAt } from "./horizon-paths.ts";
import { seeds } from "./seeds.ts";
import { Town, type Traded } from "./town.ts";

const FIRST_LEDGERS = 60;
const QUOTES = 60;

interface Question {
  readonly direction: "send" | "receive";
  readonly send: Traded;
  readonly receive: Traded;
  readonly amount: bigint;
}

test.each(
  seeds("QUOTE_SEED", 1).flatMap((seed) => [
    { seed, isChain: false },
    { seed, isChain: true },
  ]),
)(
  "every quote comes true to the stroop ($seed, chain: $isChain), and none is worse than Horizon's",
  { timeout: 120_000 },
  async ({ seed, isChain }) => {
    const random = randomFrom(seed);
    const town = await Town.open(`quotes ${seed}`, { people: 5, assets: 6, isChain });
    try {
      const follower = new Follower(town);
      await letLive(town, random, FIRST_LEDGERS);
      await allowAll(town);
      await stock(town, random);
      await follower.catchUp();
      const byHops = new Map<number, number>();
      for (let count = 0; count < QUOTES; count += 1) {
        const question = aQuestion(town, random, 1 + (count % 5));
        const { direction, send, receive, amount } = question;
        const asked = { direction, amount, send: send.name, receive: receive.name };
        await expectNoWorse(town, asked, findQuote(follower.index, { ...asked, payer: null }));
        const payer = oneOf(random, town.people);
        const quote = findQuote(follower.index, { ...asked, payer: payer.publicKey() });
        if (!quote) continue;
        const told = await carryOut(town, follower, payer, question, quote);
        expect(told).toEqual({ sent: quote.sendAmount, received: quote.receiveAmount });
        byHops.set(quote.hops.length, (byHops.get(quote.hops.length) ?? 0) + 1);
      }
      if (isChain) expect([...byHops.keys()].toSorted()).toEqual([1, 2, 3, 4, 5]);
      expect(byHops.values().reduce((sum, quotes) => sum + quotes, 0)).toBeGreaterThan(QUOTES / 4);
    } finally {
      await town.stop();
    }
  },
);

/** In a chain, one whose ends are so many exchanges from each other. */
function aQuestion(town: Town, random: Random, hops: number): Question {
  const { listed, isChain } = town;
  const [first, second] = isChain ? endsOf(listed, random, hops) : [oneOf(random, listed), oneOf(random, listed)];
  if (!first || !second || first === second) return aQuestion(town, random, hops);
  const [send, receive] = integerFrom(random, 0, 1) === 0 ? [first, second] : [second, first];
  const direction = integerFrom(random, 0, 1) === 0 ? "send" : "receive";
  return { direction, send, receive, amount: parseAmount(paidAmount(random)) };
}

function endsOf(listed: readonly Traded[], random: Random, hops: number) {
  const first = integerFrom(random, 0, listed.length - 1 - hops);
  return [listed[first], listed[first + hops]] as const;
}

/** Somebody offers each asset for the next one, and back, at a few prices. */
async function stock(town: Town, random: Random): Promise<void> {
  const { listed, people, isChain } = town;
  const prices = [1010, 1040, 1040, 1090];
  for (const [place, { asset }] of listed.entries()) {
    const next = listed[isChain ? place + 1 : (place + 1) % listed.length]?.asset;
    if (!next) continue;
    const sell = (selling: Asset, buying: Asset, n: number) =>
      Operation.manageSellOffer({
        selling,
        buying,
        amount: String(integerFrom(random, 10, 900)),
        price: { n, d: 1000 },
      });
    const operations = prices.flatMap((n) => [sell(asset, next, n), sell(next, asset, n)]);
    town.submit({ source: oneOf(random, people), operations });
    await town.close();
  }
}

/** Whoever lost consent gets it back: what nobody may hold, nobody is quoted. */
async function allowAll(town: Town): Promise<void> {
  const [source] = town.issuers;
  if (!source) throw new Error("no issuers");
  const own = town.assets.filter(({ name }) => name.issuer === source.publicKey());
  const operations = town.people.flatMap((person) =>
    own.map(({ asset }) =>
      Operation.setTrustLineFlags({ trustor: person.publicKey(), asset, flags: { authorized: true } }),
    ),
  );
  await town.must({ source, operations });
}

/** Pays oneself, asking for no less than what was promised; answers with what the ledger's trades come to. */
async function carryOut(
  town: Town,
  follower: Follower,
  payer: Keypair,
  { direction, send, receive }: Question,
  quote: Quote,
): Promise<{ readonly sent: bigint; readonly received: bigint }> {
  const ends = { sendAsset: send.asset, destAsset: receive.asset, destination: payer.publicKey() };
  const path = quote.hops.slice(1).map(({ from }) => toSdkAsset(from));
  const [sent, received] = [formatAmount(quote.sendAmount), formatAmount(quote.receiveAmount)];
  const payment =
    direction === "send"
      ? Operation.pathPaymentStrictSend({ ...ends, path, sendAmount: sent, destMin: received })
      : Operation.pathPaymentStrictReceive({ ...ends, path, sendMax: sent, destAmount: received });
  await town.must({ source: payer, operations: [payment] });
  const [changes] = await follower.catchUp();
  const trades: readonly LedgerTrade[] = changes?.trades ?? [];
  const sum = (some: readonly bigint[]) => some.reduce((total, amount) => total + amount, 0n);
  return {
    sent: sum(trades.filter(({ bought }) => isSameAsset(bought, send.name)).map(({ boughtAmount }) => boughtAmount)),
    received: sum(trades.filter(({ sold }) => isSameAsset(sold, receive.name)).map(({ soldAmount }) => soldAmount)),
  };
}

async function expectNoWorse({ network, listed }: Town, question: PathQuestion, quote: Quote | null): Promise<void> {
  for (const found of await pathsAt(network.url, question)) {
    if (!found.path.every((asset) => listed.some(({ name }) => isSameAsset(name, asset)))) continue;
    expect(quote, `Horizon finds a way from ${question.send.assetCode}`).not.toBeNull();
    if (question.direction === "send") expect(quote?.receiveAmount).toBeGreaterThanOrEqual(found.destination_amount);
    else expect(quote?.sendAmount).toBeLessThanOrEqual(found.source_amount);
  }
}
