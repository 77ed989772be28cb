import * as v from "valibot";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { callKms, KmsError } from "./kms-http.ts";

/** Bearer tokens for Google Cloud. */
export interface GcpTokens {
  current(): Promise<string>;
  /** Drops a token that was refused; answers whether another can be had. */
  forget(): boolean;
}

const TOKEN_PATH = "/computeMetadata/v1/instance/service-accounts/default/token";
/** A token is replaced this long before it expires. */
const MARGIN_MS = 60_000;
const Token = v.object({ access_token: v.string(), expires_in: v.number(), token_type: v.literal("Bearer") });

/** The token of the settings, or that of the machine's service account as the metadata server gives it out. */
export function gcpTokens({ token, metadataHost }: Config["vault"]["gcp"], clock: Clock): GcpTokens {
  let kept: { readonly text: string; readonly until: number } | null = null;
  return {
    async current() {
      if (token !== null) return token;
      const now = clock.now().getTime();
      if (kept && kept.until > now) return kept.text;
      const what = "Google Cloud metadata server";
      const { status, body } = await callKms(
        what,
        () => new Request(`http://${metadataHost}${TOKEN_PATH}`, { headers: { "metadata-flavor": "Google" } }),
      );
      const parsed = v.safeParse(Token, body);
      if (status !== 200 || !parsed.success) throw new KmsError(`${what}: it gives out no token`, status);
      kept = { text: parsed.output.access_token, until: now + parsed.output.expires_in * 1000 - MARGIN_MS };
      return kept.text;
    },
    forget() {
      kept = null;
      return token === null;
    },
  };
}
