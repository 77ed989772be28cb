import { become, expect, fundedAddress, newName, PASSWORD, test } from "./astrolabe.ts";
import { becomeOperator, showWho, signInFirst } from "./an-operator.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectThemes } from "./inspect.ts";

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500", minAmount: null, maxAmount: null };

test("a large deposit is credited once a second operator, of another role than support, agrees on their screen", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  page,
  request,
}) => {
  const anotherPage = async () => (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  const [clerk, helper] = [await anotherPage(), await anotherPage()];
  await signInFirst(request, astrolabe);
  const asked = await request.put(`${url}/api/admin/deposit-settings`, {
    data: { settings: SETTINGS, reason: "people pay in" },
  });
  await confirmProposal(request, url, asked);
  await becomeOperator(clerk, request, astrolabe, ["finance"]);
  await becomeOperator(helper, request, astrolabe, ["support"]);
  await become(page, astrolabe, newName("paula"));
  await page.goto(`${url}/buy-xlm`);
  await fundedAddress(page);
  const body = { amount: "600", cashAppUsername: "$paula", cashAppTransactionId: newName("k").toUpperCase() };
  const declared = await page.request.post(`${url}/api/deposits`, { data: body });
  expect(declared.ok(), await declared.text()).toBe(true);
  const own = page.getByRole("list", { name: "Your deposits" }).getByRole("listitem").first();
  await expect(own).toContainText("Being checked");

  const { deposits } = await (await request.get(`${url}/api/admin/deposits`)).json();
  const deposit = deposits.find(
    (each: { cashAppTransactionId: string }) => each.cashAppTransactionId === body.cashAppTransactionId,
  );
  const first = await request.post(`${url}/api/admin/deposits/${deposit.id}/approve`, {
    data: { rate: "current", reason: "seen to arrive" },
  });
  expect(first.ok(), await first.text()).toBe(true);
  const { proposal } = await first.json();

  const role = page.viewportSize()?.width === 390 ? "dialog" : "complementary";
  const name = `Proposal ${proposal.id}`;
  // Who may only look is shown what waits, and no way to agree.
  await helper.goto(`${url}/admin-panel/approvals`);
  const waiting = helper.getByRole("link", { name, exact: true });
  await waiting.click();
  const looked = helper.getByRole(role, { name });
  await expect(looked).toContainText("over $600.00 is credited with 5,100 XLM.");
  await expect(looked.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await helper.goBack();
  await expect(looked).toBeHidden();

  await clerk.goto(`${url}/admin-panel/approvals?open=${proposal.id}`);
  const open = clerk.getByRole(role, { name });
  await open.getByRole("button", { name: "Approve" }).click();
  const sheet = clerk.getByRole("dialog", { name: /^Approve proposal/ });
  await sheet.getByLabel("Reason").fill("seen on the statement");
  await inspectThemes(clerk, "a second approval");
  await sheet.getByRole("button", { name: "Approve" }).click();
  await showWho(clerk, PASSWORD);
  await expect(open).toContainText("Carried out");
  await expect(waiting).toBeVisible();
  // Once the row is given back, it is gone from the list that was open all the while.
  await clerk.goto(`${url}/admin-panel/deposits`);
  await expect(waiting).toHaveCount(0);
  await expect(own).toContainText("Credited", { timeout: 60_000 });
  await Promise.all([clerk.context().close(), helper.context().close()]);
});
