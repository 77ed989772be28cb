import type { Page } from "@playwright/test";
import QRCode from "qrcode";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, register, signIn, test } from "./astrolabe.ts";

// What goes wrong here goes wrong the same way at any size of window, so one project tries it.

const ADDRESS = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

/** Each is a day of several misfortunes. */
test.describe.configure({ timeout: 360_000 });

async function keptDatabases(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
  return names.filter((name) => name.includes("astrolabe-user"));
}

async function addContact(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(ADDRESS);
  await sheet.getByRole("button", { name: "Save contact" }).click();
}

function contact(page: Page, name: string) {
  return page.getByRole("list", { name: "Contacts" }).getByRole("listitem").filter({ hasText: name });
}

/** More than the app needs, and soon filled. */
const QUOTA_BYTES = 24 * 1024 * 1024;

/** Runs in the page: writes until nothing more goes in, in ever smaller pieces. */
async function fillStorage(quotaBytes: number): Promise<void> {
  const opened = await new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("filler");
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore("bytes", { autoIncrement: true }));
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () => fail(request.error));
  });
  const write = (size: number) =>
    new Promise<boolean>((done) => {
      const transaction = opened.transaction("bytes", "readwrite");
      transaction.addEventListener("complete", () => done(true));
      transaction.addEventListener("abort", () => done(false));
      transaction.objectStore("bytes").add(crypto.getRandomValues(new Uint8Array(size)));
    });
  for (let size = 65_536; size >= 64; size /= 4) {
    let written = 0;
    while (written <= quotaBytes && (await write(size))) written += size;
  }
  opened.close();
}

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("offline in the middle of a form: nothing typed is lost, and signing out asks before what is not sent is", async ({
  astrolabe,
  page,
  context,
}) => {
  await page.goto(`${astrolabe.url}/auth`);
  await offlineReady(page);
  await context.setOffline(true);
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Username").fill("somebody");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByRole("alert")).toContainText("Please try again");
  await expect(form.getByLabel("Username")).toHaveValue("somebody");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  const reset = page.getByRole("dialog", { name: "Reset Password" });
  await reset.getByLabel(/email/i).fill("somebody@example.org");
  await reset.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(reset.getByRole("alert")).toBeVisible();
  await expect(reset.getByLabel(/email/i)).toHaveValue("somebody@example.org");
  await reset.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tab", { name: "Get Started" }).click();
  const signUp = page.getByRole("tabpanel", { name: "Get Started" });
  await signUp.getByLabel("Username").fill("somebody");
  await signUp.getByLabel("Email").fill("somebody@example.org");
  await signUp.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await signUp.getByLabel("Confirm password").fill(PASSWORD);
  await signUp.getByRole("button", { name: "Create Account" }).click();
  await expect(signUp.getByRole("alert")).toContainText("Please try again");
  await expect(signUp.getByLabel("Email")).toHaveValue("somebody@example.org");
  await context.setOffline(false);

  await become(page, astrolabe, newName("olga"));
  await page.goto(`${astrolabe.url}/user-settings`);
  await fundedAddress(page);
  await page.getByRole("button", { name: "Change limits" }).click();
  const limits = page.getByRole("dialog", { name: "Change limits" });
  await limits.getByLabel("Largest single payment").fill("777");
  await context.setOffline(true);
  await expect(limits.getByText("You are offline. This needs a connection.")).toBeVisible();
  await expect(limits.getByRole("button", { name: "Save limits" })).toBeDisabled();
  await context.setOffline(false);
  await expect(limits.getByLabel("Largest single payment")).toHaveValue("777");
  await limits.getByRole("button", { name: "Save limits" }).click();
  const identity = page.getByRole("dialog", { name: "Confirm that it is you" });
  await identity.getByLabel("Your password").fill(PASSWORD);
  await context.setOffline(true);
  await expect(identity.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await context.setOffline(false);
  await identity.getByRole("button", { name: "Confirm" }).click();
  await expect(limits).toBeHidden();

  await page.goto(`${astrolabe.url}/send`);
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("To", { exact: true }).fill(ADDRESS);
  await page.getByLabel("Amount").fill("2.5");
  await expect(page.getByText("Sending needs a connection.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Amount")).toHaveValue("2.5");
  await page.getByRole("button", { name: "Put aside as a draft" }).click();

  await page.goto(`${astrolabe.url}/contacts`);
  await addContact(page, "Made offline");
  await expect(contact(page, "Made offline")).toContainText("Waiting");
  await askToSignOut(page);
  const leaving = page.getByRole("dialog", { name: "Sign out and lose what is not sent?" });
  await expect(leaving).toContainText("1 change and 1 payment put aside have not reached the server.");
  await leaving.getByRole("button", { name: "Stay signed in" }).click();
  await expect(contact(page, "Made offline")).toBeVisible();
  await askToSignOut(page);
  await leaving.getByRole("button", { name: "Sign out and lose it" }).click();
  await page.waitForURL(`${astrolabe.url}/`);
  expect(await keptDatabases(page)).toEqual([]);
});

test("a full device says so, keeps what was typed, and saves it once there is room; a refused camera and hostile codes", async ({
  astrolabe,
  page,
}) => {
  const client = await page.context().newCDPSession(page);
  // Before anything is stored: the browser believes for a while what it measured before.
  await client.send("Storage.overrideQuotaForOrigin", { origin: astrolabe.url, quotaSize: QUOTA_BYTES });
  await become(page, astrolabe, newName("quin"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await offlineReady(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await page.evaluate(fillStorage, QUOTA_BYTES);
  await addContact(page, "No room");
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await expect(sheet.getByRole("alert")).toContainText("could not be kept on this device");
  await expect(sheet.getByLabel("Name")).toHaveValue("No room");
  await client.send("Storage.overrideQuotaForOrigin", { origin: astrolabe.url });
  // The browser believes for a while what it measured. A sheet that is gone meanwhile has no button to wait for.
  await expect(async () => {
    if (await sheet.isVisible()) await sheet.getByRole("button", { name: "Save contact" }).click({ timeout: 2000 });
    await expect(sheet).toBeHidden({ timeout: 2000 });
  }).toPass(SLOW);
  await expect(contact(page, "No room")).not.toContainText("Waiting", SLOW);

  // What a person does who says no when the browser asks.
  await client.send("Browser.setPermission", {
    permission: { name: "camera" },
    setting: "denied",
    origin: astrolabe.url,
  });
  await page.goto(`${astrolabe.url}/send`);
  const refusal = page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).catch((error: Error) => error.name),
  );
  expect(await refusal).toBe("NotAllowedError");
  await page.getByRole("button", { name: "Scan" }).click();
  const scan = page.getByRole("dialog", { name: "Scan a QR code" });
  await expect(scan.getByText("The camera cannot be used here.")).toBeVisible();
  const hostile = `<img src=x onerror="document.title='owned'">\u202E`;
  const show = async (text: string) => {
    const buffer = await QRCode.toBuffer(text);
    await scan.locator("input[type=file]").setInputFiles({ name: "code.png", mimeType: "image/png", buffer });
    await expect(scan).toBeHidden();
  };
  await show(`web+stellar:pay?${new URLSearchParams({ destination: ADDRESS, memo: "77\u202E12" })}`);
  await expect(page.getByRole("alert").filter({ hasText: "hidden marks" })).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Scan" }).click();
  await show(hostile);
  await page.getByLabel("Amount").fill("1");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("That is not a Stellar address.")).toBeVisible();
  // A name's server is never looked for within our own network, nor where the name is not one.
  for (const name of ["ana*127.0.0.1", "ana*localhost:4000", "ana\u202E*[::1]"]) {
    const to = page.getByLabel("To", { exact: true });
    await page.reload();
    await to.fill(name);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(to).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.title()).not.toContain("owned");
});

test("a frozen tab stops no other one, and two tabs that sign out at once leave nothing", async ({
  astrolabe,
  context,
}) => {
  const first = await context.newPage();
  await become(first, astrolabe, newName("fritz"));
  await first.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(first);
  await expect(first.getByText("Live")).toBeVisible(SLOW);
  const client = await context.newCDPSession(first);
  const second = await context.newPage();
  await second.goto(`${astrolabe.url}/contacts`);
  await expect(second.getByText("Live")).toBeVisible(SLOW);
  await client.send("Page.setWebLifecycleState", { state: "frozen" });
  await addContact(second, "While it was frozen");
  await expect(contact(second, "While it was frozen")).toBeVisible();
  await expect(contact(second, "While it was frozen")).not.toContainText("Waiting", SLOW);
  await client.send("Page.setWebLifecycleState", { state: "active" });

  await Promise.all([first, second].map((page) => page.getByRole("button", { name: /^Account of/ }).click()));
  await Promise.all(
    [first, second].map((page) =>
      // The faster one takes the other along before it is clicked.
      page
        .getByRole("menuitem", { name: "Sign out" })
        .click()
        .catch(() => undefined),
    ),
  );
  for (const page of [first, second]) await page.waitForURL(`${astrolabe.url}/`);
  await expect.poll(() => keptDatabases(first)).toEqual([]);
  expect(await second.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("fritz-");
  const status = await second.evaluate(async () => (await fetch("/api/auth-status")).json());
  expect(status.authenticated).toBe(false);
});

test("a session that its owner ended leaves nothing on that device, be it offline meanwhile; one that expired keeps its data, and nobody else sees it", async ({
  astrolabe,
  browser,
  page,
}) => {
  const name = newName("nora");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/contacts`);
  const stolen = await browser.newContext();
  const thief = await stolen.newPage();
  await signIn(thief, astrolabe, name);
  await thief.goto(`${astrolabe.url}/contacts`);
  await offlineReady(thief);
  await expect(thief.getByText("Live")).toBeVisible(SLOW);
  await stolen.setOffline(true);
  await addContact(thief, "Never sent");
  await page.evaluate(async () => {
    await fetch("/api/sessions/end-others", { method: "POST" });
  });
  await expect(contact(thief, "Never sent")).toContainText("Waiting");
  await stolen.setOffline(false);
  await thief.waitForURL("**/auth", SLOW);
  await expect(thief.getByText("your data was removed from this device").first()).toBeVisible();
  expect(await keptDatabases(thief)).toEqual([]);
  expect(await thief.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(name);
  await stolen.close();

  // Another session in the place of this one, as a new password brings it: what is written goes on being sent.
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  const anew = await browser.newContext();
  await anew.request.post(`${astrolabe.url}/api/login`, { data: { username: name, password: PASSWORD } });
  await page.context().addCookies(await anew.cookies());
  await anew.close();
  await page.evaluate(async () => {
    await fetch("/api/sessions/end-others", { method: "POST" });
  });
  await addContact(page, "A secret friend");
  await expect(contact(page, "A secret friend")).not.toContainText("Waiting", SLOW);
  // As after a month: the browser has thrown the cookie away.
  await page.context().clearCookies();
  await page.reload();
  await page.waitForURL("**/auth");
  await expect(page.getByText("Your session has expired")).toBeVisible();
  const kept = await keptDatabases(page);
  expect(kept.length).toBeGreaterThan(0);
  await register(page, astrolabe, newName("otto"));
  await page.goto(`${astrolabe.url}/contacts`);
  await expect(page.getByText("No contacts yet")).toBeVisible();
  const left = await keptDatabases(page);
  expect(left.filter((database) => kept.includes(database))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(name);
});

test("on slow 3G the app opens from the device, and what is written and sent goes through", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("tess"));
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await offlineReady(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.goto(`${astrolabe.url}/contacts`);
  await addContact(page, "From far away");
  await expect(contact(page, "From far away")).toBeVisible();
  await expect(contact(page, "From far away")).not.toContainText("Waiting", SLOW);
  await page.goto(`${astrolabe.url}/send`);
  await page.getByLabel("To", { exact: true }).fill("tess-nobody");
  await page.getByLabel("Amount").fill("1");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("No user or address was found for that recipient.")).toBeVisible(SLOW);
});
