import { ADMIN, become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs } from "./inspect.ts";

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500", minAmount: null, maxAmount: null };

test("a deposit that somebody declares is on an open dashboard without a reload, and leads to where it is decided", async ({
  astrolabe: { url },
  astrolabe,
  browser,
  page,
}) => {
  const operator = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  const { request } = operator;
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
  const data = { settings: SETTINGS, reason: "people pay in" };
  const asked = await request.put(`${url}/api/admin/deposit-settings`, { data });
  await confirmProposal(request, url, asked);
  await operator.goto(`${url}/admin-dashboard`);
  const waiting = operator.getByRole("region", { name: "What waits for a person" });
  const deposits = waiting.getByRole("listitem").filter({ hasText: "Deposits" });
  await expect(operator.getByRole("main").getByText("Live", { exact: true })).toBeVisible();
  // The server is other tests', too.
  const counted = async () => Number(/\d+/.exec(await deposits.innerText())?.[0] ?? 0);
  const before = await counted();
  const questions: string[] = [];
  operator.on("request", (sent) => {
    if (sent.url().includes("/api/")) questions.push(sent.url());
  });

  await become(page, astrolabe, newName("dora"));
  await page.goto(`${url}/buy-xlm`);
  await fundedAddress(page);
  await page.getByLabel("Amount you paid, in USD").fill("20.50");
  await page.getByLabel("Your cashtag").fill("dora");
  await page.getByLabel("Transaction id").fill(`#${newName("d").toUpperCase()}`);
  await page.getByRole("button", { name: "I have paid" }).click();
  await expect(page.getByLabel("Your cashtag")).toHaveValue("");

  await expect.poll(counted).toBeGreaterThan(before);
  await expect(deposits).toContainText("The oldest");
  // It was told: the device asked nothing for it.
  expect(questions.filter((asking) => asking.includes("/api/admin/"))).toEqual([]);
  await inspectAsItIs(operator, "the overview");
  await deposits.getByRole("link", { name: "Deposits" }).click();
  await operator.waitForURL("**/admin-panel/deposits");
  await operator.context().close();
});
