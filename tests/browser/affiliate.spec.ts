import { randomUUID } from "node:crypto";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, register } from "./astrolabe.ts";
import { test, untilLive } from "./demo-market.ts";
import { becomeOperator, showWho, signInFirst } from "./an-operator.ts";
import { agree, confirmProposal } from "./confirm-proposal.ts";
import { isArabic, turnToArabic } from "./in-arabic.ts";
import { inspectThemes } from "./inspect.ts";

const TERMS = {
  rewardType: "percent",
  levels: ["40", "10"],
  minPayout: "0.01",
  payoutSchedule: "manual",
  holdDays: 0,
  assetCode: "XLM",
  issuer: "",
  active: true,
  fourEyesAbove: "100000",
  reason: "agreed by the board",
};
/** For what takes a few seconds on a quiet machine. */
const SLOW = { timeout: 60_000 };

test("somebody shares a link, a friend comes by it, and what the friend is charged is rewarded and paid", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  context,
  page,
  request,
}) => {
  await signInFirst(request, astrolabe);
  await confirmProposal(request, url, await request.put(`${url}/api/admin/affiliate`, { data: TERMS }));
  await become(page, astrolabe, newName("stella"));
  // Where nothing has a price, nothing is paid.
  await untilLive(page);
  await page.goto(`${url}/affiliate`);
  await fundedAddress(page);
  await expect(page.getByText("40% of the fees that we collect")).toBeVisible();
  await page.getByRole("button", { name: "Get your link" }).click();
  const link = page.getByRole("region", { name: "Your link" });
  await expect(link.getByRole("img", { name: "QR code of your link" })).toBeVisible();
  await inspectThemes(page, "somebody's link");
  await link.getByRole("button", { name: "Choose your own code" }).click();
  const sheet = page.getByRole("dialog", { name: "Choose your own code" });
  await sheet.getByLabel("Code", { exact: true }).fill("No spaces");
  await sheet.getByRole("button", { name: "Use this code" }).click();
  await expect(sheet).toContainText("Use 4 to 20 letters a to z");
  const code = newName("star");
  await sheet.getByLabel("Code", { exact: true }).fill(code);
  await sheet.getByRole("button", { name: "Use this code" }).click();
  await expect(sheet).toBeHidden();
  await expect(link).toContainText(`${url}/r/${code}`);

  // A browser without a window says so, and counts as a bot.
  const userAgent = (await page.evaluate(() => navigator.userAgent)).replace("Headless", "");
  const friend = await browser.newContext({ userAgent });
  const friends = await friend.newPage();
  await friends.goto(`${url}/r/${code}`);
  await friends.waitForURL("**/auth");
  await register(friends, astrolabe, newName("brought"));
  await fundedAddress(friends);
  const { accounts } = await (await request.get(`${url}/api/admin/treasury`)).json();
  const { address } = accounts.find(({ purpose }: { purpose: string }) => purpose === "fees");
  // What is paid into the account of fees is a fee, whoever asked for it.
  const fee = { to: address, assetCode: "XLM", amount: "40", idempotencyKey: randomUUID(), password: PASSWORD };
  expect((await friends.request.post(`${url}/api/wallet/send`, { data: fee })).status()).toBe(202);
  await friend.close();

  const sums = page.getByRole("region", { name: "What it came to" });
  await expect(sums).toContainText("Sign-ups1", SLOW);
  await expect(sums).toContainText("Visits1");
  await expect
    .poll(async () => (await (await request.get(`${url}/api/admin/affiliate`)).json()).due.payouts, SLOW)
    .toBeGreaterThan(0);
  expect(
    (await request.post(`${url}/api/admin/affiliate/runs`, { data: { reason: "the month is over" } })).status(),
  ).toBe(202);
  const payouts = page.getByRole("region", { name: "Payouts" });
  await expect(payouts).toContainText("Paid", SLOW);
  await expect(payouts).toContainText("XLM");
  await inspectThemes(page, "what a link came to");

  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(link).toContainText(`/r/${code}`);
  await expect(payouts).toContainText("Paid");
  await expect(page.getByText("You are offline: this is what was known last.")).toBeVisible();
  await context.setOffline(false);

  await turnToArabic(page, url);
  await page.goto(`${url}/affiliate`);
  await expect(page.getByRole("main")).toContainText(`/r/${code}`);
  await isArabic(page, page.getByRole("main"));
  await inspectThemes(page, "what a link came to, in Arabic");
});

test("an operator sets the terms on their screen with a preview, which a second one agrees to", async ({
  astrolabe,
  astrolabe: { url },
  page,
  request,
}) => {
  await signInFirst(request, astrolabe);
  await becomeOperator(page, request, astrolabe, ["finance"]);
  await page.goto(`${url}/admin-panel/affiliate`);
  const terms = page.getByRole("region", { name: "Terms", exact: true });
  await terms.getByRole("button", { name: /^(?:Set the terms|Change)$/ }).click();
  const sheet = page.getByRole("dialog", { name: "Terms of the affiliate programme" });
  await sheet.getByLabel("Kind of reward").selectOption({ label: "Dollars for a first deposit or trade" });
  await sheet.getByLabel("Dollars, level by level").fill("10 2");
  await expect(sheet).toContainText("$10.00 · $2.00, once $24.00 were collected from them in fees");
  await sheet.getByLabel("Kind of reward").selectOption({ label: "Percent of collected fees" });
  await sheet.getByLabel("Percent, level by level").fill("45 6");
  await sheet.getByLabel("Reason").fill("agreed by the board");
  await sheet.getByRole("button", { name: "Set the terms" }).click();
  await expect(sheet).toContainText("All levels together are 50 percent at most");
  await sheet.getByLabel("Percent, level by level").fill("45 5");
  await inspectThemes(page, "the terms of the programme");
  await sheet.getByRole("button", { name: "Set the terms" }).click();
  await showWho(page, PASSWORD);
  await expect(sheet).toBeHidden();
  const { proposals } = await (await request.get(`${url}/api/admin/proposals`)).json();
  const proposal = proposals.find(({ content }: { content: { kind: string } }) => content.kind === "set-affiliate");
  await agree(request, url, proposal);
  await page.reload();
  await expect(terms).toContainText("45%");
  await inspectThemes(page, "the programme at the desk");
});
