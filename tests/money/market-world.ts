import { expect } from "vitest";
import { crosses } from "#schemas/market-maker/crossing.ts";
import type { Plan, PlanStep, TickFacts } from "#schemas/market-maker/facts.ts";
import { MAX_STEPS, planCancels, planTick } from "#schemas/market-maker/plan.ts";
import { type Exact, meets, middleOf, type Side } from "#schemas/market-maker/prices.ts";
import { readPool } from "#schemas/market-maker/terms.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { mulDiv, type Price } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { type Envelope, ModelLedger, type Operation, XLM } from "./market-ledger.ts";
import { OWNER, type Pending, PoolSide, STRANGERS } from "./market-pool.ts";
import { someTerms, THIRD } from "./market-terms.ts";

const SCALES = [0.000_004, 0.07, 1, 2300];
/** Ledgers after which an envelope can no longer apply. */
const VALID_FOR = 4;

interface InFlight {
  readonly envelope: Envelope;
  readonly validUntil: number;
  /** What the ledger was when it was planned. */
  readonly seen: number;
  /** Ledgers in which it arrives; none where it is lost. */
  readonly arrives: readonly number[];
  /** When whoever sent it hears what came of it; never where that is lost, too. */
  readonly told: number | null;
}

/** One pool among other traders, on a ledger that takes some transactions late, twice or never. */
export class World {
  readonly ledger = new ModelLedger();
  readonly #random: () => number;
  readonly #terms: PoolTerms;
  readonly #side: PoolSide;
  readonly #isOfMid: boolean;
  #isResting = false;
  #at = 0;
  #price: number;
  #status: "active" | "stopping" | "stopped" = "active";
  #sent: InFlight | null = null;
  #ownersSent: (Pending & { readonly sent: InFlight }) | null = null;
  /** What the pool may have in the book, confirmed or in flight. */
  #standing: Pick<Plan, "highestBid" | "lowestAsk"> = { highestBid: null, lowestAsk: null };
  readonly counts = { plans: 0, empty: 0, fills: 0, failed: 0, steps: 0, stops: 0 };

  constructor(random: () => number) {
    this.#random = random;
    this.#price = this.#one(SCALES);
    this.#isOfMid = random() < 0.5;
    this.#terms = someTerms(random, this.#price);
    this.#side = new PoolSide(this.ledger, readPool(this.#terms));
  }

