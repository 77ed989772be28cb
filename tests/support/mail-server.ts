import { createServer, type Socket } from "node:net";
import { eventually } from "./app.ts";

/** A mail server that takes every mail and keeps it. */
export interface MailServer {
  readonly smtpUrl: string;
  /** The mails to this address, oldest first, with their long lines put together again. */
  mailsTo(email: string): string[];
  /** The newest token that was mailed to this address with a link to this page. */
  tokenFor(email: string, page: string): Promise<string>;
  stop(): Promise<void>;
}

const END = "\r\n.\r\n";

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setEncoding("utf8");
    let read = "";
    let isMail = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    socket.on("data", (part: string) => {
      read += part;
      for (;;) {
        const at = read.indexOf(isMail ? END : "\r\n");
        if (at < 0) return;
        const unit = read.slice(0, at);
        read = read.slice(at + (isMail ? END.length : 2));
        if (isMail) {
          mails.push(unit.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
          isMail = false;
          say("250 kept");
        } else if (unit.toUpperCase() === "DATA") {
          isMail = true;
          say("354 go on");
        } else if (unit.toUpperCase() === "QUIT") {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const mailsTo = (email: string) => mails.filter((mail) => mail.includes(`To: ${email}`));
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailsTo,
    tokenFor: (email, page) =>
      eventually(() => {
        const links = mailsTo(email).flatMap((mail) => [...mail.matchAll(/(\/[a-z-]+)\?token=([\w-]{43})/g)]);
        return links.findLast(([, path]) => path === page)?.[2];
      }),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
