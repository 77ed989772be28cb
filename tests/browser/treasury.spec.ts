import { ADMIN, become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { agree, confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs } from "./inspect.ts";

/** For what takes a ledger or two. */
const SLOW = { timeout: 60_000 };
const BANK = {
  recipient: "IBAN DE00 1234",
  displayName: "Bank transfer",
  instructions: "Write your user ID as the purpose.",
  handleLabel: "Name on the account",
  idLabel: "Reference",
  order: 1,
  xlmRate: "8",
  secondAbove: "500",
};

/** Others who pay in find the one form that they look for. */
test.afterEach(async ({ astrolabe: { url }, request }) => {
  const off = { settings: null, reason: "no longer" };
  await request.put(`${url}/api/admin/deposit-methods/bank`, { data: off });
});

test("the house's money is moved on two operators' word, and a way to pay in serves people", async ({
  astrolabe,
  browser,
  page,
  request,
}) => {
  const { url } = astrolabe;
  const operator = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  expect((await operator.request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  await operator.goto(`${url}/admin-panel/treasury`);
  await operator.getByRole("button", { name: "Move money" }).click();
  const sheet = operator.getByRole("dialog", { name: "Move money" });
  await sheet.getByLabel("Amount").fill("12.5");
  await sheet.getByLabel("Reason").fill("for the month");
  await inspectAsItIs(operator, "the transfer of the house's money");
  await sheet.getByRole("button", { name: "Move it" }).click();
  const proof = operator.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(ADMIN.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(operator.getByText("A second operator has to agree")).toBeVisible();

  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
  const { proposals } = await (await request.get(`${url}/api/admin/proposals`)).json();
  await agree(request, url, proposals[0]);
  await operator.goto(`${url}/admin-panel/treasury?open=4`);
  const open = operator.getByRole("complementary", { name: "Sponsor" });
  await expect(async () => {
    await operator.reload();
    await expect(open).toContainText("12.5", { timeout: 3000 });
  }).toPass(SLOW);
  await open.getByText("Top it up").click();
  await expect(open.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await inspectAsItIs(operator, "an account of the house");
  await operator.goto(`${url}/admin-panel/treasury?open=2`);
  const rewards = operator.getByRole("complementary", { name: "Rewards" });
  await rewards.getByRole("button", { name: "Set the budget" }).click();
  const budget = operator.getByRole("dialog", { name: "Daily budget: Rewards" });
  await budget.getByLabel("At most within 24 hours").fill("100000");
  await budget.getByLabel("Reason").fill("rewards are small");
  await inspectAsItIs(operator, "the budget of an account");
  await budget.getByRole("button", { name: "Set the budget" }).click();
  await expect(rewards).toContainText("100,000");

  const set = { settings: BANK, reason: "people pay in" };
  await confirmProposal(request, url, await request.put(`${url}/api/admin/deposit-methods/bank`, { data: set }));
  await become(page, astrolabe, newName("paula"));
  await page.goto(`${url}/buy-xlm`);
  await fundedAddress(page);
  const bank = page.getByRole("region", { name: "Pay by Bank transfer" });
  await expect(bank).toContainText("Write your user ID as the purpose.");
  await bank.getByLabel("Amount you paid, in USD").fill("20");
  await bank.getByLabel("Name on the account").fill("Paula Example");
  await bank.getByLabel("Reference").fill("REF-7");
  await expect(bank.getByText("Pay to")).toBeVisible();
  await bank.getByRole("button", { name: "I have paid" }).click();
  await expect(bank.getByText("is with us")).toBeVisible();
  const { deposits } = await (await request.get(`${url}/api/admin/deposits?method=bank`)).json();
  const decision = { rate: "current", reason: "seen to arrive" };
  await request.post(`${url}/api/admin/deposits/${deposits[0].id}/approve`, { data: decision });
  await expect(page.getByRole("list", { name: "Your deposits" })).toContainText("Credited", SLOW);
  await operator.goto(`${url}/admin-panel/deposits?show=decided&method=bank`);
  await expect(operator.getByRole("row")).toHaveCount(2);
  await expect(operator.getByRole("row").nth(1)).toContainText("Bank transfer");
  await inspectAsItIs(operator, "the decided deposits");
  await operator.goto(`${url}/admin-panel/payments?show=all&kind=deposit&state=confirmed`);
  await operator.getByRole("row").nth(1).click();
  const payment = operator.getByRole("complementary", { name: /^Payment \d+$/ });
  await expect(payment.getByText("Deposit", { exact: true })).toBeVisible();
  await expect(payment.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await inspectAsItIs(operator, "all payments");
});
