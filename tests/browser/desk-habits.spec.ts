import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ADMIN, type Astrolabe, expect, newName, PASSWORD, test } from "./astrolabe.ts";
import { confirmProposal, SECOND } from "./confirm-proposal.ts";
import { inspectAsItIs, inspectInLight } from "./inspect.ts";

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500", minAmount: null, maxAmount: null };
/** As many as one person may have waiting. */
const DECLARED = 5;

async function signedIn(page: Page, { url }: Astrolabe, data: object): Promise<void> {
  expect((await page.request.post(`${url}/api/login`, { data })).ok()).toBe(true);
}

/** Deposits that wait, of somebody, and a second operator. */
async function prepare(page: Page, { url }: Astrolabe): Promise<void> {
  const { request } = page;
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
  const asked = await request.put(`${url}/api/admin/deposit-settings`, {
    data: { settings: SETTINGS, reason: "open" },
  });
  await confirmProposal(request, url, asked);
}

async function declareMany(page: Page, astrolabe: Astrolabe): Promise<void> {
  const username = newName("dora");
  const data = { username, password: PASSWORD, email: `${username}@example.org` };
  expect((await page.request.post(`${astrolabe.url}/api/register`, { data })).ok()).toBe(true);
  for (let n = 1; n <= DECLARED; n += 1) {
    const body = { amount: `${n}.25`, cashAppUsername: "$dora", cashAppTransactionId: newName("h").toUpperCase() };
    const answer = await page.request.post(`${astrolabe.url}/api/deposits`, { data: body });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

test("a list is where it was when one comes back, kept as a view, taken along, and its rows are one operator's at a time", async ({
  astrolabe,
  browser,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 420 });
  await signedIn(page, astrolabe, ADMIN);
  await prepare(page, astrolabe);
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await declareMany(other, astrolabe);

  // Back to the same address, byte for byte, and to the same scroll.
  const narrowed = `${astrolabe.url}/admin-panel/deposits?find=dora&show=pending&sort=-amount&hide=credited`;
  await page.goto(narrowed);
  const lines = page.locator("[data-row]");
  await expect(lines).toHaveCount(DECLARED);
  await expect(lines.first()).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("5.25");
  await page.evaluate(() => scrollTo(0, 120));
  const top = () => page.evaluate(() => Math.round(scrollY));
  await expect.poll(top).toBeGreaterThan(60);
  const before = await top();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.waitForURL("**/admin-panel/payments");
  await page.goBack();
  await expect(lines).toHaveCount(DECLARED);
  expect(page.url()).toBe(narrowed);
  await expect.poll(top).toBe(before);
  const last = lines.last();
  await last.scrollIntoViewIfNeeded();
  const chosenAt = await top();
  const title = (await last.getAttribute("aria-label")) ?? "";
  await last.click();
  const open = page.getByRole("complementary", { name: title });
  await expect(open).toBeVisible();
  await page.goBack();
  await expect(open).toBeHidden();
  expect(page.url()).toBe(narrowed);
  await expect.poll(top).toBe(chosenAt);

  // A view under a name leads there again, for the other operator as well.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Saved views" }).click();
  const views = page.getByRole("dialog", { name: "Saved views" });
  await views.getByLabel("Name of the view as it is shown now").fill("Dora by amount");
  await views.getByRole("switch", { name: "Share it" }).click();
  await inspectAsItIs(page, "saved views");
  await page.screenshot({ path: "test-results/habits-views.png" });
  await views.getByRole("button", { name: "Save the view" }).click();
  await expect(views).toBeHidden();
  await other.context().clearCookies();
  await signedIn(other, astrolabe, SECOND);
  await other.goto(`${astrolabe.url}/admin-panel/deposits`);
  await other.getByRole("button", { name: "Saved views" }).click();
  await other.getByRole("button", { name: "Dora by amount", exact: true }).click();
  await expect(other).toHaveURL(narrowed);

  // What one has open the other sees, and is asked before they decide.
  await other.getByRole("link", { name: title }).click();
  const theirs = other.getByRole("dialog", { name: title });
  await expect(theirs).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "second-operator has this open" })).toHaveCount(1);
  await page.getByRole("link", { name: title }).click();
  await expect(open).toContainText("second-operator has this open");
  await open.getByRole("button", { name: "Reject" }).click();
  const asking = page.getByRole("dialog", { name: "Decide all the same?" });
  await expect(asking).toContainText("second-operator has this open");
  await inspectAsItIs(page, "a row that another one has open");
  await page.screenshot({ path: "test-results/habits-asking.png" });
  await asking.getByRole("button", { name: "Leave it to them" }).click();
  await page.screenshot({ path: "test-results/habits-open.png" });
  await other.screenshot({ path: "test-results/habits-phone.png" });
  await other.goBack();
  await expect(open).not.toContainText("second-operator has this open");
  await open.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByRole("dialog", { name: /^Reject deposit/ })).toBeVisible();
  // No key is heard over it.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(open).toBeHidden();

  // All that match are chosen and taken along: the server makes the file, and keeps why.
  await page.keyboard.press("x");
  await expect(page.getByRole("status").filter({ hasText: "on this page" })).toContainText("1 on this page is chosen");
  await page.getByRole("button", { name: "Choose all that match, on every page" }).click();
  await expect(page.getByText(`All ${DECLARED} that match are chosen`)).toBeVisible();
  await page.screenshot({ path: "test-results/habits-chosen.png" });
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const saving = page.getByRole("dialog", { name: "Save what is chosen" });
  await saving.getByLabel("Reason").fill("the books of the month");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    saving.getByRole("button", { name: "Export" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(DECLARED + 1);

  await page.getByRole("button", { name: "What you are told of" }).click();
  await expect(page.getByRole("switch", { name: "Deposits that wait: push" })).toBeChecked();
  await inspectAsItIs(page, "what operators are told of");
  await page.screenshot({ path: "test-results/habits-notices.png" });
  await inspectInLight(page, "what operators are told of");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("unclear");
  await page.getByRole("option", { name: /Say what became of unclear payments/ }).click();
  await page.waitForURL("**/admin-panel/payments?show=ambiguous");
});
