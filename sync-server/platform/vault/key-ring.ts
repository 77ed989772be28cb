import { type Config, ConfigError } from "#server/config.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AwsKms, openAwsKms } from "./aws-kms.ts";
import { type GcpKms, openGcpKms } from "./gcp-kms.ts";
import { isFingerprint, type KeyProvider, localKeyProvider, type RemoteSigner } from "./key-provider.ts";

/** The providers that a server knows: one locks, all of them open what they locked. */
export interface KeyRing {
  /** The variable that names the current key. */
  readonly setting: string;
  readonly current: KeyProvider;
  /** Throws {@link UnknownKeyVersionError} for a version that no provider has. */
  of(version: string): KeyProvider;
  has(version: string): boolean;
  /** Who signs with a key of a key management service, by what its id looks like. Throws ConfigError without access to it. */
  signerOf(keyId: string): RemoteSigner;
}

/** Something is locked with a key that the settings do not name. */
export class UnknownKeyVersionError extends Error {
  constructor(version: string) {
    super(`the vault has no key of version ${version}`);
    this.name = "UnknownKeyVersionError";
  }
}

type VaultConfig = Config["vault"];

/** Before keys were told apart by their fingerprints, every key of the environment was called this. */
const UNTOLD_VERSION = "environment-1";

/** Builds the ring that the settings describe. Nothing is asked of a key management service yet. */
export function openKeyRing(vault: VaultConfig, clock: Clock): KeyRing {
  let openedAws: AwsKms | null = null;
  const aws = () => (openedAws ??= openAwsKms(vault.aws, clock));
  // Opened once: it keeps its token.
  const gcp: GcpKms = openGcpKms(vault.gcp, clock);
  const providerOf = (key: VaultConfig["current"]): KeyProvider => {
    if (key.kind === "local") return localKeyProvider(key.key);
    return key.kind === "aws-kms" ? aws().provider(key.id) : gcp.provider(key.id);
  };
  const signerOf = (keyId: string) => (keyId.startsWith("arn:") ? aws().signer : gcp.signer);
  return { ...keyRingOf(vault.setting, providerOf(vault.current), vault.others.map(providerOf)), signerOf };
}

/** A ring of providers that were opened already; it reaches no key management service for signatures. */
export function keyRingOf(setting: string, current: KeyProvider, others: readonly KeyProvider[] = []): KeyRing {
  const providers = [current, ...others];
  const byVersion = new Map(providers.map((provider) => [provider.version, provider]));
  byVersion.set(UNTOLD_VERSION, whicheverOpens(providers));
  return {
    setting,
    current,
    has: (version) => byVersion.has(version),
    of: (version) => {
      const provider = byVersion.get(version);
      if (!provider) throw new UnknownKeyVersionError(version);
      return provider;
    },
    signerOf: () => {
      throw new ConfigError("VAULT_PROVIDER gives no access to a key management service.");
    },
  };
}

/** Tries the keys that we hold ourselves in turn: authenticated encryption tells the right one. */
function whicheverOpens(providers: readonly KeyProvider[]): KeyProvider {
  const held = providers.filter(({ version }) => isFingerprint(version));
  return {
    version: UNTOLD_VERSION,
    wrap: () => Promise.reject(new Error("nothing is locked with a version that says nothing")),
    unwrap: async (wrapped, context) => {
      const attempts = held.map((provider) => provider.unwrap(wrapped, context));
      return Promise.any(attempts).catch(() => {
        throw new Error("none of the keys opens it");
      });
    },
  };
}
