import type { Locator, Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { become, expect, fundedAddress, newName, PASSWORD } from "./astrolabe.ts";
import { hold, order, test } from "./demo-market.ts";
import { type OnLedger, readOnLedger } from "./on-ledger.ts";
import { DESK, IS_SHORT, PHONE } from "./windows.ts";

/** Of the listed assets, by their codes. */
type Keys = Readonly<Record<"USDC" | "NKDM" | "SKL", string>>;

/** Dollars for one, by an asset's key, as the server's markets tell them. */
type Prices = ReadonlyMap<string, number>;

async function pricesOf(page: Page): Promise<Prices> {
  const { prices } = await (await page.request.get("/api/markets/prices")).json();
  return new Map(
    prices.map(({ assetCode, issuer, usd }: { assetCode: string; issuer: string; usd: string | null }) => [
      issuer === "" ? assetCode : `${assetCode}-${issuer}`,
      Number(usd),
    ]),
  );
}

async function untilSettled(page: Page): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get("/api/wallet/submissions")).json()).submissions, {
      timeout: 60_000,
    })
    .toEqual([]);
}

/** Gives an account something of everything: assets that were traded, an offer, a share of a pool, and money set aside for it. */
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
  const sent = await friend.request.post("/api/wallet/send", {
    data: {
      to: address,
      assetCode,
      issuer,
      amount: "12.3456789",
      asClaimable: true,
      idempotencyKey: randomUUID(),
      password: PASSWORD,
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await Promise.all([untilSettled(page), untilSettled(friend)]);
  return { USDC, NKDM, SKL };
}

/** Numbers in a text as the ledger has them: without groups and without zeros at their end. */
function numbersIn(text: string): string[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => plain(number.replaceAll(",", "")));
}

function plain(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

function amount(stroops: bigint | undefined): string {
  const digits = String(stroops ?? -1n).padStart(8, "0");
  return plain(`${digits.slice(0, -7)}.${digits.slice(-7)}`);
}

function codeIn(key: string): string {
  return key.split("-")[0] ?? "";
}

/** A place that tells all these amounts, whatever it tells besides. */
async function tells(place: Locator, ...stroops: readonly (bigint | undefined)[]): Promise<void> {
  expect(numbersIn(await place.innerText())).toEqual(expect.arrayContaining(stroops.map(amount)));
}

/** What is told in dollars, in cents and with its sign, in the order in which it is told. */
function centsIn(text: string): number[] {
  return [...text.matchAll(/(−?)\+?\$([\d,]+\.\d\d)/g)].map(([, minus, dollars = ""]) => {
    const cents = Math.round(Number(dollars.replaceAll(",", "")) * 100);
    return minus === "" ? cents : -cents;
  });
}

/** What everything is worth: each place's part, and each asset's wherever it is, in cents. */
function worthsOf({ balances, offered, pools, claimable }: OnLedger, prices: Prices) {
  const worth = (key: string, stroops: bigint) => (Number(stroops) / 1e5) * (prices.get(key) ?? Number.NaN);
  const sum = (amounts: ReadonlyMap<string, bigint>) =>
    [...amounts].reduce((all, [key, one]) => all + worth(key, one), 0);
  const offers = sum(offered);
  const inPools = pools.reduce((all, { parts }) => all + sum(parts), 0);
  const claims = sum(claimable);
  const held = sum(balances);
  return { wallet: held - offers, offers, pools: inPools, claims, total: held + inPools + claims, worth };
}

type Worths = ReturnType<typeof worthsOf>;

/** Both are rounded: a cent, or so many of them where that many were added. */
function near(cents: number | undefined, wanted: number, what: string, most = 1): void {
  expect(Math.abs((cents ?? Number.NaN) - wanted), `${what}: ${cents} and not ${wanted} cents`).toBeLessThan(
    most + 0.01,
  );
}

/** What a screen is held against: the ledger's amounts, and what they are worth at the server's prices of now. */
interface Truth {
  readonly ledger: OnLedger;
  readonly worths: Worths;
  readonly keys: Keys;
}

type Look = (path: string, see: (truth: Truth) => Promise<void>) => Promise<void>;

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

/** What each position is worth and has gained, and that the gains are what there is, less what came in. */
async function walkGains(page: Page, look: Look): Promise<void> {
  await look("/analytics", async (truth) => {
    const { total, worth } = truth.worths;
    near(centsIn(await page.getByRole("region", { name: "Allocation" }).innerText())[0], total, "the total");
    const together = await tellsGains(page.getByRole("region", { name: "Profit and loss" }), truth);
    // The month in which it began is the only one; the cells are the month's name, what came in and what went out.
    const month = page.getByRole("table", { name: "In and out by month" }).locator("tbody td");
    const [came = 0] = centsIn(await month.nth(1).innerText());
    const [went = 0] = centsIn(await month.nth(2).innerText());
    // The starting funds, at a price of some minutes ago.
    near(came, worth("XLM", 10_000n * 10_000_000n), "what came in", came * 0.02);
    near(together, total - came + went, "all gains");
  });
}

/** Each position's amount and value, and that what is not realised is what it is worth beyond its cost; answers with all gains, in cents. */
async function tellsGains(card: Locator, { ledger, keys, worths }: Truth): Promise<number> {
  const held = new Map([...ledger.balances, [keys.SKL, ledger.claimable.get(keys.SKL) ?? 0n] as const]);
  let sum = 0;
  let count = 0;
  // A table where there is room for one, else a list.
  for (const line of await card.locator("tbody tr, ul > li").all()) {
    if (!(await line.isVisible())) continue;
    const text = await line.innerText();
    const [cost = 0, value = 0, realised = 0, unrealised = 0] = centsIn(text);
    near(unrealised, value - cost, `what is not realised of ${text}`);
    sum += realised + unrealised;
    count += 1;
    const [key, stroops] = [...held].find(([one]) => text.startsWith(codeIn(one))) ?? ["", 0n];
    if (key === "") near(value, worths.pools, text);
    else {
      expect(numbersIn(text)).toContain(amount(stroops));
      near(value, worths.worth(key, stroops), text);
    }
  }
  expect(count).toBe(held.size + 1);
  const [together = 0, worth] = centsIn(await card.getByText(/^Together/).innerText());
  near(together, sum, "all gains", 2 * count);
  near(worth, worths.total, "what all positions are worth");
  return together;
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
  /** Markets move: a screen that was read while they did is read again, against the ledger and the prices of then. */
  const look: Look = (path, see) =>
    expect(async () => {
      await page.goto(path);
      await expect(async () => {
        const ledger = readOnLedger(astrolabe.dataDir, address);
        await see({ ledger, worths: worthsOf(ledger, await pricesOf(page)), keys });
      }).toPass({ timeout: 10_000 });
    }, path).toPass({ timeout: 90_000 });
  const [pool] = readOnLedger(astrolabe.dataDir, address).pools;
  for (const { viewport } of IS_SHORT ? [PHONE] : [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await walkHoldings(page, look);
    await walkSpending(page, look, keys, pool?.id ?? "");
    await walkGains(page, look);
  }
});
