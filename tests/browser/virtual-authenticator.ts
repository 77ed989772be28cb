import type { Page } from "@playwright/test";

/** Gives the page a device that keeps passkeys, with secrets of their own (PRF), and vouches for its holder, until it loses them. */
export async function addAuthenticator(page: Page): Promise<{ forget(): Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    forget: async () => {
      await client.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}
