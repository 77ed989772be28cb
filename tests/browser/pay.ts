import type { Page } from "@playwright/test";
import { expect, PASSWORD } from "./astrolabe.ts";

let payments = 0;

/** Pays as the person of this page, and is accepted. */
export async function pay(page: Page, to: string, amount: string): Promise<void> {
  payments += 1;
  const idempotencyKey = `notify-${process.pid}-${payments}-0123456789`;
  const body = { to, assetCode: "XLM", amount, idempotencyKey, password: PASSWORD };
  const status = await page.evaluate(async (payment) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/wallet/send", { method: "POST", headers, body: JSON.stringify(payment) });
    return answer.status;
  }, body);
  expect(status).toBe(202);
}
