import { readFile } from "node:fs/promises";
import * as v from "valibot";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { callKms, KmsError } from "./kms-http.ts";

type AwsAccess = NonNullable<Config["vault"]["aws"]>;
type AwsContainer = Extract<AwsAccess, { readonly credentialsUrl: string }>;

/** What requests to AWS are signed with. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

export interface AwsCredentials {
  current(): Promise<AwsKeys>;
  /** Drops keys that were refused; answers whether others can be had. */
  forget(): boolean;
}

interface Kept {
  readonly keys: AwsKeys;
  readonly expiresAtMs: number;
}

const WHAT = "AWS container credentials";
/** Keys are replaced this long before they expire; until then those at hand serve where no others are to be had. */
const MARGIN_MS = 5 * 60 * 1000;
const HandedOut = v.object({
  AccessKeyId: v.string(),
  SecretAccessKey: v.string(),
  Token: v.string(),
  Expiration: v.pipe(
    v.string(),
    v.transform((text) => Date.parse(text)),
    v.number(),
  ),
});

/** The keys of the settings, or those that the service beside our container (ECS, EKS) hands out for a while. */
export function awsCredentials(access: AwsAccess, clock: Clock): AwsCredentials {
  if (!("credentialsUrl" in access)) return { current: () => Promise.resolve(access), forget: () => false };
  const container: AwsContainer = access;
  let kept: Kept | null = null;
  let asking: Promise<Kept> | null = null;

  async function renew(): Promise<AwsKeys> {
    asking ??= askFor(container).finally(() => {
      asking = null;
    });
    kept = await asking;
    return kept.keys;
  }

  return {
    async current() {
      const leftMs = kept ? kept.expiresAtMs - clock.now().getTime() : 0;
      if (kept && leftMs > MARGIN_MS) return kept.keys;
      const last = kept?.keys;
      if (last === undefined || leftMs <= 0) return renew();
      return renew().catch(() => last);
    },
    forget() {
      kept = null;
      return true;
    },
  };

  async function askFor({ credentialsUrl, token, tokenFile }: AwsContainer): Promise<Kept> {
    const { status, body } = await callKms(WHAT, async () => {
      // Read each time: the file is replaced as often as the token in it.
      const authorization = tokenFile === null ? token : await readToken(tokenFile);
      return new Request(credentialsUrl, { headers: { ...(authorization !== null && { authorization }) } });
    });
    const parsed = v.safeParse(HandedOut, body);
    if (status !== 200 || !parsed.success) throw new KmsError(`${WHAT}: the service hands out none`, status);
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token, Expiration } = parsed.output;
    return { keys: { accessKeyId, secretAccessKey, sessionToken: Token }, expiresAtMs: Expiration };
  }
}

async function readToken(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch {
    throw new KmsError(`${WHAT}: the file with the token cannot be read`);
  }
}
