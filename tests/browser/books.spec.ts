import type { Locator, Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { become, expect, fundedAddress, newName, PASSWORD } from "./astrolabe.ts";
import { hold, order, test } from "./demo-market.ts";
import { walkGains } from "./books-gains.ts";
import { notePrices } from "./books-reckoned.ts";
import { centsIn, codeIn, type Keys, type Look, near, pricesOf, tells, type Truth, worthsOf } from "./books-numbers.ts";
import { walkHistory, walkSavedHistory } from "./books-history.ts";
import { historyOnLedger } from "./ledger-history.ts";
import { readOnLedger } from "./on-ledger.ts";
import { DESK, IS_SHORT, PHONE } from "./windows.ts";

async function untilSettled(page: Page): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get("/api/wallet/submissions")).json()).submissions, {
      timeout: 60_000,
    })
    .toEqual([]);
}

async function send(page: Page, payment: object): Promise<void> {
  const data = { ...payment, idempotencyKey: randomUUID(), password: PASSWORD };
  const sent = await page.request.post("/api/wallet/send", { data });
  expect(sent.ok(), await sent.text()).toBe(true);
}

/**
 * Gives an account something of everything: assets that were traded, an offer, a share of a pool, money set aside for it, and payments
 * both ways.
 */
async function makeBusy(page: Page, friend: Page, address: string): Promise<Keys> {
  await Promise.all([hold(page, "USDC"), hold(friend, "SKL")]);
  await hold(page, "NKDM");
  await Promise.all([untilSettled(page), untilSettled(friend)]);
  const { assets } = await (await page.request.get("/api/assets/listed")).json();
  const {
    USDC = "",
    NKDM = "",
    SKL = "",
  }: Record<string, string> = Object.fromEntries(
    assets.map(({ assetCode, issuer }: { assetCode: string; issuer: string }) => [assetCode, `${assetCode}-${issuer}`]),
  );
  await expect.poll(async () => (await (await page.request.get("/api/wallet")).json()).balances.length).toBe(3);
  const pool = { assetA: "XLM", assetB: USDC, maxA: "300", maxB: "100", minPrice: "0.1", maxPrice: "20" };
  await order(page, "/pools/deposit", "deposit", pool, "/api/trading");
  const quote = { base: "XLM", quote: USDC };
  await order(page, "", "order", { kind: "limit", side: "sell", ...quote, amount: "123.4567", price: "7" });
  await order(page, "", "order", { kind: "market", side: "buy", ...quote, amount: "200", price: "0.6" });
  await order(page, "", "order", {
    kind: "limit",
    side: "sell",
    base: NKDM,
    quote: "XLM",
    amount: "0.5",
    price: "9999",
  });
  const [assetCode = "", issuer = ""] = SKL.split("-");
  await send(friend, { to: address, assetCode, issuer, amount: "12.3456789", asClaimable: true });
  const { address: friends } = await (await friend.request.get("/api/wallet")).json();
  for (const [payer, to, paid] of [
    [page, friends, "31.4159265"],
    [friend, address, "2.5"],
  ] as const) {
    await untilSettled(payer);
    await send(payer, { to, assetCode: "XLM", amount: paid });
  }
  await Promise.all([untilSettled(page), untilSettled(friend)]);
  return { USDC, NKDM, SKL };
}

/** Home, assets and their plain versions: what there is, where it is, and what it is worth. */
async function walkHoldings(page: Page, look: Look): Promise<void> {
  const places = page.getByRole("list", { name: "Where it is" }).or(page.getByRole("table", { name: "Where it is" }));
  const tellsPlaces = async ({ worths: { wallet, offers, pools, claims, total } }: Truth, whole: Locator) => {
    const told = centsIn(await places.innerText());
    expect(told).toHaveLength(4);
    for (const [at, wanted] of [wallet, offers, pools, claims].entries()) near(told[at], wanted, `place ${at + 1}`);
    near(centsIn(await whole.innerText())[0], total, "the total");
  };
  const row = (table: string, key: string) =>
    page.getByRole("table", { name: table }).getByRole("row", { name: new RegExp(`^${codeIn(key)}\\b`) });

  await look("/dashboard", async (truth) => {
    await tellsPlaces(truth, page.getByRole("region", { name: "Total value" }));
    const list = page.getByRole("list", { name: "Balances" });
    expect(await list.getByRole("listitem").count()).toBe(truth.ledger.balances.size);
    for (const [key, balance] of truth.ledger.balances) {
      const link = list.getByRole("link", { name: new RegExp(`^${codeIn(key)}\\b`) });
      await tells(link, balance);
      near(centsIn(await link.innerText())[0], truth.worths.worth(key, balance), key);
    }
    await tells(page.getByText("is set aside for you"), truth.ledger.claimable.get(truth.keys.SKL));
  });
  await look("/assets", async (truth) => {
    const { ledger, worths, keys } = truth;
    const [pool] = ledger.pools;
    await tellsPlaces(truth, page.getByRole("region", { name: /^\d assets$/ }));
    const list = page.getByRole("list", { name: "Assets" });
    for (const [key, balance] of ledger.balances) {
      const link = list.getByRole("link", { name: new RegExp(`^${codeIn(key)}\\b`) });
      await tells(link, balance, ledger.spendable.get(key));
      near(centsIn(await link.innerText())[0], worths.worth(key, balance), key);
    }
    const share = list.getByRole("link", { name: /^Pool / });
    await tells(share, pool?.shares, pool?.parts.get("XLM"), pool?.parts.get(keys.USDC));
    near(centsIn(await share.innerText())[0], worths.pools, "the pool");
    await tells(page.getByRole("list", { name: "Set aside for you" }), ledger.claimable.get(keys.SKL));
  });
  await look("/old-dashboard", async (truth) => {
    await tellsPlaces(truth, page.getByText(/^Total value: /));
    for (const [key, balance] of truth.ledger.balances) await tells(row("Balances", key), balance);
  });
  await look("/old-assets", async (truth) => {
    await tellsPlaces(truth, page.getByText(/ in all\. /).first());
    for (const [key, balance] of truth.ledger.balances)
      await tells(row("What you hold", key), balance, truth.ledger.spendable.get(key));
  });
}

