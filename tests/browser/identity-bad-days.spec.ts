import { writeFile } from "node:fs/promises";
import { type Browser, chromium, type Request } from "@playwright/test";
import { aBomb } from "#server/kyc/picture.fixture.ts";
import { UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { expect, test } from "./astrolabe.ts";
import { reconnect } from "./cut.ts";
import { begin, choose, takeByFile, typeDocument, UNSENT, unsentStores } from "./identity-steps.ts";
import { inspectThemes } from "./inspect.ts";
import { aCard, aFace } from "./photographed.ts";

test("where there is no camera, and where it shows nothing, a file and a phone are offered", async ({ astrolabe }) => {
  const launched = await withoutCamera();
  try {
    const context = await launched.newContext({ permissions: ["camera"] });
    const page = await context.newPage();
    await begin(page, astrolabe);
    await typeDocument(page, "Passport");
    await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
    await page.getByRole("button", { name: "Use the camera" }).click();
    await expect(page.getByText("No camera was found on this device.")).toBeVisible();
    await expect(page.getByText("Choose a file")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Go on with (your|another) phone$/ })).toBeVisible();

    await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.getContext("2d")?.fillRect(0, 0, canvas.width, canvas.height);
      const stream = canvas.captureStream(5);
      setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, canvas.width, canvas.height), 100);
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
    });
    await page.getByRole("button", { name: "Try the camera again" }).click();
    await expect(page.getByText("The camera shows nothing but black.")).toBeVisible();

    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("busy", "NotReadableError"));
    });
    await page.getByRole("button", { name: "Try the camera again" }).click();
    await expect(page.getByText("Another app is using the camera.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Go on with (your|another) phone$/ })).toBeVisible();
  } finally {
    await launched.close();
  }
});

/** A browser on a machine that has none. */
function withoutCamera(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });
}

test("a bomb, a drawing that holds scripts and a file that is too large are one sentence each, and the form goes on", async ({
  astrolabe,
  page,
}) => {
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  const heading = page.getByRole("heading", { level: 2, name: "Page with your photo" });
  await expect(heading).toBeVisible();
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><script>alert(1)</script></svg>`,
  );
  const unread = "This file is no picture that can be read here. Please choose a JPEG, PNG or WebP.";
  const tooLarge = "This file is larger than 40 MB. Please choose a smaller picture.";
  // From the disk: so many bytes take long on their way to the browser.
  const large = test.info().outputPath("large.jpg");
  await writeFile(large, Buffer.alloc(41_000_000));
  for (const [file, sentence] of [
    [aBomb(60_000), unread],
    [large, tooLarge],
    [svg, unread],
  ] as const) {
    if (typeof file === "string") await page.getByLabel("Choose a file").setInputFiles(file);
    else await choose(page, file);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(heading).toBeVisible();
  }
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await expect(page.getByRole("heading", { level: 2, name: "A picture of you" })).toBeVisible();
});

test("a picture that was cut off on its way goes on from there, after a reload as well", async ({
  astrolabe,
  context,
  page,
}) => {
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await takeByFile(page, "A picture of you", await aFace());
  const [before, after]: [Part[], Part[]] = [[], []];
  let isCut = false;
  let isBack = false;
  // One place lets a part through and notes it: the app tries again by itself all the while, at any moment.
  await page.route("**/api/kyc/uploads/*/*", (route) => {
    const part = partOf(route.request());
    isCut ||= part.offset >= 2 * UPLOAD_PART_BYTES;
    if (isCut && !isBack) return route.abort();
    (isBack ? after : before).push(part);
    return route.continue();
  });
  await page.getByRole("button", { name: "Send it for review" }).click();
  await expect(page.getByText("The server cannot be reached at the moment.")).toBeVisible();
  await expect(page.getByText(/^[\d,]+ KB of [\d,]+ KB sent$/)).toBeVisible();
  await inspectThemes(page, "identity, cut while it is sent");
  expect(before.map(({ offset }) => offset)).toEqual([0, UPLOAD_PART_BYTES]);

  isBack = true;
  await context.setOffline(true);
  await context.setOffline(false);
  await reconnect(page);
  await page.reload();
  await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
  const ofFront = after.filter(({ upload }) => upload === before[0]?.upload).map(({ offset }) => offset);
  expect(ofFront[0]).toBe(2 * UPLOAD_PART_BYTES);
  expect(Math.min(...ofFront)).toBe(2 * UPLOAD_PART_BYTES);
  expect(new Set(after.map(({ upload }) => upload)).size).toBe(2);
});

interface Part {
  readonly upload: string;
  readonly offset: number;
}

function partOf(request: Request): Part {
  const [upload = "", offset] = new URL(request.url()).pathname.split("/").slice(-2);
  return { upload, offset: Number(offset) };
}

test("what is not sent yet goes with the person who signs out", async ({ astrolabe, page }) => {
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await expect.poll(() => unsentStores(page)).toBe(1);
  // What lies there is not what was typed.
  const found = await page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const things = opening.result.transaction("things").objectStore("things").getAll();
    await new Promise((resolve) => things.addEventListener("success", resolve));
    const keys = opening.result.transaction("keys").objectStore("keys").getAll();
    await new Promise((resolve) => keys.addEventListener("success", resolve));
    opening.result.close();
    const text = things.result.map(({ sealed }) => new TextDecoder("latin1").decode(sealed)).join("");
    return { text, keys: keys.result.map((key: CryptoKey) => key.extractable) };
  }, UNSENT);
  expect(found.text.length).toBeGreaterThan(10_000);
  expect(found.text).not.toMatch(/L01X00T47|JFIF|passport/);
  expect(found.keys).toEqual([false]);
  await page.goto(`${astrolabe.url}/settings`);
  await page.getByRole("button", { name: "Remove from this device" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove and sign out" }).click();
  await page.waitForURL(`${astrolabe.url}/`);
  expect(await unsentStores(page)).toBe(0);
});
