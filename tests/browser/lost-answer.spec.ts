import type { Page, Route } from "@playwright/test";
import { Keypair } from "@stellar/stellar-sdk";
import { confirmIdentity, expect, fundedAddress, newName, PASSWORD, register } from "./astrolabe.ts";
import { test, untilLive } from "./demo-market.ts";
import { signedElsewhere } from "./own-key.ts";

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

/** Does what confirms, while nothing comes of the call; what it would have sent. The page is gone then, and knows no answer. */
async function confirmAndDie(page: Page, path: string, confirm: () => Promise<void>): Promise<string> {
  const isAsked = (url: URL) => url.pathname === path;
  const held = Promise.withResolvers<Route>();
  await page.route(isAsked, (route) => held.resolve(route));
  await confirm();
  const route = await held.promise;
  const sent = route.request().postData() ?? "";
  await page.goto("about:blank");
  await route.abort();
  await page.unroute(isAsked);
  return sent;
}

test("a standing order whose answer got lost with its page is told of, and is never placed twice", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  await register(page, astrolabe, newName("stan"));
  await fundedAddress(page);
  await untilLive(page);
  const told = page.getByRole("region", { name: /^Notifications/ });
  const headers = { "content-type": "application/json", origin: astrolabe.url };
  const path = "/api/durable-orders";

  async function confirm(trigger: string): Promise<void> {
    await page.goto("/trade/XLM/usdc");
    await page.waitForURL(/\/trade\/XLM\/USDC-G\w{55}$/);
    await page.getByRole("radio", { name: "Sell XLM" }).check();
    const form = page.getByRole("form", { name: "Order" });
    await expect(form).toContainText(/[1-9][\d.,]* XLM to spend/);
    await page.getByRole("radio", { name: "Profit" }).check();
    for (const [label, value] of Object.entries({ Trigger: trigger, "Then limit price": trigger, Amount: "5" }))
      await form.getByLabel(new RegExp(`^${label}`)).fill(value);
    await form.getByRole("button", { name: /^Review/ }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("dialog").getByRole("button", { name: "Confirm and wait to sell" }).click();
  }

  await confirm("300");
  await expect(page.getByText("Placed: it waits for its price", { exact: true })).toBeVisible({ timeout: 60_000 });

  const taken = await confirmAndDie(page, path, () => confirm("200"));
  expect((await page.request.post(path, { data: taken, headers })).status()).toBe(201);
  await page.goto("/trade/XLM/usdc");
  await expect(told).toContainText("Take-profit: sell 5 XLM for USDC: the server has it");
  await expect(page.getByRole("tab", { name: "Standing (2)" })).toBeVisible();

  // This time it arrives when nobody waits for it any more.
  const late = await confirmAndDie(page, path, () => confirm("100"));
  await page.goto("/trade/XLM/usdc");
  await expect(told).toContainText("Take-profit: sell 5 XLM for USDC: not done");
  expect((await (await page.request.post(path, { data: late, headers })).json()).code).toBe("confirmation-withdrawn");
  await page.reload();
  await expect(page.getByRole("tab", { name: "Standing (2)" })).toBeVisible();
});

test("a second key whose answer got lost with its page is told of, and is neither turned on nor off twice", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  const key = Keypair.random();
  await register(page, astrolabe, newName("sec"));
  await fundedAddress(page);
  const told = page.getByRole("region", { name: /^Notifications/ });
  const headers = { "content-type": "application/json", origin: astrolabe.url };

  async function turnOn(): Promise<void> {
    await page.goto("/user-settings");
    await page.getByRole("button", { name: "Add a second key" }).click();
    const adding = page.getByRole("dialog", { name: "Add a second key" });
    await adding.getByLabel("Public key").fill(key.publicKey());
    await adding.getByRole("button", { name: "Go on" }).click();
    const proof = page.getByRole("dialog", { name: "Show that it is yours" });
    const who = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(proof.or(who)).toBeVisible();
    if (await who.isVisible()) await confirmIdentity(page);
    await proof.getByLabel("Signed transaction").fill(await signedElsewhere(proof, key));
    await proof.getByRole("button", { name: "Turn it on" }).click();
  }

  const late = await confirmAndDie(page, "/api/multisig/on", turnOn);
  await page.goto("/user-settings");
  await expect(told).toContainText("Add a second key: not done");
  const arrived = await page.request.post("/api/multisig/on", { data: late, headers });
  expect((await arrived.json()).code).toBe("confirmation-withdrawn");
  await expect(page.getByRole("button", { name: "Add a second key" })).toBeVisible();

  const taken = await confirmAndDie(page, "/api/multisig/on", turnOn);
  expect((await page.request.post("/api/multisig/on", { data: taken, headers })).status()).toBe(202);
  await page.goto("/user-settings");
  await expect(told).toContainText("Add a second key: the server has it");
  const off = page.getByRole("button", { name: "Turn the second key off" });
  await expect(off).toBeVisible({ timeout: 60_000 });

  const lateOff = await confirmAndDie(page, "/api/multisig/off", async () => {
    await off.click();
    await page.getByRole("dialog").getByRole("button", { name: "Go on and sign it" }).click();
  });
  await page.goto("/user-settings");
  await expect(told).toContainText("Turn the second key off: not done");
  const arrivedOff = await page.request.post("/api/multisig/off", { data: lateOff, headers });
  expect((await arrivedOff.json()).code).toBe("confirmation-withdrawn");
  await expect(off).toBeVisible();
});

test("a payment whose answer got lost with its page is void once another is begun, or told of before", async ({
  astrolabe,
  page,
}) => {
  test.setTimeout(240_000);
  await register(page, astrolabe, newName("paul"));
  await fundedAddress(page);
  const headers = { "content-type": "application/json", origin: astrolabe.url };
  const path = "/api/wallet/send";
  const to = Keypair.random().publicKey();
  const review = page.getByRole("dialog", { name: "Check before you send" });

  async function look(): Promise<void> {
    await page.getByLabel("To", { exact: true }).fill(to);
    await page.getByLabel("Amount").fill("7");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(review.getByRole("button", { name: "Confirm and send" })).toBeEnabled();
  }
  async function confirm(): Promise<void> {
    await page.goto("/send");
    await look();
    await review.getByLabel("Your password").fill(PASSWORD);
    await review.getByRole("button", { name: "Confirm and send" }).click();
  }
  async function startOver(): Promise<void> {
    await page.goto("/send");
    await page.getByRole("button", { name: "I checked, start over" }).click();
    await look();
  }

  const late = await confirmAndDie(page, path, confirm);
  await startOver();
  // The review hides from readers what is beneath it.
  await expect(page.getByText("Send 7 XLM: not done").first()).toBeVisible();
  expect((await (await page.request.post(path, { data: late, headers })).json()).code).toBe("confirmation-withdrawn");

  const taken = await confirmAndDie(page, path, confirm);
  expect((await page.request.post(path, { data: taken, headers })).status()).toBe(202);
  await startOver();
  await expect(review).toContainText(/“Send 7 XLM” of .* comes on top of it/);
});
