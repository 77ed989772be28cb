import { expect } from "vitest";
import { automationCollection } from "#server/automated-trading/store.ts";
import { eventually } from "./app.ts";
import { lastClosed, plantCandles } from "./candles.ts";
import type { EndpointName, Person, Scene } from "./money-scenes.ts";

const MINUTE_MS = 60_000;

/** Tests a strategy, starts it, has it pause and go on, and stops it. */
export async function automateTrading({ app, drive }: Scene, person: Person, nextCode: () => string): Promise<void> {
  const state = await eventually(() => app.database.collection("market_state").findOne({ phase: "live" }), 60_000);
  const [quote, base] = state["listed"];
  const last = lastClosed("1m", Date.now());
  const candles = Array.from({ length: 60 }, (_, index) => ({ at: last - (59 - index) * MINUTE_MS, close: 0.25 }));
  await plantCandles(app.database, { base, quote, size: "1m" }, candles);
  const terms = {
    strategy: "dca",
    candle: "1m",
    bases: [base],
    quote,
    parameters: { every: 30, sharePercent: 1, length: 2, dipPercent: 50, dipTimes: 1 },
    budget: "10",
    perTrade: "1",
    perDay: "5",
    maxDrawdown: 50,
    cooldown: 0,
    slippage: 100,
  };
  const live = async (name: EndpointName, body: () => object, status: number) =>
    eventually(async () => {
      const answer = await drive(name, person, { body: body() });
      if (["market-behind", "market-building"].includes(answer.body.code)) return false;
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      return answer;
    }, 60_000);
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const wish = { terms, executionMode: "alert", riskAccepted: false };
  const uid = "scan-automation-012345";
  await live("backTest", () => ({ terms, tune: false }), 200);
  const { body } = await live("checkAutomation", () => wish, 200);
  expect(body.refusals).toEqual([]);
  await live("startAutomation", () => ({ automation: wish, perTrade: agreed, agreed, idempotencyKey: uid }), 201);
  expect((await drive("pauseAutomation", person, { body: { uid } })).body.status).toBe("paused");
  const goOn = { uid, executionMode: "auto", riskAccepted: true };
  await live("checkGoOn", () => goOn, 200);
  const shown = () => ({ password: person.password, code: nextCode() });
  await live("goOn", () => ({ goOn, agreed, idempotencyKey: "scan-go-on-0123456789", ...shown() }), 200);
  expect((await drive("stopAutomation", person, { body: { uid } })).body.status).toBe("stopped");
  expect(await automationCollection(app.database).findOne({ uid })).toMatchObject({ status: "stopped" });
}