/** Where something is spent, exchanged or looked at alone: what there is of it, and what of that is free. */
async function walkSpending(page: Page, look: Look, keys: Keys, poolId: string): Promise<void> {
  const main = page.getByRole("main");
  for (const key of ["XLM", keys.NKDM, keys.USDC]) {
    await look(`/assets/${key}`, async ({ ledger: { balances, spendable } }) => {
      const [balance = 0n, free = 0n] = [balances.get(key), spendable.get(key)];
      await tells(
        page.getByRole("region", { name: "Balance" }),
        balance,
        ...(free === balance ? [] : [balance - free]),
      );
    });
    await look(`/send?asset=${key}`, ({ ledger }) =>
      tells(main.getByText("can be spent, as of ledger"), ledger.spendable.get(key)),
    );
  }
  await look(`/amm?pool=${poolId}`, async ({ ledger: { pools, spendable } }) => {
    const position = page.getByRole("region", { name: "Your position" });
    await tells(position, pools[0]?.parts.get("XLM"), pools[0]?.parts.get(keys.USDC));
    await tells(main.getByText("to spend").first(), spendable.get("XLM"));
  });
  await look("/swap", ({ ledger }) => tells(main.getByText("to spend").first(), ledger.spendable.get("XLM")));
  await look("/wallet-diagnostic", ({ ledger }) =>
    tells(main.getByText("XLM can be spent"), ledger.spendable.get("XLM")),
  );
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  for (const path of [`/trade/XLM/${keys.USDC}`, `/pro-trading?base=XLM&quote=${keys.USDC}`])
    await look(path, async ({ ledger: { spendable, offered } }) => {
      if (isPhone) await page.getByRole("tab", { name: "Order" }).click();
      const form = page.getByRole("form", { name: "Order" });
      await page.getByRole("radio", { name: "Buy XLM" }).check();
      await tells(form.getByText("to spend"), spendable.get(keys.USDC));
      await page.getByRole("radio", { name: "Sell XLM" }).check();
      await tells(form.getByText("to spend"), spendable.get("XLM"));
      if (isPhone) await page.getByRole("tab", { name: /^Yours/ }).click();
      await tells(page.getByRole("table", { name: "Open orders" }), offered.get("XLM"));
    });
}

test("every number of a busy account is the ledger's, on each screen that tells it", async ({
  astrolabe,
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const other = await browser.newContext({ baseURL: astrolabe.url });
  const friend = await other.newPage();
  const address = await become(page, astrolabe, newName("berta"));
  await become(friend, astrolabe, newName("fred"));
  await Promise.all([fundedAddress(page, astrolabe.url), fundedAddress(friend, astrolabe.url)]);
  const keys = await makeBusy(page, friend, address);
  await other.close();
  const prices = notePrices(page);
  /** Markets move: a screen that was read while they did is read again, against the ledger and the prices of then. */
  const look: Look = (path, see) =>
    expect(async () => {
      await page.goto(path);
      await expect(async () => {
        const ledger = readOnLedger(astrolabe.dataDir, address);
        const history = historyOnLedger(astrolabe.dataDir, address);
        await see({ ledger, history, worths: worthsOf(ledger, await pricesOf(page)), keys });
      }).toPass({ timeout: 10_000 });
    }, path).toPass({ timeout: 90_000 });
  const [pool] = readOnLedger(astrolabe.dataDir, address).pools;
  for (const { viewport } of IS_SHORT ? [PHONE] : [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await walkHoldings(page, look);
    await walkSpending(page, look, keys, pool?.id ?? "");
    await walkHistory(page, look);
    await walkGains(page, look, prices);
  }
  await walkSavedHistory(page, look);
});
