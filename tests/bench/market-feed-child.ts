import { startTestApp } from "#tests/support/app.ts";

/** The whole app over a network of its own whose ledgers close on demand; answers `cpu` with the ms of processor time it has used. */
const app = await startTestApp({ hasDemo: true, closeIntervalMs: 0 });
const url = await app.listen();
process.on("message", (asked) => {
  if (asked === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
  }
});
process.on("disconnect", () => {
  void app.stop().finally(() => process.exit(0));
});
process.send?.({ url, stellar: app.stellar });
