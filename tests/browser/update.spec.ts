import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { test } from "@playwright/test";
import { expect, fundedAddress, newName, offlineReady, PASSWORD, register, startAstrolabe } from "./astrolabe.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

test("a new version waits for the person's yes, and one in the middle of a payment pays nobody twice", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-update-"));
  const built = join(folder, "dist/pwa");
  const root = resolve(import.meta.dirname, "../..");
  for (const part of ["dist", "schemas", "sync-server", "package.json"])
    await cp(join(root, part), join(folder, part), { recursive: true, dereference: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const astrolabe = await startAstrolabe(folder);

  /** Puts another version on the server and has the browser find it. */
  async function publishVersion(version: string): Promise<void> {
    const worker = join(built, "sw.js");
    await writeFile(worker, `${await readFile(worker, "utf8")}\n// ${version}\n`);
    // The compressed copies are of the version before.
    for (const file of await readdir(built)) if (/^sw\.js\.(br|gz)$/.test(file)) await rm(join(built, file));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  }

  try {
    await page.goto(`${astrolabe.url}/auth`);
    await offlineReady(page);
    await page.getByLabel("Username").fill("half-typed");
    await publishVersion("the next version");
    const prompt = page.getByRole("status", { name: "Update" });
    await expect(prompt).toContainText("A new version is ready", SLOW);
    await expect(page.getByLabel("Username")).toHaveValue("half-typed");
    await prompt.getByRole("button", { name: "Update" }).click();
    await expect(prompt).toBeHidden();
    await page.waitForLoadState("load");
    await expect(page.getByLabel("Username")).toHaveValue("");
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();

    await register(page, astrolabe, newName("upton"));
    await fundedAddress(page);
    await page.goto(`${astrolabe.url}/send`);
    await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
    await page.getByLabel("Amount").fill("2.5");
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Check before you send" });
    await review.getByLabel("Your password").fill(PASSWORD);
    await publishVersion("the version after it");
    // Seen, and out of reach as all is beside the review.
    await expect(page.getByText("A new version is ready")).toBeVisible(SLOW);
    await expect(review.getByLabel("Your password")).toHaveValue(PASSWORD);
    // The server takes the payment, and the page that asked is gone before it hears so.
    const keys: unknown[] = [];
    let isTaken = false;
    await page.route("**/api/wallet/send?*", async (route) => {
      keys.push(route.request().postDataJSON().idempotencyKey);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      isTaken = true;
      return route.abort();
    });
    await review.getByRole("button", { name: "Confirm and send" }).click();
    await expect.poll(() => isTaken).toBe(true);
    await page.reload();
    const open = page.getByRole("dialog", { name: "Did the payment go through?" });
    // What was accepted is answered without another password.
    await open.getByRole("button", { name: "Ask again" }).click();
    await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible(SLOW);
    expect(new Set(keys).size).toBe(1);
    await page.getByRole("link", { name: "See all transactions" }).click();
    const paid = page.getByRole("list", { name: "Transactions" }).getByRole("listitem").filter({ hasText: "2.5" });
    await expect(paid).toHaveCount(1);
  } finally {
    await astrolabe.close();
    await rm(folder, { recursive: true, force: true });
  }
});