  /** A ledger goes by: whatever arrives, whoever trades, and then the pool's tick. */
  step(): void {
    this.#at += 1;
    const isJump = this.#random() < 0.03;
    this.#price *= 1 + this.#between(-1, 1) * (isJump ? 0.1 : 0.004);
    const acts: (() => void)[] = Array.from({ length: this.#whole(0, 4) }, () => () => this.#strangerActs());
    acts.splice(this.#whole(0, acts.length), 0, () => this.#deliver());
    acts.splice(this.#whole(0, acts.length), 0, () => this.#ownerActs());
    if (this.#random() < 0.1) acts.push(() => this.#somethingOdd());
    for (const act of acts) act();
    this.#check();
    this.#tick();
    this.#check();
  }

  /** Nobody else does anything any more: one plan has to be enough, and it has to apply. */
  quiet(): void {
    for (const wallet of this.#side.wallets) this.ledger.thaw(wallet);
    while (this.#sent || this.#ownersSent) {
      this.#at += 1;
      this.#deliver();
      this.#check();
      this.#hear();
    }
    this.#isResting = false;
    const facts = this.#facts(this.#reference());
    const { steps } = planTick(facts);
    const before = this.ledger.version;
    this.#apply(this.#envelopeOf(steps), before);
    this.#check();
    const next = this.#facts(facts.reference);
    expect(planTick(next).steps).toEqual([]);
    for (const step of steps) {
      if (step.kind !== "edit" && step.kind !== "create") continue;
      const { wallet, side, price, selling } = step;
      const held = expect.objectContaining({ wallet, side, price, selling });
      expect(next.offers, "the ledger rounded what was planned").toContainEqual(held);
    }
  }

  #apply(envelope: Envelope, seen: number): void {
    const isUnchanged = this.ledger.version === seen;
    const done = this.ledger.apply(envelope);
    if (done === "none") return;
    if (typeof done === "object") {
      this.counts.failed += 1;
      if (isUnchanged) expect.fail(`a plan of this very ledger failed: ${done.failed}`);
    }
    const taken = this.ledger.takeTrades();
    if (isUnchanged) expect(taken, "a plan of this very ledger took something").toEqual([]);
    this.#judge(taken);
    if (taken.length > 0) this.#isResting = true;
  }

  #deliver(): void {
    const { ledger } = this;
    const [sent, owners] = [this.#sent, this.#ownersSent?.sent];
    if (sent?.arrives.includes(this.#at)) this.#apply(sent.envelope, sent.seen);
    if (owners?.arrives.includes(this.#at)) ledger.apply(owners.envelope);
  }

  /** Learns what became of what was sent, or that it can no longer apply. */
  #hear(): void {
    const isOver = ({ told, validUntil }: InFlight) => this.#at >= (told ?? validUntil + 1);
    if (this.#sent && isOver(this.#sent)) this.#sent = null;
    if (this.#ownersSent && isOver(this.#ownersSent.sent)) this.#ownersSent = null;
  }

  #tick(): void {
    this.#hear();
    if (this.#sent) return;
    if (this.#status === "stopped") {
      expect(this.#side.own(), "something stands after a stop").toEqual([]);
      if (this.#random() < 0.3) this.#status = "active";
      return;
    }
    if (this.#status === "active" && this.#random() < 0.02) {
      this.#status = "stopping";
      this.counts.stops += 1;
    }
    const facts = this.#facts(this.#random() < 0.03 ? null : this.#reference());
    const plan = this.#status === "stopping" ? planCancels(facts) : planTick(facts);
    this.#isResting = false;
    this.#standing = plan;
    this.counts.plans += 1;
    this.counts.steps += plan.steps.length;
    if (plan.steps.length === 0) {
      this.counts.empty += 1;
      if (this.#status === "stopping") this.#status = "stopped";
      return;
    }
    expect(plan.steps.length).toBeLessThanOrEqual(MAX_STEPS);
    if (this.#status === "stopping") expect(plan.steps.every(({ kind }) => kind === "cancel")).toBe(true);
    expect(crosses(facts.offers, plan.steps, facts.book)).toBe(false);
    this.#sent = this.#send(this.#envelopeOf(plan.steps));
    this.#deliver();
  }

  /** At once, late, twice, never; and whoever sent it may hear of it, or not. */
  #send(envelope: Envelope): InFlight {
    const validUntil = this.#at + VALID_FOR;
    const arrival = this.#at + (this.#random() < 0.5 ? 0 : this.#whole(1, VALID_FOR));
    const isLost = this.#random() < 0.1;
    const again = this.#random() < 0.2 ? [this.#whole(arrival, validUntil)] : [];
    const isHeard = !isLost && this.#random() < 0.8;
    return {
      envelope,
      validUntil,
      seen: this.ledger.version,
      arrives: isLost ? [] : [arrival, ...again],
      told: isHeard ? this.#whole(Math.max(arrival, ...again), validUntil) : null,
    };
  }

  #envelopeOf(steps: readonly PlanStep[]): Envelope {
    const source = this.#side.wallets[0] ?? "";
    const operations = steps.map((step) => this.#side.operationOf(step));
    return { source, sequence: this.ledger.account(source).sequence + 1, operations };
  }

  #facts(reference: Exact | null): TickFacts {
    return this.#side.facts(reference, this.#isResting, this.#ownersSent);
  }

  #reference(): Exact | null {
    if (!this.#isOfMid) return readPrice(this.#price.toFixed(12));
    const { bestBid, bestAsk } = this.#side.book(this.#ownersSent);
    return bestBid && bestAsk && middleOf(bestBid, bestAsk);
  }

  /** A price so far (a share) from the market's, as the ledger has one. */
  #priceAt(share: number): Price {
    const exact = readPrice((this.#price * (1 + share)).toFixed(15));
    const price = exact && ledgerPrice(exact, "up");
    if (!price) throw new Error("the market has no price");
    return price;
  }

  #sized(side: Side, price: Price): bigint {
    const base = BigInt(Math.floor(Number(this.#side.pool.maxSize) * this.#between(0.01, 2))) + 1n;
    return side === "sell" ? base : mulDiv(base, BigInt(price.n), BigInt(price.d), "up");
  }

  #strangerActs(): void {
    const account = this.#one(STRANGERS);
    const own = this.ledger.offers().filter(({ seller }) => seller === account);
    const gone = own[0];
    if (gone && (own.length > 6 || this.#random() < 0.25)) {
      this.#act({ kind: "offer", account, id: gone.id, offer: { ...gone, amount: 0n } });
      return;
    }
    const side = this.#one(["buy", "sell"] as const);
    const away = this.#random() < 0.3 ? this.#between(-0.06, 0) : this.#between(0, 0.05);
    const price = this.#priceAt(side === "sell" ? away : -away);
    this.#act({ kind: "offer", account, id: 0, offer: this.#side.offer(side, price, this.#sized(side, price)) });
  }

  #act(operation: Operation): void {
    this.ledger.act([operation]);
    this.#judge(this.ledger.takeTrades());
  }

  /** Their order is taken only where it does not meet what the pool has or may have, as the server holds them to. */
  #ownerActs(): void {
    if (this.#ownersSent || this.#random() < 0.7) return;
    const { ledger } = this;
    const own = ledger.offers().filter(({ seller }) => seller === OWNER);
    const sequence = ledger.account(OWNER).sequence + 1;
    const gone = own[0];
    if (gone && (own.length > 2 || this.#random() < 0.4)) {
      this.#act({ kind: "offer", account: OWNER, id: gone.id, offer: { ...gone, amount: 0n } });
      return;
    }
    const side = this.#one(["buy", "sell"] as const);
    const price = this.#priceAt(this.#between(-0.05, 0.05));
    const { highestBid, lowestAsk } = this.#standing;
    if (meets(side, price, side === "sell" ? highestBid : lowestAsk)) return;
    const offer = this.#side.offer(side, price, this.#sized(side, price));
    const envelope = {
      source: OWNER,
      sequence,
      operations: [{ kind: "offer", account: OWNER, id: 0, offer } as const],
    };
    this.#ownersSent = { sent: this.#send(envelope), side, price };
  }

  /** Settings change, a wallet is frozen or let go, somebody makes an offer of a wallet that no plan knows of. */
  #somethingOdd(): void {
    const wallet = this.#one(this.#side.wallets);
    const kind = this.#whole(0, 3);
    const { base } = this.#side.pool;
    if (kind === 0) {
      const least = Math.ceil(this.#side.pool.walletCount / 2);
      this.#side.pool = readPool({
        ...this.#terms,
        levels: this.#whole(least, 10),
        inventoryTarget: this.#whole(0, 100),
      });
    } else if (kind === 1) this.ledger.freeze(wallet);
    else if (kind === 2) for (const frozen of this.ledger.frozen) this.ledger.thaw(frozen);
    else if (this.#status === "active") {
      const amount = this.ledger.free(wallet, base) / 2n;
      const offer = { selling: base, buying: THIRD, amount, price: { n: 1, d: 1 } };
      if (amount > 0n) this.#act({ kind: "offer", account: wallet, id: 0, offer });
    }
  }

  /** Nobody trades with themself. */
  #judge(trades: readonly { readonly taker: string; readonly maker: string }[]): void {
    for (const { taker, maker } of trades) {
      const own = [taker, maker].filter((address) => address === OWNER || address.startsWith("W"));
      if (own.length > 1) expect.fail(`${taker} traded with ${maker}`);
      if (maker.startsWith("W")) this.counts.fills += 1;
    }
  }

  #check(): void {
    this.#judge(this.ledger.takeTrades());
    for (const wallet of this.#side.wallets) {
      for (const asset of new Set([XLM, this.#side.pool.base, this.#side.pool.quote])) {
        if (this.ledger.free(wallet, asset) < 0n) expect.fail(`${wallet} is below its reserve of ${asset}`);
      }
    }
  }

  #one<T>(of: readonly [T, ...T[]] | readonly T[]): T {
    const one = of[this.#whole(0, of.length - 1)];
    if (one === undefined) throw new Error("there is nothing to choose from");
    return one;
  }

  #whole(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  #between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }
}
