import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createMailer } from "./mailer.ts";

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
