import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "@playwright/test";
import { expect, offlineReady, startAstrolabe } from "./astrolabe.ts";

test("a new version waits for the person's yes", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-update-"));
  const built = join(folder, "dist/pwa");
  const root = resolve(import.meta.dirname, "../..");
  for (const part of ["dist", "schemas", "sync-server", "package.json"])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const astrolabe = await startAstrolabe(folder);
  try {
    await page.goto(`${astrolabe.url}/auth`);
    await offlineReady(page);
    await page.getByLabel("Username").fill("half-typed");

    const worker = join(built, "sw.js");
    await writeFile(worker, `${await readFile(worker, "utf8")}\n// the next version\n`);
    // The compressed copies are of the version before.
    for (const file of await readdir(built)) if (/^sw\.js\.(br|gz)$/.test(file)) await rm(join(built, file));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());

    const prompt = page.getByRole("status", { name: "Update" });
    await expect(prompt).toContainText("A new version is ready");
    await expect(page.getByLabel("Username")).toHaveValue("half-typed");
    await prompt.getByRole("button", { name: "Update" }).click();
    await expect(prompt).toBeHidden();
    await page.waitForLoadState("load");
    await expect(page.getByLabel("Username")).toHaveValue("");
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  } finally {
    await astrolabe.close();
    await rm(folder, { recursive: true, force: true });
  }
});
