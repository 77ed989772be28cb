import * as v from "valibot";

/** A key that locks the data keys of the vault: 32 bytes that we hold, or one that never leaves a key management service. */
export type WrappingKey =
  | { readonly kind: "local"; readonly key: Buffer }
  /** `id` is the ARN of a symmetric key. */
  | { readonly kind: "aws-kms"; readonly id: string }
  /** `id` is the resource name of a symmetric key: projects/…/cryptoKeys/…. */
  | { readonly kind: "gcp-kms"; readonly id: string };

/** The keys of an AWS user or role. */
interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** The service beside our container that hands out keys for a while, and by which token it knows us. */
interface AwsContainer {
  readonly credentialsUrl: string;
  readonly token: string | null;
  readonly tokenFile: string | null;
}

/** How AWS KMS is reached; without an endpoint of one's own it is the public one of the key's region. */
export type AwsAccess = (AwsKeys | AwsContainer) & { readonly endpoint: string | null };

/** How Google Cloud KMS is reached; without a token of one's own the metadata server is asked for one. */
export interface GcpAccess {
  readonly token: string | null;
  readonly metadataHost: string;
  readonly endpoint: string;
}

/** What locks the vault: new keys are locked by `current`, and `others` still open what they locked. */
export interface VaultConfig {
  /** The variable that names the current key. */
  readonly setting: string;
  readonly current: WrappingKey;
  readonly others: readonly WrappingKey[];
  readonly aws: AwsAccess | null;
  readonly gcp: GcpAccess;
  /** How the names of keys begin that wallets may be handed to; empty where they may be to none. */
  readonly kmsPrefixes: readonly string[];
}

/** What the environment says of the vault; `current` is null where the key is in a file, or was not given. */
export interface VaultEnvironment extends Omit<VaultConfig, "current"> {
  readonly current: WrappingKey | null;
  readonly keyFile: string | null;
}

const HEX_KEY = /^[0-9a-f]{64}$/i;
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;
const AWS_KEY = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;
const GCP_KEY = /^projects\/[^/\s]+\/locations\/[^/\s]+\/keyRings\/[^/\s]+\/cryptoKeys\/[^/\s]+$/;
const SETTING_OF = {
  environment: "VAULT_KEY",
  file: "VAULT_KEY_FILE",
  "aws-kms": "VAULT_AWS_KEY",
  "gcp-kms": "VAULT_GCP_KEY",
} as const;

/** 32 bytes as 64 hex digits or 44 base64 characters; null for anything else. */
export function parseKey(text: string): Buffer | null {
  if (HEX_KEY.test(text)) return Buffer.from(text, "hex");
  return BASE64_KEY.test(text) ? Buffer.from(text, "base64") : null;
}

const OtherKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((part) => parseWrappingKey(part.trim()))),
  v.array(
    v.nonNullable(
      v.custom<WrappingKey>(Boolean),
      "must list keys of 32 bytes, ARNs of AWS keys or names of Google Cloud keys",
    ),
  ),
);

function parseWrappingKey(text: string): WrappingKey | null {
  const key = parseKey(text);
  if (key) return { kind: "local", key };
  if (AWS_KEY.test(text)) return { kind: "aws-kms", id: text };
  return GCP_KEY.test(text) ? { kind: "gcp-kms", id: text } : null;
}

/** Down to an account and region of AWS, or a project of Google Cloud, at the least: nothing shorter says whose keys they are. */
const KmsPrefixes = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((part) => part.trim())),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^(arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]*|projects\/[a-z][a-z0-9.:-]*(\/[\w-]+)*\/?)$/,
        "must list beginnings of keys' names, such as arn:aws:kms:eu-west-1:111122223333:key/ or projects/ours/",
      ),
    ),
  ),
);

const HttpUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "must be a URL such as https://kms.example.org"),
  v.transform((text) => text.replace(/\/+$/, "")),
);

/** Keys are fetched in the clear only from this machine, or from where ECS and EKS serve them. */
const CREDENTIALS_HOST = "http://169.254.170.2";
const NEAR_HOSTS = new Set(["localhost", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]);

function isNear(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== "http:") return url?.protocol === "https:";
  return NEAR_HOSTS.has(url.hostname) || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}

