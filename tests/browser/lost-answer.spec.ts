import type { Page } from "@playwright/test";
import { expect, fundedAddress, newName, register } from "./astrolabe.ts";
import { test, untilLive } from "./demo-market.ts";

const ORDERS = /\/api\/trading\/orders(?:\?|$)/;

/** Reviews an order to sell XLM so dear that nobody takes it, and confirms it. */
async function confirmOrder(page: Page): Promise<void> {
  await page.goto("/trade/XLM/usdc");
  await page.waitForURL(/\/trade\/XLM\/USDC-G\w{55}$/);
  await page.getByRole("radio", { name: "Sell XLM" }).check();
  const form = page.getByRole("form", { name: "Order" });
  await expect(form).toContainText(/[1-9][\d.,]* XLM to spend/);
  await form.getByRole("textbox", { name: /^Price/ }).fill("90");
  await form.getByRole("textbox", { name: /^Amount/ }).fill("5");
  await form.getByRole("button", { name: /^Review/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm and sell" }).click();
  await expect(page.getByRole("dialog")).toContainText("The server's answer got lost");
}

test("after a lost answer a page that comes back says whether the order arrived, and what did not is void", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  await register(page, astrolabe, newName("lou"));
  await fundedAddress(page);
  await untilLive(page);
  const told = page.getByRole("region", { name: /^Notifications/ });

  await page.route(ORDERS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirmOrder(page);
  await page.unroute(ORDERS);
  await page.reload();
  await expect(told).toContainText("Sell 5 XLM for USDC: the server has it");
  const open = page.getByRole("table", { name: "Open orders" });
  await expect(open.getByRole("row", { name: /Sell XLM/ })).toHaveCount(1);

  // This time it stays on the way, and arrives when nobody waits for it any more.
  const late: { body: string | null } = { body: null };
  await page.route(ORDERS, async (route) => {
    late.body = route.request().postData();
    await route.abort();
  });
  await confirmOrder(page);
  await page.unroute(ORDERS);
  await page.reload();
  await expect(told).toContainText("Sell 5 XLM for USDC: not done");
  const headers = { "content-type": "application/json", origin: astrolabe.url };
  const arrived = await page.request.post("/api/trading/orders", { data: late.body ?? "", headers });
  expect((await arrived.json()).code).toBe("confirmation-withdrawn");
  await page.reload();
  await expect(open.getByRole("row", { name: /Sell XLM/ })).toHaveCount(1);
});
