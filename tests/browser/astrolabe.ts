import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import { COMPILED } from "#tests/support/compiled.ts";
import { secretsByLooks } from "#tests/support/secret-looks.ts";
import { freePort } from "#tests/support/free-port.ts";
import { sayOffline } from "./say-offline.ts";
import { DESK, hasWorker, isAtDesk } from "./windows.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PRELOAD = pathToFileURL(join(import.meta.dirname, "outside.preload.ts")).href;
/** A start makes a network, its accounts and the treasury: seconds on a quiet machine. */
export const READY_MS = 150_000;
export const PASSWORD = "correct horse battery";
export const ADMIN = { username: "admin", password: "an admin's long password" };

/** A running Astrolabe with its embedded database and network, as `npm start` runs it. */
export interface Astrolabe {
  readonly url: string;
  /** Where it keeps what it keeps, the mails that it would send among it. */
  readonly dataDir: string;
  /** kill -9, then a start on the same data and port. */
  restart(): Promise<void>;
  /** Stops the server, so that devices are cut off; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Launch {
  readonly port: number;
  readonly dataDir: string;
  readonly root: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly hear: (text: string) => void;
}

function launch({ port, dataDir, root, settings, hear }: Launch): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", PRELOAD, join(root, "sync-server/main.ts")], {
    cwd: root,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DEMO: "0",
      REGISTRATIONS_PER_NETWORK: "10000",
      PUSH_PRIVATE_ENDPOINTS: "1",
      // The one operator there is confirms at once what else would stand announced for a day.
      APPROVAL_HOURS: "0",
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
  });
  return new Promise((done, fail) => {
    let output = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(new Error(`Astrolabe was not ready in time:\n${output}`));
    }, READY_MS);
    const read = (chunk: Buffer) => {
      hear(chunk.toString());
      output += chunk.toString();
      if (!output.includes("Astrolabe is ready on")) return;
      clearTimeout(timer);
      done(child);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(new Error(`Astrolabe ended with ${code}:\n${output}`));
    });
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill(signal);
  });
}

/**
 * Starts an Astrolabe on a free port and a temporary folder; `close` stops it and removes the folder. `root` is the checkout
 * that is run, and `settings` are further variables of its environment.
 */
export async function startAstrolabe(
  root = ROOT,
  settings: Readonly<Record<string, string>> = {},
): Promise<Astrolabe & { close(): Promise<void> }> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "astrolabe-browser-"));
  const printed: string[] = [];
  const hear = (text: string) => void printed.push(text);
  const options = { port, dataDir, root, settings, hear };
  let child = await launch(options).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const start = async () => {
    child = await launch(options);
  };
  return {
    url: `http://localhost:${port}`,
    dataDir,
    start,
    stop: () => ended(child, "SIGTERM"),
    restart: async () => {
      await ended(child, "SIGKILL");
      await start();
    },
    close: async () => {
      await ended(child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
      expect(secretsByLooks(printed.join("")), "what the server printed").toEqual([]);
    },
  };
}

/** Tests share one server per worker; each makes people of its own. */
export const test = base.extend<object, { astrolabe: Astrolabe }>({
  viewport: ({ viewport }, use, { file }) => use(isAtDesk(file) ? DESK.viewport : viewport),
  hasTouch: ({ hasTouch }, use, { file }) => use(isAtDesk(file) ? DESK.hasTouch : hasTouch),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  serviceWorkers: ({}, use, { file }) => use(hasWorker(file) ? "allow" : "block"),
  browser: [
    async ({ browser }, use) => {
      await sayOffline(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],
  astrolabe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const astrolabe = await startAstrolabe();
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: READY_MS + 30_000 },
  ],
});

let people = 0;

/** A name that no other test uses. */
export function newName(stem: string): string {
  people += 1;
  return `${stem}-${process.pid}-${people}`;
}

/** Makes a person of this page, without the screens of signing up; answers with the address of their wallet. */
export async function become(page: Page, { url }: Astrolabe, username: string): Promise<string> {
  const data = { username, email: `${username}@example.org`, password: PASSWORD };
  const registered = await page.request.post(`${url}/api/register`, { data });
  expect(registered.ok(), await registered.text()).toBe(true);
  return (await registered.json()).walletAddress;
}

/** Registers a person on the auth screen and waits for their dashboard. */
export async function register(page: Page, astrolabe: Astrolabe, username: string): Promise<void> {
  await page.goto(`${astrolabe.url}/auth`);
  await page.getByRole("tab", { name: "Get Started" }).click();
  const form = page.getByRole("tabpanel", { name: "Get Started" });
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Email").fill(`${username}@example.org`);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Confirm password").fill(PASSWORD);
  await form.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL("**/dashboard");
}

/** Answers the question of who is there. */
export async function confirmIdentity(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Confirm that it is you" });
  await sheet.getByLabel("Your password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet).toBeHidden();
}

/** Signs a registered person in on another device. */
export async function signIn(page: Page, astrolabe: Astrolabe, username: string, password = PASSWORD): Promise<void> {
  await page.goto(`${astrolabe.url}/auth`);
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
}

/**
 * The signed-in person's wallet address, once it has been funded on the network. A page that has opened nothing yet has to be
 * told where.
 */
export async function fundedAddress(page: Page, url?: string): Promise<string> {
  const wallets = new URL("/api/wallet", url ?? page.url()).href;
  let address = "";
  await expect
    .poll(
      async () => {
        const wallet = await (await page.request.get(wallets)).json();
        address = wallet.address ?? "";
        return Number(wallet.balances?.[0]?.balance ?? 0);
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  return address;
}

/** Makes the second visit, from which on the service worker serves the page and a reload works without a server. */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

export { expect };
