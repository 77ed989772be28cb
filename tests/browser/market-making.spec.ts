import type { APIRequestContext, Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, PASSWORD } from "./astrolabe.ts";
import { signInFirst } from "./an-operator.ts";
import { confirm, done, hold, test } from "./demo-market.ts";
import { aFriend } from "./friend.ts";
import { isArabic, turnToArabic } from "./in-arabic.ts";
import { inspectThemes } from "./inspect.ts";

/** What takes a few ledgers, on a busy machine. */
const FEW_LEDGERS = { timeout: 90_000 };
/** What the network takes for giving everything back, in XLM. */
const MOST_FEES = 0.1;

test("somebody opens a pool, sees it filled, has it stopped by an operator, and gets everything back", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  page,
  request,
}) => {
  test.setTimeout(600_000);
  await become(page, astrolabe, newName("mona"));
  await page.goto(`${url}/market-making`);
  await fundedAddress(page);
  await hold(page, "USDC");
  // All until here asked the server alone, past the page.
  await expect(page.getByRole("heading", { level: 1, name: "Market making" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up a pool" })).toBeVisible();
  await inspectThemes(page, "market making, nothing yet");
  await fillIn(page);
  await open(page);

  const standing = page.getByRole("region", { name: "How it stands" });
  await expect(standing).toContainText("Not started", FEW_LEDGERS);
  await expect(standing).toContainText("It trades nothing until you start it.");
  await standing.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("I know that I can lose money").check();
  await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await confirm(page, "Confirm and start", /It makes a market/);
  await done(page);
  const offers = page.getByRole("region", { name: "Its offers" });
  await expect(offers.getByRole("img", { name: "Ladder: 2 offers to buy and 2 to sell XLM" })).toBeVisible(FEW_LEDGERS);
  await expect(standing).toContainText("Running");

  // Its offers are the best there are, so that whoever sells XLM sells it to them; nobody asks for the page again.
  const friends = await browser.newContext({ baseURL: url });
  const friend = await friends.newPage();
  await aFriend(friend.request, astrolabe, newName("fred"));
  await hold(friend, "USDC");
  const fills = page.getByRole("list", { name: "Fills" });
  const bought = fills.getByRole("listitem").filter({ hasText: "Buy" });
  await expect(bought.first()).toContainText(/XLM for .* USDC/, FEW_LEDGERS);
  await friends.close();
  await inspectThemes(page, "a pool that makes a market");

  await signInFirst(request, astrolabe);
  const find = await poolOf(page, request);
  const { id } = await find();
  const act = (act: "stop" | "release", reason: string) =>
    request.post(`${url}/api/admin/market-making/${id}/${act}`, { data: { reason } });
  expect((await act("stop", "its owner is asked something first")).ok()).toBe(true);
  await expect(standing).toContainText("Stopped", FEW_LEDGERS);
  await expect(standing).toContainText("An operator stopped it. Ask support");
  await expect(offers).toContainText("It has no offers in the book.", FEW_LEDGERS);
  const start = standing.getByRole("button", { name: "Start" });
  await expect(start).toBeDisabled();
  await inspectThemes(page, "a pool that an operator stopped");
  expect((await act("release", "all is well again")).ok()).toBe(true);
  await expect(start).toBeEnabled(FEW_LEDGERS);
  await expect(standing).toContainText("It trades nothing until you start it.");

  const [before, bound] = [await balances(page), await find()];
  await standing.getByRole("button", { name: "Drain" }).click();
  await page.getByRole("dialog", { name: "Drain this pool?" }).getByRole("button", { name: "Drain it" }).click();
  await expect(page.getByRole("dialog", { name: "It gives everything back" })).toContainText("You are told once");
  await done(page);
  await expect(standing).toContainText("Given back", FEW_LEDGERS);
  await expect(standing).toContainText("Everything went back to your account.");
  const after = await balances(page);
  expect(after.USDC).toBeCloseTo(before.USDC + Number(bound.quoteBalance), 6);
  const back = before.XLM + Number(bound.baseBalance) + Number(bound.xlmAside) - after.XLM;
  expect(back).toBeGreaterThanOrEqual(0);
  expect(back).toBeLessThan(MOST_FEES);

  await turnToArabic(page, url);
  await page.goto(`${url}/market-making`);
  const list = page.getByRole("list").filter({ has: page.getByRole("region") });
  await expect(list).toBeVisible();
  await isArabic(page, list);
  await inspectThemes(page, "pools, in Arabic");
  await page.locator("main").getByRole("button").first().click();
  const form = page.getByRole("dialog");
  await expect(form.getByRole("combobox").first()).toBeVisible();
  await inspectThemes(page, "a new pool, in Arabic");
});

/** XLM for USDC around the middle of others' offers, so near to it that no other offer is better. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set up a pool" }).click();
  const form = page.getByRole("dialog");
  const next = () => form.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Asset to trade").selectOption("XLM");
  const quote = form.getByLabel("Priced in");
  const dollar = await quote.locator("option", { hasText: /^USDC/ }).first().getAttribute("value");
  await quote.selectOption(dollar);
  await form.getByLabel("XLM to put in").fill("500");
  await form.getByLabel("USDC to put in").fill("50");
  await inspectThemes(page, "the two assets of a pool");
  await next();
  await next();
  await expect(form.getByText("Choose what the ladder stands around.")).toBeVisible();
  await form.getByRole("radio", { name: "The middle of others' offers" }).check();
  await expect(form.getByRole("status")).toContainText("One XLM is");
  await next();
  await form.getByLabel("Offers on each side").fill("2");
  await form.getByLabel("Spread (%)").fill("0.02");
  await form.getByLabel("Depth (%)").fill("0.05");
  await form.getByLabel("Trading wallets").fill("2");
  const picture = form.getByRole("img", { name: "Ladder: 2 offers to buy and 2 to sell XLM" });
  await expect(picture).toBeVisible();
  await inspectThemes(page, "the ladder of a pool");
  await next();
  await expect(form.getByLabel("Loss in a day (USDC)")).not.toHaveValue("");
  await inspectThemes(page, "the stops of a pool");
  await next();
  const simulation = form.getByRole("region", { name: "What came of the simulation" });
  await expect(simulation).toContainText("Beside holding", { timeout: 60_000 });
  await expect(simulation.getByText("Held instead").first()).toBeVisible();
  await inspectThemes(page, "the simulation of a pool");
  await form.getByRole("button", { name: "Review" }).click();
}

async function open(page: Page): Promise<void> {
  const review = page.getByRole("dialog", { name: "Check before you open it" });
  await expect(review).toContainText("You can lose most of what you put in.");
  await expect(review).toContainText("Network reserves");
  await review.getByLabel("Your password").fill(PASSWORD);
  await expect(review.getByRole("button", { name: "Confirm and open" })).toBeDisabled();
  await review.getByLabel("I know that I can lose money").check();
  await inspectThemes(page, "the review of a pool");
  await confirm(page, "Confirm and open", /Its wallets are being opened/);
  await page.getByRole("dialog").getByRole("button", { name: "Show it" }).click();
}

interface Pool {
  readonly id: number;
  readonly baseBalance: string;
  readonly quoteBalance: string;
  readonly xlmAside: string;
}

/** Reads this person's only pool as operators see it. */
async function poolOf(page: Page, request: APIRequestContext): Promise<() => Promise<Pool>> {
  const owner = await (await page.request.get("/api/user")).json();
  return async () => {
    const { pools } = await (await request.get("/api/admin/market-making")).json();
    return pools.find(({ userId }: { userId: number }) => userId === owner.id);
  };
}

/** What one's account has. */
async function balances(page: Page): Promise<{ XLM: number; USDC: number }> {
  const wallet = await (await page.request.get("/api/wallet")).json();
  const of = (code: string) =>
    Number(wallet.balances.find((each: { assetCode: string }) => each.assetCode === code)?.balance ?? 0);
  return { XLM: of("XLM"), USDC: of("USDC") };
}
