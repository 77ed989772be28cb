import { randomBytes } from "node:crypto";
import { type Astrolabe, ADMIN, expect, READY_MS, startAstrolabe, test as base } from "./astrolabe.ts";
import { agree } from "./confirm-proposal.ts";
import { inspectAsItIs, inspectBothAsTheyAre } from "./inspect.ts";

const SLOW = { timeout: 60_000 };
const FORMER = randomBytes(32).toString("hex");
/** As whoever runs the server sets them, before each start. */
const settings: Record<string, string> = { VAULT_KEY: FORMER };

const test = base.extend<object, { astrolabe: Astrolabe }>({
  astrolabe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const astrolabe = await startAstrolabe(undefined, settings);
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: READY_MS + 30_000 },
  ],
});

test("a super reads what to set for another key of the vault, and two change its locks while they look on", async ({
  astrolabe,
  page,
}) => {
  const { url } = astrolabe;
  const { request } = page;
  expect((await request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  await page.goto(`${url}/admin-super/keys`);
  const vault = page.getByRole("region", { name: "What locks the vault" });
  await expect(vault).toContainText("Nothing is locked with a former key");
  await expect(vault.getByRole("button")).toHaveCount(0);
  await inspectBothAsTheyAre(page, "the keys");

  await astrolabe.stop();
  Object.assign(settings, { VAULT_KEY: randomBytes(32).toString("hex"), VAULT_OTHER_KEYS: FORMER });
  await astrolabe.start();
  await page.reload();
  await expect(vault).toContainText("A former key still locks some of it");
  await vault.getByRole("button", { name: "Change the locks" }).click();
  const sheet = page.getByRole("dialog", { name: "Change the locks" });
  await sheet.getByLabel("Reason").fill("the yearly change");
  await inspectAsItIs(page, "the change of the locks");
  await sheet.getByRole("button", { name: "Propose it" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(ADMIN.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(vault).toContainText("It waits as proposal");
  const { proposals } = await (await request.get(`${url}/api/admin/proposals`)).json();
  await agree(request, url, proposals[0]);

  // Nobody reloads: the console is told.
  const change = page.getByRole("region", { name: "Change of the locks" });
  await expect(change).toContainText("Everything is locked with the key", SLOW);
  await expect(change).toContainText("the yearly change");
  await expect(change).toContainText("second-operator");
  await expect(vault).toContainText("Nothing is locked with a former key", SLOW);
  await inspectBothAsTheyAre(page, "the keys after the change of the locks");
});
