import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Astrolabe, expect } from "./astrolabe.ts";

/** The link to a page of this path in the mail that was sent there; waits for it. */
export async function linkMailedTo({ dataDir }: Astrolabe, email: string, path: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  const pattern = new RegExp(`http\\S+${path}\\?token=(?:3D)?[\\w-]{43}`);
  let link = "";
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((file) => !file.startsWith("."));
      const mails = await Promise.all(names.map((file) => readFile(join(folder, file), "utf8")));
      const texts = mails.filter((text) => text.includes(`To: ${email}`)).map((text) => text.replaceAll(/=\r?\n/g, ""));
      link = texts.flatMap((text) => pattern.exec(text)?.[0].replace("=3D", "=") ?? [])[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}
