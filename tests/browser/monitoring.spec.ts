import type { APIRequestContext } from "@playwright/test";
import { signInFirst } from "./an-operator.ts";
import { ADMIN, expect, test } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs, inspectBothAsTheyAre } from "./inspect.ts";
import { IS_SHORT } from "./windows.ts";

/** The house's accounts are looked after every ten seconds, on a quiet machine. */
const SOON = { timeout: 90_000 };
const ACCOUNT = { purpose: "staking-rewards", assetCode: "XLM", issuer: "" };

async function setBudget(request: APIRequestContext, url: string, daily: string | null, former: string | null) {
  const data = { ...ACCOUNT, daily, former, reason: "what may go out in a day" };
  await confirmProposal(request, url, await request.put(`${url}/api/admin/treasury/budgets`, { data }));
}

test("an issue appears, is read, taken on, snoozed and resolved", async ({ astrolabe, browser, page, request }) => {
  const { url } = astrolabe;
  await signInFirst(request, astrolabe);
  const operator = await (
    await browser.newContext({ viewport: page.viewportSize(), reducedMotion: "reduce" })
  ).newPage();
  await signInFirst(operator.request, astrolabe);
  await operator.goto(`${url}/admin-super/monitoring`);
  const issues = operator.getByRole("region", { name: "Issues" });
  await expect(issues).toBeVisible();

  await test.step("it appears without a reload, with what it means", async () => {
    // Less than a payment takes: the service says of it that it is as good as used.
    await setBudget(request, url, "0.5000000", null);
    const line = issues.getByRole("row").filter({ hasText: "account staking-rewards is nearly used" });
    await expect(line).toBeVisible(SOON);
    await line.click();
    await expect(operator).toHaveURL(/open=\d+/);
    await expect(operator.getByText("what is beyond it waits or is refused").first()).toBeVisible();
    await expect(operator.getByText("Opened", { exact: true }).first()).toBeVisible();
    await inspectBothAsTheyAre(operator, "an open issue");
  });

  await test.step("an operator takes it on and snoozes it", async () => {
    await operator.getByRole("button", { name: "Take it on" }).click();
    const taking = operator.getByRole("dialog", { name: "Take it on" });
    await taking.getByLabel("Reason").fill("I look into it");
    await taking.getByRole("button", { name: "Take it on" }).click();
    await expect(operator.getByText("The issue is yours").first()).toBeVisible();
    await operator.getByRole("button", { name: "Snooze", exact: true }).click();
    const snooze = operator.getByRole("dialog").filter({ hasText: "Nobody is told of it until then" });
    await inspectAsItIs(operator, "an issue to be snoozed");
    await snooze.getByLabel("Reason").fill("it is meant to be low");
    await snooze.getByRole("button", { name: "Snooze", exact: true }).click();
    await expect(operator.getByText("Nobody is told of it until").first()).toBeVisible();
    await expect(operator.getByText("it is meant to be low").first()).toBeVisible();
  });

  await test.step("it is resolved, and found among those that are over", async () => {
    await setBudget(request, url, null, "0.5000000");
    await operator.goto(`${url}/admin-super/monitoring?show=resolved`);
    await expect(async () => {
      await operator.reload();
      const over = issues.getByText("The daily budget of the house's account staking-rewards is nearly used");
      await expect(over.first()).toBeVisible({ timeout: 5000 });
    }).toPass(SOON);
    await expect(issues.getByText(/Passed by itself|Resolved/).first()).toBeVisible();
  });
  await operator.context().close();
});

if (!IS_SHORT)
  test("every part of monitoring, and the log, is sound", async ({ astrolabe, page }) => {
    await signInFirst(page.request, astrolabe);
    for (const part of ["tasks", "checks", "windows", "notices"]) {
      await page.goto(`${astrolabe.url}/admin-super/monitoring?part=${part}`);
      await expect(page.getByRole("navigation", { name: "Parts of monitoring" })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await inspectBothAsTheyAre(page, `monitoring: ${part}`);
    }
    // Whoever is refused is written down, by the id that the answer says.
    const refused = await page.request.post(`${astrolabe.url}/api/admin/login`, { data: { ...ADMIN, password: "no" } });
    const name = refused.headers()["x-request-id"] ?? "";
    await page.goto(`${astrolabe.url}/admin-super/log`);
    await expect(page.getByText("Each look at the log is noted in the audit log.")).toBeVisible();
    await page.getByLabel("Error or request").fill(name);
    await page.getByRole("button", { name: "Search the log" }).click();
    await expect(page).toHaveURL(/request=/);
    await inspectBothAsTheyAre(page, "the log");
  });