/** The variables of the vault but for VAULT_KEY itself. */
export const VAULT_VARIABLES = {
  VAULT_PROVIDER: v.optional(
    v.picklist(["environment", "file", "aws-kms", "gcp-kms"], "must be environment, file, aws-kms or gcp-kms"),
  ),
  VAULT_KEY_FILE: v.optional(v.string()),
  VAULT_OTHER_KEYS: v.optional(OtherKeys),
  VAULT_AWS_KEY: v.optional(
    v.pipe(v.string(), v.regex(AWS_KEY, "must be the ARN of a key, such as arn:aws:kms:eu-west-1:111122223333:key/…")),
  ),
  VAULT_KMS_PREFIXES: v.optional(KmsPrefixes),
  VAULT_AWS_ENDPOINT: v.optional(HttpUrl),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: v.optional(
    v.pipe(v.string(), v.regex(/^\/(?!\/)\S*$/, "must be a path such as /v2/credentials/…")),
  ),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: v.optional(
    v.pipe(v.string(), v.check(isNear, "must begin with https, or name this machine or the container's own service")),
  ),
  AWS_CONTAINER_AUTHORIZATION_TOKEN: v.optional(v.string()),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: v.optional(v.string()),
  VAULT_GCP_KEY: v.optional(
    v.pipe(v.string(), v.regex(GCP_KEY, "must be a name such as projects/p/locations/l/keyRings/r/cryptoKeys/k")),
  ),
  VAULT_GCP_ENDPOINT: v.optional(HttpUrl),
  VAULT_GCP_TOKEN: v.optional(v.string()),
  GCE_METADATA_HOST: v.optional(v.string()),
};

const VaultVariables = v.object(VAULT_VARIABLES);
type Variables = v.InferOutput<typeof VaultVariables> & { readonly VAULT_KEY?: Buffer | undefined };

/** One sentence on what does not fit together, naming the variable; null when all does. */
export function vaultProblem(variables: Variables, isProduction: boolean): string | null {
  const provider = variables.VAULT_PROVIDER ?? "environment";
  const setting = SETTING_OF[provider];
  if (provider !== "environment" && !variables[setting])
    return `${setting} must be given when VAULT_PROVIDER is ${provider}.`;
  if (provider === "environment" && isProduction && !variables.VAULT_KEY)
    return "VAULT_KEY must be given when NODE_ENV is production.";
  // A key that is given and yet not used would be believed to lock the wallets.
  const unused = Object.values(SETTING_OF).find((name) => name !== setting && variables[name]);
  if (unused) return `${unused} is not used when VAULT_PROVIDER is ${provider}; move a former key to VAULT_OTHER_KEYS.`;
  const keys = [provider, ...(variables.VAULT_OTHER_KEYS ?? []).map(({ kind }) => kind)];
  if (keys.includes("aws-kms") && !awsAccess(variables))
    return "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given to use a key of AWS.";
  return null;
}

/** Says what locks the vault, of variables without a {@link vaultProblem}. */
export function vaultEnvironment(variables: Variables): VaultEnvironment {
  const provider = variables.VAULT_PROVIDER ?? "environment";
  return {
    setting: SETTING_OF[provider],
    current: currentKey(variables),
    keyFile: variables.VAULT_KEY_FILE ?? null,
    others: variables.VAULT_OTHER_KEYS ?? [],
    aws: awsAccess(variables),
    kmsPrefixes: variables.VAULT_KMS_PREFIXES ?? [],
    gcp: {
      token: variables.VAULT_GCP_TOKEN ?? null,
      metadataHost: variables.GCE_METADATA_HOST ?? "metadata.google.internal",
      endpoint: variables.VAULT_GCP_ENDPOINT ?? "https://cloudkms.googleapis.com",
    },
  };
}

/** Keys that were given go before those that the container's service hands out, as with AWS's own tools. */
function awsAccess(variables: Variables): AwsAccess | null {
  const endpoint = variables.VAULT_AWS_ENDPOINT ?? null;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN ?? null, endpoint };
  const path = variables.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const credentialsUrl = path ? `${CREDENTIALS_HOST}${path}` : variables.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  if (!credentialsUrl) return null;
  return {
    credentialsUrl,
    token: variables.AWS_CONTAINER_AUTHORIZATION_TOKEN ?? null,
    tokenFile: variables.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE ?? null,
    endpoint,
  };
}

function currentKey({ VAULT_KEY, VAULT_AWS_KEY, VAULT_GCP_KEY }: Variables): WrappingKey | null {
  if (VAULT_KEY) return { kind: "local", key: VAULT_KEY };
  if (VAULT_AWS_KEY) return { kind: "aws-kms", id: VAULT_AWS_KEY };
  return VAULT_GCP_KEY ? { kind: "gcp-kms", id: VAULT_GCP_KEY } : null;
}
