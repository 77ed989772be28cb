import type { Page } from "@playwright/test";
import { sendPassport } from "#tests/support/send-passport.ts";
import { becomeOperator, signInFirst } from "./an-operator.ts";
import { become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { begin, callBy, takeByFile, typeDocument, unsentStores } from "./identity-steps.ts";
import { inspectThemes } from "./inspect.ts";
import { aCard, aFace } from "./photographed.ts";

const KEPT_HOURS = 24;
/** An account that nobody here has. */
const OUTSIDE = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

/** Sends who they are in past the form, which stands in the other tests, and looks at how far it is. */
async function showWhoTheyAre(page: Page, url: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Agree and begin" })).toBeVisible();
  await sendPassport(callBy(page.request, url), newName("doc"));
  await page.reload();
  await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
}

test("the list of the first screen, the limits and a payment that needs it lead to showing who one is, and back", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  page,
  request,
}) => {
  await signInFirst(request, astrolabe);
  const reviewer = await (await browser.newContext()).newPage();
  await becomeOperator(reviewer, request, astrolabe, ["reviewer"]);
  const { reason: _reason, ...policy } = await (await request.get(`${url}/api/admin/policy`)).json();
  const asked = { ...policy.kycLevels, withdraw: { kind: "always" } };
  const set = (fields: object) =>
    request.put(`${url}/api/admin/policy`, {
      data: { ...policy, ...fields, reason: "as the law says", typed: "LOCK OUT" },
    });
  await confirmProposal(request, url, await set({ isKycRequired: true, kycLevels: asked }));
  try {
    await become(page, astrolabe, newName("ida"));
    await fundedAddress(page, url);

    // From the list of what is still to be set up, and to the first screen again.
    await page.goto(`${url}/dashboard`);
    await page.getByRole("link", { name: /Your identity/ }).click();
    await page.waitForURL("**/kyc");
    await expect(page.getByRole("button", { name: "Agree and begin" })).toBeVisible();

    // From the limits.
    await page.goto(`${url}/user-settings`);
    await page.getByRole("link", { name: "See how far yours is" }).click();
    await page.waitForURL(/\/kyc\?from=/);

    // From a payment that is refused without it, back to that very payment.
    await page.goto(`${url}/send?to=${OUTSIDE}&amount=3.5`);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("link", { name: "Verify your identity" }).click();
    await page.waitForURL(/\/kyc\?from=/);
    await showWhoTheyAre(page, url);
    await inspectThemes(page, "identity, on the way back");
    await page.getByRole("button", { name: "Back to where you were" }).click();
    await page.waitForURL("**/send**");
    await expect(page.getByLabel("To", { exact: true })).toHaveValue(OUTSIDE);
    await expect(page.getByLabel("Amount")).toHaveValue("3.5");

    await page.goto(`${url}/kyc?from=%2Fuser-settings`);
    await page.getByRole("button", { name: "Back to where you were" }).click();
    await page.waitForURL("**/user-settings");
    // The decision is told while one looks, and opens what it was asked for.
    await page.goto(`${url}/kyc`);
    await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
    const { id: person } = await (await page.request.get(`${url}/api/user`)).json();
    const { identities } = await (await request.get(`${url}/api/admin/kyc?find=${person}`)).json();
    const approval = { version: 1, reason: "as a reviewer sees it" };
    const approved = await request.post(`${url}/api/admin/kyc/${identities[0].id}/approve`, { data: approval });
    expect(approved.ok(), await approved.text()).toBe(true);
    await expect(page.getByText("Your identity is verified").first()).toBeVisible();
    await inspectThemes(page, "identity, approved");
    await page.goto(`${url}/send?to=${OUTSIDE}&amount=3.5`);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("link", { name: "Verify your identity" })).toBeHidden();

    await page.goto(`${url}/kyc`);
    await page.getByRole("link", { name: "To the home screen" }).click();
    await page.waitForURL("**/dashboard");
  } finally {
    const { isKycRequired, kycLevels } = policy;
    await confirmProposal(request, url, await set({ isKycRequired, kycLevels }));
  }
});

test("what is asked again alone is sent again, typed letter by letter, and what is refused for good is told with why", async ({
  astrolabe,
  astrolabe: { url },
  page,
  request,
}) => {
  await signInFirst(request, astrolabe);
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await takeByFile(page, "A picture of you", await aFace());
  await page.getByRole("button", { name: "Send it for review" }).click();
  await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();

  const { id: person } = await (await page.request.get(`${url}/api/user`)).json();
  const found = await (await request.get(`${url}/api/admin/kyc?find=${person}`)).json();
  const check = `${url}/api/admin/kyc/${found.identities[0].id}`;
  const decide = async (act: string, data: object) =>
    expect((await request.post(`${check}/${act}`, { data: { reason: "as a reviewer sees it", ...data } })).ok()).toBe(
      true,
    );
  const asked = [
    { part: "front", reason: "glare", note: "the lamp hides the number" },
    { part: "documentNumber", reason: "mistyped", note: "" },
  ];
  await decide("ask", { version: 1, asked });
  await expect(page.getByRole("heading", { name: "A little more is needed" })).toBeVisible();
  await expect(page.getByText("The reviewer writes: the lamp hides the number")).toBeVisible();
  await inspectThemes(page, "identity, more is asked");
  const number = page.getByLabel("Number of the document");
  await number.pressSequentially("NEW 47", { delay: 50 });
  await expect(number).toHaveValue("NEW 47");
  await page.getByRole("button", { name: "Continue" }).click();
  await takeByFile(page, "Page with your photo", await aCard("AGAIN"));
  await expect(page.getByRole("heading", { name: "Look it over" })).toBeVisible();
  await expect(page.getByRole("img")).toHaveCount(1);
  await page.getByRole("button", { name: "Send it for review" }).click();
  await expect(page.getByText("We are looking at what you sent").first()).toBeVisible();
  const again = await (await request.get(check)).json();
  expect(again).toMatchObject({ attempts: 2, documentNumber: "NEW 47", country: "AT", asked: [], version: 3 });

  await decide("reject", { version: 3, cause: "other-person", note: "The two faces differ." });
  await expect(page.getByText("Your identity was not accepted").first()).toBeVisible();
  await expect(page.getByText("The document belongs to somebody else.")).toBeVisible();
  await expect(page.getByText("The two faces differ.")).toBeVisible();
  await inspectThemes(page, "identity, refused for good");
});

test("what is not sent within a day is gone from a device where nobody is signed in any more", async ({
  astrolabe,
  context,
  page,
}) => {
  await context.clock.install();
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await expect.poll(() => unsentStores(page)).toBe(1);
  // A session that has run out leaves what its owner may come back for.
  await context.clearCookies();
  await page.goto(`${astrolabe.url}/kyc`);
  await page.waitForURL("**/auth**");
  expect(await unsentStores(page)).toBe(1);
  await context.clock.fastForward((KEPT_HOURS + 1) * 60 * 60_000);
  await expect.poll(() => unsentStores(page)).toBe(0);
});

test("what is not sent within a day is gone from the device, on a page that stays open as well", async ({
  astrolabe,
  context,
  page,
}) => {
  await context.clock.install();
  await begin(page, astrolabe);
  await typeDocument(page, "Passport");
  await takeByFile(page, "Page with your photo", await aCard("PASSPORT"));
  await expect.poll(() => unsentStores(page)).toBe(1);
  await context.clock.fastForward((KEPT_HOURS - 1) * 60 * 60_000);
  expect(await unsentStores(page)).toBe(1);
  await context.clock.fastForward(61 * 60_000);
  await expect.poll(() => unsentStores(page)).toBe(0);
});
