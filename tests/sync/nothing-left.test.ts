import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDevice } from "./device.fixture.ts";

declare const device: TestDevice;

let browser: Browser;
let folder = "";
let url = "";
const server = createServer((request, response) => {
  if (request.url !== "/device.js") return response.end("<script type=module src=/device.js></script>");
  readFile(join(folder, "device.js")).then(
    (script) => response.writeHead(200, { "content-type": "text/javascript" }).end(script),
    () => response.writeHead(500).end(),
  );
  return response;
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-device-"));
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: folder,
      minify: false,
      lib: { entry: join(import.meta.dirname, "device.fixture.ts"), formats: ["es"], fileName: () => "device.js" },
    },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/`;
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});

afterAll(async () => {
  await browser?.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function aTab(context: Awaited<ReturnType<Browser["newContext"]>>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "device" in globalThis);
  return page;
}

test("RxDB 3319: nothing is left after the removal, offline and with another tab open", async () => {
  const context = await browser.newContext();
  const [first, second] = [await aTab(context), await aTab(context)];
  await context.setOffline(true);
  expect(await first.evaluate(() => device.addOffline(7, "one"))).toBe(1);
  expect(await second.evaluate(() => device.addOffline(7, "two"))).toBe(2);
  await first.evaluate(() => device.addOffline(8, "another user's"));
  await first.evaluate(() => device.remove(7));
  const kept = await first.evaluate(() => device.kept());
  expect(kept.filter((name) => name?.includes("astrolabe-user-7"))).toEqual([]);
  expect(kept.some((name) => name?.includes("astrolabe-user-8"))).toBe(true);
  expect(await first.evaluate(() => device.addOffline(7, "anew"))).toBe(1);
  await context.close();
});
