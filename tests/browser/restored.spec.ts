import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { signInFirst } from "./an-operator.ts";
import {
  type Astrolabe,
  become,
  expect,
  fundedAddress,
  newName,
  PASSWORD,
  signIn,
  startAstrolabe,
  test,
} from "./astrolabe.ts";
import { aFriend } from "./friend.ts";
import { inspectAsItIs, inspectBothAsTheyAre } from "./inspect.ts";

const CLI = resolve(import.meta.dirname, "../../sync-server/backup/cli");
/** Whatever was signed before has to be past its bounds by the network's time, a minute and a half, and everything read and compared. */
const TRUE_AGAIN = { timeout: 420_000 };
/** For what takes a second or two on a quiet machine. */
const SLOW = { timeout: 60_000 };
const BACKUP_KEY = randomBytes(32).toString("hex");

/** Runs a command over the same data; `typed` is what it is answered. */
function command({ dataDir }: Astrolabe, typed: string, script: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_KEY };
  return new Promise((done, fail) => {
    const child = execFile(process.execPath, [join(CLI, script), ...args], { env }, (error, output, complaints) =>
      error ? fail(new Error(complaints, { cause: error })) : done(output),
    );
    child.stdin?.end(typed);
  });
}

/** Pays on the screen as whoever is signed in there. */
async function paySomebody(page: Page, { url }: Astrolabe, to: string): Promise<void> {
  await page.goto(`${url}/send`);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("Amount").fill("12.5");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible(SLOW);
}

async function addContact(page: Page, { url }: Astrolabe, name: string, address: string): Promise<void> {
  await page.goto(`${url}/contacts`);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(address);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText("Live")).toBeVisible(SLOW);
}

test("a super lets a service sign again that was set back to a backup, and people find what is theirs", async ({
  browser,
  page,
}) => {
  test.setTimeout(900_000);
  const astrolabe = await startAstrolabe(undefined, { BACKUP_KEY });
  try {
    const { url, dataDir } = astrolabe;
    const mia = await (await browser.newContext()).newPage();
    const name = newName("mia");
    await become(mia, astrolabe, name);
    await fundedAddress(mia, url);
    const file = join(dataDir, "before.backup");
    await command(astrolabe, "", "backup.ts", "--to", file);
    // Of who joins after it, and of what is written, nothing is known afterwards.
    const lost = await aFriend(page.request, astrolabe, newName("lost"));
    await addContact(mia, astrolabe, "Written since", lost);
    await paySomebody(mia, astrolabe, lost);
    await astrolabe.stop();
    await command(astrolabe, "astrolabe\n", "restore.ts", file, "--replace");
    await astrolabe.start();
    expect((await mia.request.get(`${url}/api/user`)).status(), "all sessions are over").toBe(401);

    await signInFirst(page.request, astrolabe);
    await page.goto(`${url}/admin-super/restore`);
    const restore = page.getByRole("region", { name: "Set back to a backup" });
    await expect(restore).toContainText("Nothing is signed.", SLOW);
    await expect(page.getByRole("button", { name: "I have looked through it" })).toBeHidden();
    await inspectBothAsTheyAre(page, "a restore that is being read");

    // Nobody has to ask: the screen goes on by itself.
    await expect(restore).toContainText("Everything is read and compared.", TRUE_AGAIN);
    await inspectBothAsTheyAre(page, "a restore to be confirmed");
    await page.getByRole("button", { name: "I have looked through it" }).click();
    const sheet = page.getByRole("dialog", { name: "Let the service sign again" });
    await sheet.getByLabel("Reason").fill("looked through all of it");
    await inspectAsItIs(page, "the word that it signs again");
    await sheet.getByRole("button", { name: "Let it sign" }).click();
    await expect(restore).toContainText("The service signs again.");
    await page.reload();
    const acts = page.getByRole("region", { name: "What operators did in the week before the backup" });
    await expect(acts, "what is done now is none of it").toContainText("There are none.");
    await inspectBothAsTheyAre(page, "a restore that is done");

    await signIn(mia, astrolabe, name);
    await mia.goto(`${url}/contacts`);
    await expect(mia.getByText("Written since").first()).toBeVisible(SLOW);
    await mia.goto(`${url}/transactions`);
    const paid = mia.getByRole("list", { name: "Transactions" }).getByRole("listitem").filter({ hasText: "12.5" });
    await expect(paid, "what was paid after the backup").toHaveCount(1, SLOW);
    await paySomebody(mia, astrolabe, lost);
    await mia.goto(`${url}/transactions`);
    await expect(paid).toHaveCount(2, SLOW);
  } finally {
    await astrolabe.close();
  }
});
