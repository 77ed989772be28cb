import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMailer, type Mail } from "./mailer.ts";

test("a mail server that takes the connection and says nothing is given up on", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()).resume());
  const options = { smtpUrl: `smtp://127.0.0.1:${port}`, outboxFolder: "", publicUrl: "https://astrolabe.example" };
  const mailer = createMailer(options, { now: () => new Date() }, 100);
  try {
    const sending = mailer.send({ to: "ana@example.org", subject: "Hello", text: "Hello", language: "en" });
    await expect(sending).rejects.toMatchObject({ code: "ETIMEDOUT" });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}, 8000);

async function written(mail: Omit<Mail, "to">): Promise<string> {
  const outboxFolder = await mkdtemp(join(tmpdir(), "astrolabe-mail-"));
  try {
    const options = { smtpUrl: null, outboxFolder, publicUrl: "https://astrolabe.example" };
    await createMailer(options, { now: () => new Date() }).send({ to: "ana@example.org", ...mail });
    const [name = ""] = await readdir(outboxFolder);
    return await readFile(join(outboxFolder, name), "utf8");
  } finally {
    await rm(outboxFolder, { recursive: true });
  }
}

test("a mail says in which language it is, and is set from that language's side", async () => {
  const text = "<Ana> & Ben\n\nhttps://astrolabe.example/x?a=1&b=2\n";
  const english = await written({ subject: "Hello", text, language: "en" });
  expect(english).toContain("Content-Language: en");
  expect(english).toContain("Content-Type: text/plain");
  expect(english).not.toContain("text/html");
  const arabic = (await written({ subject: "Hello", text, language: "ar" }))
    .replaceAll(/=\r?\n/g, "")
    .replaceAll("=3D", "=");
  expect(arabic).toContain("Content-Language: ar");
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain("<p>&lt;Ana&gt; &amp; Ben</p>");
  expect(arabic).toContain('<a href="https://astrolabe.example/x?a=1&amp;b=2">');
});
