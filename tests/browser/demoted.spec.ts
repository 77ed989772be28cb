import type { Page } from "@playwright/test";
import { ADMIN, become, expect, newName, PASSWORD, test } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs } from "./inspect.ts";

/** Shows who is there, where the server wants to know. */
async function confirmAsAdmin(page: Page): Promise<void> {
  const who = page.getByRole("dialog", { name: "Confirm that it is you" });
  await who.getByLabel("Your password").fill(ADMIN.password);
  await who.getByRole("button", { name: "Confirm" }).click();
  await expect(who).toBeHidden();
}

test("an operator whose roles are taken away is told so on the page that is open, and shown nothing more of it", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  page: demoted,
}) => {
  const boss = await (await browser.newContext({ viewport: demoted.viewportSize() })).newPage();
  const { request } = boss;
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  expect((await request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(true);
  const username = newName("clerk");
  await become(demoted, astrolabe, username);
  const { id } = await (await demoted.request.get(`${url}/api/user`)).json();
  const data = { roles: ["finance"], reason: "helps with deposits" };
  await confirmProposal(request, url, await request.put(`${url}/api/admin/operators/${id}/roles`, { data }));
  await expect
    .poll(async () => (await demoted.request.post(`${url}/api/login`, { data: { username, password: PASSWORD } })).ok())
    .toBe(true);
  await demoted.goto(`${url}/admin-panel/deposits`);
  await expect(demoted.getByRole("link", { name: "Deposits" })).toBeVisible();
  await expect(demoted.getByRole("heading", { name: "Operations" })).toBeVisible();

  await boss.goto(`${url}/admin-super`);
  await boss.waitForURL("**/admin-super/operators");
  await boss.getByRole("searchbox").fill(username);
  await boss.getByRole("link", { name: `Operator ${id}` }).click();
  const open = boss.getByRole("complementary", { name: `Operator ${id}` });
  await expect(open).toContainText("Decides about deposits");
  await inspectAsItIs(boss, "an operator");
  await open.getByRole("button", { name: "Take all roles away" }).click();
  const sheet = boss.getByRole("dialog", { name: /^Take all roles/ });
  await sheet.getByLabel("Reason").fill("left the company");
  await sheet.getByRole("button", { name: "Take all roles away" }).click();
  if (await boss.getByRole("dialog", { name: "Confirm that it is you" }).isVisible()) await confirmAsAdmin(boss);

  await expect(demoted.getByText(/another operator changed what you may do here/).first()).toBeVisible();
  await expect(demoted.getByRole("heading", { name: "Operations" })).toHaveCount(0);
  await expect(demoted.getByRole("link", { name: "Deposits" })).toHaveCount(0);
  await demoted.waitForURL("**/admin");
  await expect(demoted.getByText(/another operator changed what you may do here/).first()).toBeVisible();

  // What was done is in the log, with what they were before; and the log is whole.
  await expect(open).toContainText("This user is no operator, or no longer one.");
  await boss.goto(`${url}/admin-super/audit?whom=${id}&act=set-roles`);
  const rows = boss.getByRole("table", { name: "Audit log" }).getByRole("link", { name: /^Row / });
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  const row = boss.getByRole("complementary", { name: /^Row / });
  await expect(row).toContainText('["finance"]');
  await expect(row).toContainText("left the company");
  await boss.keyboard.press("j");
  await expect(boss).toHaveURL(/whom=\d+.*act=set-roles|act=set-roles.*whom=\d+/);
  await boss.getByRole("button", { name: "Verify the log" }).click();
  const verifying = boss.getByRole("dialog", { name: "Verify the audit log" });
  await expect(verifying).toContainText(/The log is whole: [\d,]+ rows/);
  await inspectAsItIs(boss, "the verified log");
  await boss.context().close();
});
