import { expect, fundedAddress, newName, register } from "./astrolabe.ts";
import { confirm, done, hold, order, test } from "./demo-market.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("an own order in the way is taken back by a trade, or keeps a kept one waiting, which leads to it; what is left to spend comes true", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(300_000);
  await register(page, astrolabe, newName("own"));
  await fundedAddress(page);
  await hold(page, "NKDM");
  const balances = async () => (await (await page.request.get("/api/wallet")).json()).balances;
  await expect.poll(async () => (await balances()).length).toBe(2);
  await hold(page, "SKL");
  await expect.poll(async () => (await balances()).length).toBe(3);
  await page.goto("/trade/NKDM/SKL");
  await page.waitForURL(/\/trade\/NKDM-G\w{55}\/SKL-G\w{55}$/);
  const [, base = "", quote = ""] = /\/trade\/([^/]+)\/([^/]+)$/.exec(page.url()) ?? [];
  await order(page, "", "order", { kind: "limit", side: "sell", base, quote, amount: "2", price: "80" });
  await expect(page.getByRole("tab", { name: "Open (1)" })).toBeVisible();

  const form = page.getByRole("form", { name: "Order" });
  await expect(form).toContainText(/[1-9][\d.,]* SKL to spend/);
  await form.getByRole("textbox", { name: /^Price/ }).fill("85");
  await form.getByRole("textbox", { name: /^Amount/ }).fill("1");
  await form.getByRole("button", { name: /^Review/ }).click();
  const review = page.getByRole("dialog");
  await expect(review).toContainText("Your order to sell 2 NKDM at 80 SKL is in the way");
  await confirm(page, "Confirm and buy", /^Placed in ledger \d/);
  await done(page);
  const open = page.getByRole("table", { name: "Open orders" });
  await expect(open.getByRole("row", { name: /Buy NKDM/ })).toBeVisible();
  await expect(open.getByRole("row", { name: /Sell NKDM/ })).toHaveCount(0);

  // One's own bid is the market's best.
  const prices = { triggerPrice: "86", price: "80", expiresAt: null };
  const profit = { kind: "take-profit", side: "sell", base, quote, amount: "2", ...prices };
  await order(page, "", "order", profit, "/api/durable-orders");
  await order(page, "", "order", { kind: "limit", side: "buy", base, quote, amount: "1", price: "87" });
  await page.getByRole("tab", { name: /^Standing/ }).click();
  await expect(page.getByText("Your own order to buy at 87 is in the way")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Show that order" }).click();
  await open.getByRole("button", { name: /^Cancel: Buy 1 NKDM at 87 SKL/ }).click();
  await expect(review.getByText(/ left to spend$/)).toHaveText(["SKL left to spend", "XLM left to spend"]);
  const words = await review.innerText();
  const told = (code: string) =>
    (new RegExp(`${code} left to spend\\s+([\\d.,]+)`).exec(words)?.[1] ?? "nothing").replace(/\.?0+$/, "");
  await confirm(page, "Confirm and cancel", /^Cancelled in ledger \d/);
  await done(page);
  await expect(form).toContainText(`${told("SKL")} SKL to spend`);
  await page.goto("/assets");
  await expect(page.getByText(`${told("XLM")} to spend`)).toBeVisible();
  // Other tests trade the pair on this server.
  await order(page, "/cancel", "cancel", { which: "pair", base, quote });
});
