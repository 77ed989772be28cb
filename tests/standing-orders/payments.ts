import { randomBytes } from "node:crypto";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { RepeatedPayment } from "#schemas/standing-payments.ts";
import { planRepeat, type RepeatDeps } from "#server/standing-orders/plan-repeat.ts";
import { repeatPayment } from "#server/standing-orders/repeat-payment.ts";
import { isPaymentOrder, LIVE_STATES, type PaymentOrder, standingCollection } from "#server/standing-orders/store.ts";
import { traderOf } from "#tests/support/spending.ts";
import { OWNER, type Scene } from "./scene.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

type Fields = Partial<RepeatedPayment> & { readonly inMs?: number };

/** Somebody who repeats payments, and one whom they pay. */
export class Payer {
  readonly scene: Scene;
  readonly payee: string;
  readonly resolved: { address: string; memo: null | { type: "text"; text: string } };

  private constructor(scene: Scene, payee: string) {
    this.scene = scene;
    this.payee = payee;
    this.resolved = { address: payee, memo: null };
  }

  static async of(scene: Scene): Promise<Payer> {
    return new Payer(scene, (await scene.world.stranger()).publicKey());
  }

  get deps(): RepeatDeps {
    const { runtime, network, guard } = this.scene.here.deps;
    const config = { ...runtime.config, publicUrl: "https://wallet.example.com" };
    return {
      runtime: { ...runtime, config },
      network,
      guard,
      federation: { resolve: () => Promise.resolve(this.resolved) },
    };
  }

  /** 10 XLM each week, three days from now; all of it may be said otherwise. */
  terms({ inMs = 3 * DAY_MS, ...fields }: Fields = {}): RepeatedPayment {
    return {
      kind: "payment",
      to: this.payee,
      asset: assetKey(NATIVE),
      amount: "10",
      memo: "",
      memoType: "text",
      every: "week",
      times: null,
      startsAt: new Date(this.scene.world.clock.now().getTime() + inMs).toISOString(),
      expiresAt: null,
      ...fields,
    };
  }

  plan(fields: Fields = {}) {
    return planRepeat(this.deps, OWNER, this.terms(fields));
  }

  async repeat(fields: Fields = {}, idempotencyKey = randomBytes(12).toString("hex")): Promise<PaymentOrder> {
    const payment = this.terms(fields);
    const { memo, memoType } = payment;
    const to = payment.to.includes("*") ? this.resolved.address : payment.to;
    const asked = payment.to.includes("*")
      ? (this.resolved.memo ?? { text: memo, type: memoType })
      : { text: memo, type: memoType };
    const agreed = { to, memo: asked.text, memoType: asked.type, networkFee: "0.1", operatorFee: null };
    const { uid } = await repeatPayment(this.deps, traderOf(OWNER), { payment, agreed, idempotencyKey });
    return this.order(uid);
  }

  async order(uid: string): Promise<PaymentOrder> {
    const order = await this.scene.order(uid);
    if (!isPaymentOrder(order)) throw new Error(`${uid} is no payment`);
    return order;
  }

  /** Time passes; where the server is said to be there, it looks whenever something is to be announced or to go out. */
  async pass(ms: number, isThere = true): Promise<void> {
    const { clock } = this.scene.world;
    const endMs = clock.now().getTime() + ms;
    for (;;) {
      const stops = isThere ? await this.#stops() : [];
      const nextMs = Math.min(...stops.filter((stop) => stop > clock.now().getTime()));
      if (nextMs >= endMs) break;
      clock.advance(nextMs - clock.now().getTime());
      await this.scene.settle();
    }
    clock.advance(endMs - clock.now().getTime());
    if (isThere) await this.scene.settle();
  }

  async #stops(): Promise<number[]> {
    const live = { userId: OWNER, state: { $in: [...LIVE_STATES] } };
    const orders = await standingCollection(this.scene.world.database).find(live).toArray();
    const dates = orders.flatMap(({ nextAt }) => nextAt?.getTime() ?? []);
    return dates.flatMap((date) => [date - DAY_MS - HOUR_MS / 2, date]);
  }

  /** In stroops. */
  async received(address = this.payee): Promise<bigint> {
    const { accounts } = await this.scene.world.network.holdings([{ address, assets: [] }]);
    return accounts.get(address)?.balance ?? 0n;
  }
}
