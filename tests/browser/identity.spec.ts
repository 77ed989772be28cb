import type { Locator } from "@playwright/test";
import { become, confirmIdentity, expect, newName, test } from "./astrolabe.ts";
import { begin, choose, takeByFile, typeDocument, unsentStores } from "./identity-steps.ts";
import { inspectThemes } from "./inspect.ts";
import { aCard, aFace, TAKEN_AT } from "./photographed.ts";
import { IS_SHORT } from "./windows.ts";

test("a person shows who they are with files and the camera, and hears what became of it", async ({
  astrolabe,
  context,
  page,
}) => {
  await context.grantPermissions(["camera"], { origin: astrolabe.url });
  const sent: Buffer[] = [];
  page.on("request", (request) => {
    const body = request.method() === "PUT" ? request.postDataBuffer() : null;
    if (body !== null) sent.push(body);
  });
  await become(page, astrolabe, newName("ida"));
  await page.goto(`${astrolabe.url}/kyc?from=%2Fsend`);
  await expect(page.getByRole("button", { name: "Agree and begin" })).toBeDisabled();
  await inspectThemes(page, "identity consent");
  await page.getByLabel("I have read this").check();
  await page.getByRole("button", { name: "Agree and begin" }).click();

  await expect(page.getByRole("heading", { name: "Your document" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please choose the country.")).toBeVisible();
  await inspectThemes(page, "identity document, nothing entered");
  await typeDocument(page);

  // Warned of twice, and allowed then.
  await expect(page.getByRole("heading", { name: "Front of your document" })).toBeFocused();
  const dark = await aCard("FRONT", { light: 0.2 });
  for (const isAllowed of [false, false, true]) {
    await choose(page, dark);
    await expect(page.getByText("It is rather dark. Turn on a light, or go to a window.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Use it all the same" })).toBeVisible({ visible: isAllowed });
    if (isAllowed) await inspectThemes(page, "identity picture, doubted");
    await page.getByRole("button", { name: "Take it again" }).click();
  }
  await choose(page, Buffer.from("no picture at all"));
  await expect(page.getByText("This file is no picture that can be read here.")).toBeVisible();
  await choose(page, await aCard("FRONT"));
  await expect(page.getByRole("img", { name: "Front of your document" })).toBeVisible();
  await inspectThemes(page, "identity picture, taken");
  await page.getByRole("button", { name: "Continue" }).click();
  await takeByFile(page, "Back of your document", await aCard("BACK"));

  await expect(page.getByRole("heading", { name: "A picture of you" })).toBeVisible();
  await page.getByRole("button", { name: "Use the camera" }).click();
  await expect(page.getByRole("button", { name: "Take the picture" })).toBeEnabled();
  await inspectThemes(page, "identity camera");
  await page.getByRole("button", { name: "Take the picture" }).click();
  const taken = page.getByRole("button", { name: "Continue" });
  // What the browser's make-believe camera shows is no face in fair light.
  for (let warnings = 0; warnings < 2 && !(await isThere(taken)); warnings += 1) {
    await page.getByRole("button", { name: "Take it again" }).click();
    await page.getByRole("button", { name: "Use the camera" }).click();
    await page.getByRole("button", { name: "Take the picture" }).click();
  }
  if (!(await isThere(taken))) await page.getByRole("button", { name: "Use it all the same" }).click();
  await taken.click();

  // A page that is lost loses no answer.
  await expect(page.getByRole("heading", { name: "Look it over" })).toBeVisible();
  expect(await unsentStores(page)).toBe(1);
  await page.reload();
  await expect(page.getByText("L01X00T47")).toBeVisible();
  await expect(page.getByText("Austria")).toBeVisible();
  await expect(page.getByRole("img")).toHaveCount(3);
  await inspectThemes(page, "identity review");
  await page.getByRole("button", { name: "Send it for review" }).click();
  await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
  await expect.poll(() => unsentStores(page)).toBe(0);
  const all = Buffer.concat(sent);
  expect(all.length).toBeGreaterThan(100_000);
  expect([all.includes(TAKEN_AT), all.includes("Exif")]).toEqual([false, false]);
  await inspectThemes(page, "identity pending");

  const [copy] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await page.getByRole("button", { name: "Save a copy" }).click();
      await confirmIdentity(page);
    })(),
  ]);
  expect(copy.suggestedFilename()).toBe("astrolabe-identity.zip");
  await page.getByRole("button", { name: "Back to where you were" }).click();
  await page.waitForURL("**/send");
});

/** Whether it comes, and not what else may come in its place. */
async function isThere(button: Locator): Promise<boolean> {
  const page = button.page();
  await expect(button.or(page.getByRole("button", { name: "Take it again" }))).toBeVisible();
  return button.isVisible();
}

if (!IS_SHORT)
  test("a camera that may not be used leads to a phone, which sends into the same form and sees nothing else", async ({
    astrolabe,
    browser,
    page,
  }) => {
    await begin(page, astrolabe);
    await typeDocument(page, "Passport");
    await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
    await page.getByRole("button", { name: "Use the camera" }).click();
    await expect(page.getByText("The camera may not be used here.")).toBeVisible();
    await expect(page.getByText("Choose a file")).toBeVisible();
    await inspectThemes(page, "identity camera, denied");
    const opened = page.waitForResponse((response) => response.url().includes("/api/kyc/hand-over"));
    await page.getByRole("button", { name: /^Go on with (your|another) phone$/ }).click();
    const { token } = await (await opened).json();
    await expect(page.getByRole("img", { name: "QR code of the link for your phone" })).toBeVisible();
    await inspectThemes(page, "identity hand-over");

    const link = `${astrolabe.url}/identity-upload#${token}`;
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
    const asked: string[] = [];
    phone.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await phone.goto(link);
    await expect(phone.getByRole("heading", { level: 2, name: "A picture of you" })).toBeVisible();
    expect(new URL(phone.url()).hash).toBe("");
    await expect(page.getByText("Your phone is connected")).toBeVisible();
    await inspectThemes(phone, "identity, on the phone");
    await choose(phone, await aFace());
    await expect(phone.getByText("All pictures have arrived")).toBeVisible();
    await inspectThemes(phone, "identity, done on the phone");
    expect(asked.filter((path) => path.startsWith("/api/user") || path.startsWith("/socket.io"))).toEqual([]);
    expect(await phone.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);

    // It works once.
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByText("This link cannot be used")).toBeVisible();
    await inspectThemes(other, "identity, a link used twice");
    await other.context().close();
    await phone.context().close();

    await expect(page.getByText("This picture is there already")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Taken on another device")).toBeVisible();
    await page.getByRole("button", { name: "Send it for review" }).click();
    await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
  });
