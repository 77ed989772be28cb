import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, type Astrolabe, become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";

/** For what takes a ledger or two. */
const SLOW = { timeout: 60_000 };
const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500", minAmount: null, maxAmount: null };

/** Has people pay in by Cash App from now on. */
async function takeDeposits(request: APIRequestContext, { url }: Astrolabe): Promise<void> {
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
  const asked = await request.put(`${url}/api/admin/deposit-settings`, {
    data: { settings: SETTINGS, reason: "people pay in" },
  });
  await confirmProposal(request, url, asked);
}

/** Declares a payment on the person's own screen; answers with its transaction id. */
async function declare(page: Page, amount: string): Promise<string> {
  const transactionId = newName("j").toUpperCase();
  await page.getByLabel("Amount you paid, in USD").fill(amount);
  await page.getByLabel("Your cashtag").fill("maria");
  await page.getByLabel("Transaction id").fill(`#${transactionId}`);
  await page.getByRole("button", { name: "I have paid" }).click();
  await expect(page.getByLabel("Your cashtag")).toHaveValue("");
  return transactionId;
}

/** Finds a deposit by its transaction id and opens it, all by keys; answers with what is shown of it. */
async function openByKeys(operator: Page, transactionId: string) {
  await expect(operator.getByRole("row").nth(1)).toBeVisible();
  await operator.keyboard.press("/");
  const search = operator.getByRole("searchbox");
  await expect(search).toBeFocused();
  // Its first letter is a key elsewhere: in a field it is but a letter.
  await operator.keyboard.type(transactionId.toLowerCase());
  await expect(search).toHaveValue(transactionId.toLowerCase());
  await expect(operator.getByRole("row")).toHaveCount(2);
  await operator.keyboard.press("Escape");
  await expect(search).toHaveValue(transactionId.toLowerCase());
  await operator.keyboard.press("j");
  await expect(operator.locator("[data-row]")).toBeFocused();
  await operator.keyboard.press("Enter");
  return operator.getByRole("complementary", { name: /^Deposit \d+$/ });
}

test("a deposit goes from its declaration into the wallet, its owner and an operator looking on", async ({
  astrolabe,
  browser,
  page,
  request,
}) => {
  await takeDeposits(request, astrolabe);
  await become(page, astrolabe, newName("paula"));
  await page.goto(`${astrolabe.url}/buy-xlm`);
  await fundedAddress(page);
  const paid = await declare(page, "20.50");
  const own = page.getByRole("list", { name: "Your deposits" }).getByRole("listitem").first();
  await expect(own).toContainText("Being checked");

  const operator = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  expect((await operator.request.post(`${astrolabe.url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  await operator.goto(`${astrolabe.url}/admin-panel`);
  await operator.waitForURL("**/admin-panel/deposits");
  const open = await openByKeys(operator, paid);
  await open.getByRole("button", { name: "Approve" }).click();
  const approving = operator.getByRole("dialog", { name: /^Approve deposit/ });
  await expect(approving).toContainText("174.25");
  await inspectAsItIs(operator, "the approval of a deposit");
  await approving.getByLabel("Reason").fill("seen to arrive");
  await approving.getByRole("button", { name: "Approve" }).click();
  const proof = operator.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(ADMIN.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  // Both see it arrive; the operator's list has it no longer, and its address still shows it.
  await expect(open).toContainText(/Credited in ledger/, SLOW);
  await expect(own).toContainText("Credited", SLOW);
  await operator.reload();
  await expect(open).toContainText(/Credited in ledger/);
  await expect(operator.getByRole("row")).toHaveCount(0);

  // What takes two is proposed; that it is one's own is said, and another one approves it.
  const large = await declare(page, "600");
  await operator.goto(`${astrolabe.url}/admin-panel/deposits`);
  const second = await openByKeys(operator, large);
  await second.getByRole("button", { name: "Approve" }).click();
  await approving.getByLabel("Reason").fill("seen to arrive");
  await approving.getByRole("button", { name: "Propose to approve" }).click();
  await expect(second).toContainText(/It waits as proposal \d+/);
  await expect(approving).toBeHidden();
  await expect(second.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await operator.keyboard.press("g");
  await operator.keyboard.press("a");
  await operator.waitForURL("**/admin-panel/approvals");
  await operator
    .getByRole("link", { name: /^Proposal/ })
    .first()
    .click();
  const proposal = operator.getByRole("complementary", { name: /^Proposal \d+$/ });
  await expect(proposal).toContainText("over $600.00 is credited with 5,100 XLM.");
  await expect(proposal).toContainText("You proposed this, so another operator approves it.");
  await expect(proposal.getByRole("button", { name: "Approve" })).toHaveCount(0);

  await inspectBoth(operator, `${astrolabe.url}/admin-panel/approvals?show=all`);
  await inspectBoth(operator, `${astrolabe.url}/admin-dashboard`);
  // Of the operators' screens nothing is on its owner's device.
  const kept = await page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url),
    );
    return (await Promise.all(caching)).flat();
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((url) => url.includes("console"))).toEqual([]);
});
