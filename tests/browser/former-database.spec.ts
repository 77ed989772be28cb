import { join } from "node:path";
import { build } from "vite";
import { sentences } from "#build/sentences.ts";
import { become, expect, newName, signIn, test } from "./astrolabe.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The script of a page that stands for a former version of the app. */
async function formerVersion(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [sentences()],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, "former-database.page.ts"), formats: ["iife"], name: "former" },
    },
  });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error("The page's script was not built.");
  return output.output[0].code;
}

test("a device with the database of a former version shows what it had, and what waited there is sent", async ({
  astrolabe,
  browser,
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const name = newName("former");
  await become(page, astrolabe, name);
  // Another kind of device than the first, so that signing in there is told.
  const other = await (await browser.newContext({ userAgent: FIREFOX })).newPage();
  await signIn(other, astrolabe, name);
  await expect(other.getByRole("button", { name: /^Notifications, \d+ unread/ })).toBeVisible(SLOW);

  await page.goto(`${astrolabe.url}/api/health`);
  const { id } = await (await page.request.get(`${astrolabe.url}/api/user`)).json();
  await page.evaluate(await formerVersion());
  const told = await page.evaluate(([userId, nowMs]) => Reflect.get(globalThis, "makeFormer")(userId, nowMs), [
    Number(id),
    Date.now(),
  ] as const);
  expect(told).toBeGreaterThan(0);
  const databases = async () => (await page.evaluate(() => indexedDB.databases())).map(({ name: each }) => each ?? "");
  expect((await databases()).filter((each) => each.endsWith("--settings"))).toHaveLength(1);
  expect((await databases()).filter((each) => each.endsWith("--small_rows"))).toEqual([]);

  await page.goto(`${astrolabe.url}/settings`);
  await expect(page.getByRole("switch", { name: "Notifications", exact: true })).not.toBeChecked(SLOW);
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  expect((await databases()).filter((each) => each.endsWith("--small_rows"))).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Notifications", exact: true })).not.toBeChecked(SLOW);

  await other.goto(`${astrolabe.url}/settings`);
  await expect(other.getByRole("switch", { name: "Notifications", exact: true })).not.toBeChecked(SLOW);
  await expect(other.getByRole("button", { name: "Notifications", exact: true })).toBeVisible(SLOW);
  for (const each of [context, other.context()]) await each.close();
});
